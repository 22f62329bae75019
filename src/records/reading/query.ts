import { ApiProperty } from '@nestjs/swagger';
import { LONG_TEXT } from '../../database/columns';
import { CheckedAs } from '../../fields/shapes';
import { textRule, type ValueRule } from '../../fields/values';
import type { RecordType } from '../../fields/record-type';
import type { Sought } from './page';
import { filtersSaid, orderSaid } from './said';

const clearable = (complaint: ValueRule['complaint']): PropertyDecorator => CheckedAs({ complaint, clearable: true, derived: false });
const isObject = (value: unknown): boolean => typeof value === 'object' && !Array.isArray(value);
const ORDER = { columnName: 'id', isAscending: true };

/** Which records a query asks for, and in which order. */
export class RecordQueryDto {
  @ApiProperty({
    oneOf: [
      { type: 'object', nullable: true, additionalProperties: true },
      { type: 'string', maxLength: LONG_TEXT },
    ],
    required: false,
    example: { combinator: 'and', rules: [{ field: 'id', operator: '<=', value: 20 }] },
    description:
      'The condition in the rule language of automations, as an object or as JSON text, over the fields of an answer; absent, null, "" and {}: all that are not deleted.',
  })
  @clearable((value) =>
    isObject(value)
      ? undefined
      : typeof value === 'string'
        ? textRule(LONG_TEXT).complaint(value)
        : 'must be a group {"combinator", "rules"}, or the same as JSON text',
  )
  filters?: object | string | null;

  @ApiProperty({
    oneOf: [
      { type: 'object', nullable: true, additionalProperties: true },
      { type: 'array', maxItems: 3, items: { type: 'object', additionalProperties: true } },
    ],
    required: false,
    example: [ORDER],
    description:
      '{"columnName", "isAscending"}, or up to three of them; text is sorted folded, unset values come last, the id decides between equals.',
  })
  @clearable((value) => (typeof value === 'object' ? undefined : 'must be {"columnName", "isAscending"}, or a list of them'))
  orderBy?: object | null;
}

/** The records that match a query. It is a search, not an automation: no condition finds all. @throws InvalidRequest */
export function queried(type: RecordType, { filters, orderBy }: RecordQueryDto, timeZone: string): Sought {
  const where = filtersSaid(type, filters);
  const order = orderSaid(type, orderBy);
  return { where, order, timeZone, criteria: [where ? filters : null, order.map(({ field, isAscending }) => [field.name, isAscending])] };
}
