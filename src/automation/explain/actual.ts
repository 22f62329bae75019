import type { Field } from '../../fields/field';
import { heldBy } from '../../query/filterable';
import type { Sql, Subject } from '../../query';
import { isoOf } from '../../records';
import { cellsFor, type Asked } from './asked';

/** The value that a rule on the field meets, in the form of an answer; null where it is unset. */
export async function actualOf(asked: Asked, field: Field): Promise<unknown> {
  if (heldBy(asked.record, field).source.in === 'name' && field.answered === 'field') return asked.answer[field.name] || null;
  const [cell] = await cellsFor(asked, (record) => [asStored(record, field)]);
  return inAnswer(field, cell);
}

/** Texts are compared folded and shown as they are kept. */
function asStored(record: Subject, field: Field): Sql {
  const held = heldBy(record.type, field);
  return held.source.in === 'column' || held.source.in === 'code' ? record.column(held.name) : record.valueOf(field).sql;
}

function inAnswer({ type }: Field, cell: unknown): unknown {
  if (cell === null || cell === undefined || cell === '') return null;
  if (type === 'date') return isoOf(cell as string);
  if (type === 'boolean') return Boolean(Number(cell));
  return type === 'text' ? cell : Number(cell);
}
