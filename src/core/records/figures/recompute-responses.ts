import { rows } from '../../database/rows';
import type { Transaction, View } from '../../database/transactions';
import type { RecordType } from '../../fields/record-type';
import { identifier, list, sql, values } from '../../sql';
import { storedText } from '../reading/stored-text';
import { replaceSideRows, responseRows } from '../writing/side-rows';
import { storedFields } from '../writing/stored';

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

export const fixResponses = ({ em }: Transaction, type: RecordType, ids: readonly number[]): Promise<void> =>
  replaceSideRows(em, type, responseRows(type), ids);
