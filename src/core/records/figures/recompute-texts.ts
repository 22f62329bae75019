import { rows } from '../../database/rows';
import { textFields } from '../side-tables';
import type { Transaction, View } from '../../database/transactions';
import type { RecordType } from '../../fields/record-type';
import { identifier, list, sql, values } from '../../sql';
import { replaceSideRows, textRows } from '../writing/side-rows';

/** Those of the ids whose folded texts are not what follows from their texts now. Both are read at one moment. */
export async function staleTexts({ em }: View, type: RecordType, ids: readonly number[]): Promise<number[]> {
  const fields = textFields(type);
  const { columns } = textRows(type);
  const cells = list([...fields.map(({ name }) => identifier('r', name)), ...columns.map(({ name }) => identifier('t', name))]);
  const found = await rows(
    em,
    sql`SELECT r.id, t.id, ${cells} FROM ${identifier(type.table)} r LEFT JOIN ${identifier(`${type.table}_text`)} t ON t.id = r.id WHERE r.id IN (${values(ids)})`,
  );
  const isWrong = ([, row, ...read]: readonly unknown[]): boolean => {
    const record = Object.fromEntries(fields.map(({ name }, index) => [name, read[index]]));
    return row === null || columns.some(({ cell }, index) => cell(record) !== read[fields.length + index]);
  };
  return found.filter(isWrong).map(([id]) => id as number);
}

export const fixTexts = ({ em }: Transaction, type: RecordType, ids: readonly number[]): Promise<void> =>
  replaceSideRows(em, type, textRows(type), ids);
