import { ApiProperty } from '@nestjs/swagger';
import { NAME } from '../core/sql/columns';
import { ValidateField } from '../core/fields/shapes';
import { INT32, intRule, textRule, type ValueRule } from '../core/fields/value-rules';
import { QueryInt } from '../core/http';
import { tagKey } from './tag-key';
import type { RecordTag } from './tags-of';

const TAG = { type: String, minLength: 1, maxLength: NAME, pattern: '\\S', example: 'Leadership' } as const;
const ID = { type: 'integer', format: 'int32', ...INT32, minimum: 0 } as const;
const TYPE = { ...ID, example: 1 } as const;
const SOURCE = { type: String, maxLength: NAME, example: 'user' } as const;

const validateTag = (value: unknown): string | undefined => {
  const isNamed = typeof value === 'string' && (value.length > NAME || tagKey(value) !== '');
  return isNamed ? textRule(NAME).validate(value) : `must be a string of 1 to ${NAME} characters`;
};
const optional = ({ validate: complaint }: Pick<ValueRule, 'validate'>): PropertyDecorator =>
  ValidateField({ validate: complaint, clearable: true, derived: false });

/** A tag to add to a record. */
export class RecordTagNewDto {
  @ApiProperty(TAG)
  @ValidateField({ validate: validateTag, clearable: false, derived: false }, true)
  tag!: string;

  @ApiProperty({
    ...TYPE,
    required: false,
    nullable: true,
    description: 'An entry of the list tagType: 1 skill, 2 industry, 3 status, 4 other; absent or 0: other.',
  })
  @optional(intRule(0))
  typeId?: number | null;

  @ApiProperty({
    ...SOURCE,
    required: false,
    nullable: true,
    description:
      'How it is added, an entry of the list tagSource: user, api, import, …; absent or "": api for callers with a key, else user.',
  })
  @optional(textRule(NAME))
  source?: string | null;
}

/** A tag on a record. */
export class RecordTagDto implements RecordTag {
  @ApiProperty(TAG) readonly tag!: string;
  @ApiProperty(TYPE) readonly typeId!: number;
  @ApiProperty({ type: String, maxLength: NAME, example: 'Skill' }) readonly typeName!: string;
  @ApiProperty({ ...SOURCE, description: 'How it was added.' }) readonly source!: string;
  @ApiProperty({ ...ID, example: 1, description: 'User who added it; 0: unknown.' }) readonly createdByID!: number;
  @ApiProperty({ type: String, maxLength: NAME, nullable: true, example: 'Amelia Hart' }) readonly createdByName!: string | null;
  @ApiProperty({ type: String, format: 'date-time', maxLength: 40, required: false, example: '2026-11-16T02:00:00.000Z' })
  readonly createdDate?: string;
}

/** Which of several tags of the same text is meant. */
export class TagTypeQuery {
  @QueryInt({ default: 0, minimum: 0, description: 'Type of the tag; 0: any type.' })
  readonly typeId!: number;
}
