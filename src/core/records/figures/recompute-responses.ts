import { execute, rows } from '../../database/rows';
import type { Transaction, View } from '../../database/transactions';
import type { RecordType } from '../../fields/record-type';
import { identifier, list, sql, values } from '../../sql';
import { storedText } from '../reading/response-text';
import { loadAll, storedFields, type Stored } from '../writing/stored';
import { insertRows, responseCells } from '../writing/writer';

/** Those of the ids whose stored response is absent, of another version or not what follows from the record. */
export async function staleResponses({ em }: View, type: RecordType, ids: readonly number[]): Promise<number[]> {
  const fields = storedFields(type);
  const cells = list(fields.map(({ name }) => identifier('r', name)));
  const found = await rows(
    em,
    sql`SELECT r.id, d.version = r.version, d.text, ${cells} FROM ${identifier(type.table)} r LEFT JOIN ${identifier(`${type.table}_response`)} d ON d.id = r.id WHERE r.id IN (${values(ids)})`,
  );
  return found.flatMap(([id, isCurrent, text, ...read]) => {
    const record = Object.fromEntries(fields.map(({ name }, index) => [name, read[index]]));
    return isCurrent && text === storedText(type, record) ? [] : [id as number];
  });
}

export async function fixResponses({ em }: Transaction, type: RecordType, ids: readonly number[]): Promise<void> {
  const records = (await loadAll(em, type, ids)) as (Stored & { id: number })[];
  const table = `${type.table}_response`;
  await execute(em, sql`DELETE FROM ${identifier(table)} WHERE id IN (${values(ids)})`);
  await insertRows(
    em,
    table,
    records.map((record) => [['id', record.id], ...responseCells(type, record)]),
  );
}
