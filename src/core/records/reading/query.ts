import { ApiProperty } from '@nestjs/swagger';
import type { Caller } from '../../callers';
import { LONG_TEXT } from '../../sql/columns';
import { ValidateField } from '../../fields/shapes';
import { textRule, type ValueRule } from '../../fields/value-rules';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';
import type { RecordSearch } from './page';
import { parseRequestFilter, parseRequestOrder } from './parse-request';

const clearable = (complaint: ValueRule['validate']): PropertyDecorator =>
  ValidateField({ validate: complaint, clearable: true, derived: false });
const isObject = (value: unknown): boolean => typeof value === 'object' && !Array.isArray(value);
const ORDER = { columnName: 'id', isAscending: true };

/** A filter and an order. */
export class RecordQueryDto {
  @ApiProperty({
    title: 'RecordFilter',
    oneOf: [
      { type: 'object', nullable: true, additionalProperties: true },
      { type: 'string', maxLength: LONG_TEXT },
    ],
    required: false,
    example: { combinator: 'and', rules: [{ field: 'id', operator: '<=', value: 20 }] },
    description:
      'A filter over the fields of a response, in the rule language of automations, as an object or as JSON text. When absent, null, "" or {}: all records that are not deleted.',
  })
  @clearable((value) =>
    isObject(value)
      ? undefined
      : typeof value === 'string'
        ? textRule(LONG_TEXT).validate(value)
        : 'must be a group {"combinator", "rules"}, or the same as JSON text',
  )
  filters?: object | string | null;

  @ApiProperty({
    title: 'RecordOrder',
    oneOf: [
      { type: 'object', nullable: true, additionalProperties: true },
      { type: 'array', maxItems: 3, items: { type: 'object', additionalProperties: true } },
    ],
    required: false,
    example: [ORDER],
    description:
      '{"columnName", "isAscending"}, or an array of up to three. Text is sorted ignoring case and accents, unset values come last, ties are sorted by id.',
  })
  @clearable((value) => (typeof value === 'object' ? undefined : 'must be {"columnName", "isAscending"}, or an array of them'))
  orderBy?: object | null;
}

/** The records that match a query. Unlike an automation, no filter matches every record. @throws InvalidRequest, MissingScope */
export function querySearch(
  caller: Caller,
  types: RecordTypes,
  type: RecordType,
  { filters, orderBy }: RecordQueryDto,
  timeZone: string,
): RecordSearch {
  const where = parseRequestFilter(caller, types, type, filters);
  const order = parseRequestOrder(caller, type, orderBy);
  return { where, order, timeZone, criteria: [where ? filters : null, order.map(({ field, isAscending }) => [field.name, isAscending])] };
}
