export { compareAnswer, compareAnswers } from './compare-answer';
export { compareSchema, type OpenApiSchema, type SchemaOptions } from './compare-schema';
