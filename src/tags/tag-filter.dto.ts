import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, ValidateNested } from 'class-validator';
import { NAME } from '../database/columns';
import { declareCriterion } from '../search';
import { CheckedAs } from '../fields/shapes';
import { INT32, intRule, textRule, type ValueRule } from '../fields/values';

/** A search has at most so many tag filters in a list. */
const LISTED = 100;
const TAG = { type: String, maxLength: NAME, example: 'Leadership', description: '"" with a typeId: any tag of that type.' };
const TYPE = {
  type: 'integer',
  format: 'int32',
  ...INT32,
  minimum: 0,
  example: 0,
  description: '1 skill, 2 industry, 3 status, 4 other; 0 any.',
} as const;
const SOURCE = { type: String, maxLength: NAME, example: '', description: 'How it was put on: user, api, import or automation; "" any.' };

const textOf = textRule(NAME).complaint;
const optional = (complaint: ValueRule['complaint']): PropertyDecorator => CheckedAs({ complaint, clearable: true, derived: false });

/** One tag that a search includes or excludes. With nothing said in it, it asks nothing. */
export class TagFilterRequest {
  @ApiProperty(TAG)
  @CheckedAs({ complaint: textOf, clearable: false, derived: false }, true)
  tag!: string;

  @ApiProperty({ ...TYPE, required: false, nullable: true })
  @optional(intRule(0).complaint)
  typeId?: number | null;

  @ApiProperty({ ...SOURCE, required: false, nullable: true })
  @optional(textOf)
  source?: string | null;
}

/** A tag filter as it is kept and answered. */
export class TagFilterDto {
  @ApiProperty(TAG) tag!: string;
  @ApiProperty(TYPE) typeId!: number;
  @ApiProperty(SOURCE) source!: string;
}

/** A list of tag filters among the criteria of a search. */
export const AskedTags =
  (description: string, example?: readonly Partial<TagFilterDto>[]): PropertyDecorator =>
  (target, key) => {
    const schema = (filter: Function) =>
      ({ type: () => [filter], maxItems: LISTED, description, ...(example ? { example } : {}) }) as ApiPropertyOptions;
    const parse = (value: unknown): TagFilterDto[] =>
      (value as TagFilterRequest[]).map(({ tag, typeId, source }) => ({ tag, typeId: typeId ?? 0, source: source ?? '' }));
    declareCriterion(schema(TagFilterDto), { complaint: () => undefined, parse }, null, target, String(key));
    [
      ApiProperty({ ...schema(TagFilterRequest), required: false, nullable: true } as ApiPropertyOptions),
      IsOptional(),
      IsArray({ message: 'must be a list' }),
      ArrayMaxSize(LISTED, { message: `must have at most ${LISTED} entries` }),
      ValidateNested({ each: true }),
      Type(() => TagFilterRequest),
    ].forEach((decorate) => decorate(target, key));
  };
