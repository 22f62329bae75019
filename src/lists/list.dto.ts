import { ApiProperty } from '@nestjs/swagger';
import { NAME } from '../core/sql/columns';
import { NewOf, ResponseOf, UpdateOf, ValidateField } from '../core/fields/shapes';
import { INT32, intRule } from '../core/fields/value-rules';
import { IntFigure, NameOf } from '../core/fields/decorators';
import { PageQuery } from '../core/http';
import { QueryOrder } from '../core/records';
import { LISTABLE_TYPES, SavedList } from './list.entity';

/** Maximum number of ids in a request. */
const MAX_IDS = 1000;
const ID = { type: 'integer', format: 'int32', ...INT32, minimum: 0, example: 1 } as const;

/** Query parameters of the records on a list. */
export class ListedQuery extends PageQuery {
  @QueryOrder('by id')
  readonly orderBy?: string;
}

/** How many records of a type are on the list: deleted ones stay on it, and are not seen. */
const count = (table: string): string =>
  `(SELECT COUNT(*) FROM saved_list_record sr JOIN ${table} m ON m.id = sr.recordID WHERE sr.listID = r.id AND m.deleted = 0)`;

/** A saved list. */
export class SavedListDto extends ResponseOf(SavedList) {
  @NameOf('createdByID', { example: 'Amelia Hart' }) createdByName!: string | null;
  @IntFigure(`(CASE r.type ${LISTABLE_TYPES.map((type) => `WHEN '${type}' THEN ${count(type.toLowerCase())}`).join(' ')} ELSE 0 END)`, {
    live: true,
    example: 12,
    description: 'Number of records on the list.',
  })
  count!: number;
}

export class SavedListCreateDto extends NewOf(SavedListDto, ['name', 'type']) {}

/** The same as it is sent: absent = unchanged, null = cleared. */
export class SavedListUpdateDto extends UpdateOf(SavedListDto) {}

/** A record on a list. */
export class ListedRecordDto {
  @ApiProperty({ ...ID, description: 'Of the record.' }) id!: number;
  @ApiProperty({ type: String, maxLength: NAME * 5, nullable: true, example: 'Ava Nguyen', description: 'Its name, or title.' }) name!:
    string | null;
  @ApiProperty({ type: String, format: 'date-time', maxLength: 40, example: '2026-11-02T04:10:00.000Z' }) addedDate!: string;
  @ApiProperty({ ...ID, description: 'User who added it.' }) addedByID!: number;
  @ApiProperty({ type: String, maxLength: NAME, nullable: true, example: 'Amelia Hart' }) addedByName!: string | null;
}

/** Records that are put on a list. */
export class ListedIdsDto {
  @ApiProperty({ type: 'array', maxItems: MAX_IDS, items: ID, example: [1, 2, 3], description: 'Ids of records of the type of the list.' })
  @ValidateField({ validate: validateIds, clearable: false, derived: false }, true)
  ids!: number[];
}

function validateIds(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length > MAX_IDS) return `must be an array of at most ${MAX_IDS} ids`;
  const wrong = value.findIndex((id) => intRule(0).validate(id) !== undefined);
  return wrong < 0 ? undefined : `must be an array in which every item ${intRule(0).validate(value[wrong])}; item ${wrong} is not`;
}
