import { ApiProperty } from '@nestjs/swagger';
import { NAME } from '../database/columns';
import { CheckedAs, ResponseOf, UpdateOf } from '../fields/shapes';
import { INT32, intRule } from '../fields/values';
import { IntFigure, NameOf } from '../fields/vocabulary';
import { LISTED, SavedList } from './list.entity';

/** A request puts at most so many records on a list. */
const AT_ONCE = 1000;
const ID = { type: 'integer', format: 'int32', ...INT32, minimum: 0, example: 1 } as const;

/** How many records of a type are on the list: deleted ones stay on it, and are not seen. */
const count = (table: string): string =>
  `(SELECT COUNT(*) FROM saved_list_record sr JOIN ${table} m ON m.id = sr.recordID WHERE sr.listID = r.id AND m.deleted = 0)`;

/** A saved list as it is answered. */
export class SavedListDto extends ResponseOf(SavedList) {
  @NameOf('createdByID', { example: 'Amelia Hart' }) createdByName!: string | null;
  @IntFigure(`(CASE r.type ${LISTED.map((type) => `WHEN '${type}' THEN ${count(type.toLowerCase())}`).join(' ')} ELSE 0 END)`, {
    live: true,
    example: 12,
    description: 'How many records are on it.',
  })
  count!: number;
}

export class SavedListCreateDto extends UpdateOf(SavedListDto, ['name', 'type']) {}

/** The same as it is sent: absent = unchanged, null = cleared. */
export class SavedListUpdateDto extends UpdateOf(SavedListDto) {}

/** A record on a list. */
export class ListedRecordDto {
  @ApiProperty({ ...ID, description: 'Of the record.' }) id!: number;
  @ApiProperty({ type: String, maxLength: NAME * 5, nullable: true, example: 'Ava Nguyen', description: 'Its name, or title.' }) name!:
    string | null;
  @ApiProperty({ type: String, format: 'date-time', maxLength: 40, example: '2026-11-02T04:10:00.000Z' }) addedDate!: string;
  @ApiProperty({ ...ID, description: 'Who put it on the list.' }) addedByID!: number;
  @ApiProperty({ type: String, maxLength: NAME, nullable: true, example: 'Amelia Hart' }) addedByName!: string | null;
}

/** Records that are put on a list. */
export class ListedIdsDto {
  @ApiProperty({ type: 'array', maxItems: AT_ONCE, items: ID, example: [1, 2, 3], description: 'Ids of records of the type of the list.' })
  @CheckedAs({ complaint: idsComplaint, clearable: false, derived: false }, true)
  ids!: number[];
}

function idsComplaint(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length > AT_ONCE) return `must be a list of at most ${AT_ONCE} ids`;
  const wrong = value.findIndex((id) => intRule(0).complaint(id) !== undefined);
  return wrong < 0 ? undefined : `must be a list in which every entry ${intRule(0).complaint(value[wrong])}; entry ${wrong} is not`;
}
