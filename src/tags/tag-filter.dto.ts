import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, ValidateNested } from 'class-validator';
import { NAME } from '../core/sql/columns';
import { declareCriterion } from '../core/search';
import { ValidateField } from '../core/fields/shapes';
import { INT32, intRule, textRule, type ValueRule } from '../core/fields/value-rules';

/** Maximum number of tag filters in a list. */
const MAX_FILTERS = 100;
const TAG = { type: String, maxLength: NAME, example: 'Leadership', description: '"" with a typeId: any tag of that type.' };
const TYPE = {
  type: 'integer',
  format: 'int32',
  ...INT32,
  minimum: 0,
  example: 0,
  description: '1 skill, 2 industry, 3 status, 4 other; 0 any.',
} as const;
const SOURCE = { type: String, maxLength: NAME, example: '', description: 'How it was added: user, api, import or automation; "" any.' };

const validateTagText = textRule(NAME).validate;
const optional = (complaint: ValueRule['validate']): PropertyDecorator =>
  ValidateField({ validate: complaint, clearable: true, derived: false });

/** One tag that a search includes or excludes. An empty one is ignored. */
export class TagFilterRequest {
  @ApiProperty(TAG)
  @ValidateField({ validate: validateTagText, clearable: false, derived: false }, true)
  tag!: string;

  @ApiProperty({ ...TYPE, required: false, nullable: true })
  @optional(intRule(0).validate)
  typeId?: number | null;

  @ApiProperty({ ...SOURCE, required: false, nullable: true })
  @optional(validateTagText)
  source?: string | null;
}

/** A tag filter as stored and returned. */
export class TagFilterDto {
  @ApiProperty(TAG) tag!: string;
  @ApiProperty(TYPE) typeId!: number;
  @ApiProperty(SOURCE) source!: string;
}

/** A list of tag filters among the criteria of a search. */
export const TagsCriterion =
  (description: string, example?: readonly Partial<TagFilterDto>[]): PropertyDecorator =>
  (target, key) => {
    const schema = (filter: Function) =>
      ({ type: () => [filter], maxItems: MAX_FILTERS, description, ...(example ? { example } : {}) }) as ApiPropertyOptions;
    const parse = (value: unknown): TagFilterDto[] =>
      (value as TagFilterRequest[]).map(({ tag, typeId, source }) => ({ tag, typeId: typeId ?? 0, source: source ?? '' }));
    declareCriterion(schema(TagFilterDto), { validate: () => undefined, parse }, null, target, String(key));
    [
      ApiProperty({ ...schema(TagFilterRequest), required: false, nullable: true } as ApiPropertyOptions),
      IsOptional(),
      IsArray({ message: 'must be an array' }),
      ArrayMaxSize(MAX_FILTERS, { message: `must have at most ${MAX_FILTERS} items` }),
      ValidateNested({ each: true }),
      Type(() => TagFilterRequest),
    ].forEach((decorate) => decorate(target, key));
  };
