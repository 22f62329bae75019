import type { Field } from '../../core/fields/field';
import { resolveAlias } from '../../core/query/filterable';
import type { QueryRecord } from '../../core/query';
import type { Sql } from '../../core/sql';
import { isoOf } from '../../core/records';
import { selectCells, type ExplanationContext } from './explanation-context';

/** The value that a rule compares with, as in a response; null where it is unset. */
export async function actualValue(context: ExplanationContext, field: Field): Promise<unknown> {
  if (resolveAlias(context.record, field).source.in === 'name' && field.inResponse === 'field') return context.answer[field.name] || null;
  const [cell] = await selectCells(context, (record) => [storedValue(record, field)]);
  return asResponseValue(field, cell);
}

/** Texts are compared folded and shown as they are kept. */
function storedValue(record: QueryRecord, field: Field): Sql {
  const held = resolveAlias(record.type, field);
  return held.source.in === 'column' || held.source.in === 'code' ? record.column(held.name) : record.valueOf(field).sql;
}

function asResponseValue({ type }: Field, cell: unknown): unknown {
  if (cell === null || cell === undefined || cell === '') return null;
  if (type === 'date') return isoOf(cell as string);
  if (type === 'boolean') return Boolean(Number(cell));
  return type === 'text' ? cell : Number(cell);
}
