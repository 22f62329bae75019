export { compareResponse, compareResponses } from './compare-response';
export { compareSchema, type OpenApiSchema, type SchemaOptions } from './compare-schema';
