import { rows } from '../../database/rows';
import type { Transaction, View } from '../../database/transactions';
import { indexedForm, indexRowFields, indexTable } from '../../fields/index-row';
import type { RecordType } from '../../fields/record-type';
import { identifier, list, sql, values } from '../../sql';
import { indexRows, replaceSideRows } from '../writing/side-rows';

/** Those of the ids whose index rows are not what follows from the records now. Both are read at one moment. */
export async function staleIndexRows({ em }: View, type: RecordType, ids: readonly number[]): Promise<number[]> {
  const fields = indexRowFields(type);
  const cells = list(['r', 'i'].flatMap((alias) => fields.map(({ name }) => identifier(alias, name))));
  const found = await rows(
    em,
    sql`SELECT r.id, i.id, ${cells} FROM ${identifier(type.table)} r LEFT JOIN ${identifier(indexTable(type))} i ON i.id = r.id WHERE r.id IN (${values(ids)})`,
  );
  const isWrong = ([, row, ...read]: readonly unknown[]): boolean =>
    row === null || fields.some((field, index) => expected(field.type === 'text', read[index]) !== read[fields.length + index]);
  return found.filter(isWrong).map(([id]) => id as number);
}

const expected = (isText: boolean, cell: unknown): unknown => (isText ? indexedForm(cell) : cell);

export const fixIndexRows = ({ em }: Transaction, type: RecordType, ids: readonly number[]): Promise<void> =>
  replaceSideRows(em, type, indexRows(type), ids);
