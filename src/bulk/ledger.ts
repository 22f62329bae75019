import { createHash } from 'node:crypto';
import type { Unit } from '../database';
import { FOR_UPDATE, INSERT_IF_ABSENT } from '../database/dialect';
import { execute, rows } from '../database/rows';
import type { AskedOnce } from '../idempotency/asked-once';
import { KeyReused } from '../idempotency/once';
import { list, sql, Sql, sqlMoment } from '../query';
import type { Line } from './line';
import type { Row } from './rows';

/** What rows with a key came to before, by their numbers. */
export type Remembered = ReadonlyMap<number, { readonly request: string; readonly answer: string }>;

/**
 * Holds the import against others with the same key until the unit ends.
 * @returns whether it has begun before @throws KeyReused when the key came with something else
 */
export async function holdImport({ em, caller, now }: Unit, { key, request }: AskedOnce): Promise<boolean> {
  const row = sql`(${caller.userID}, ${key}, 0, ${request}, ${sqlMoment(now)})`;
  const isNew =
    (await execute(em, sql`${new Sql(INSERT_IF_ABSENT)} import_row (userID, idempotencyKey, rowNumber, request, at) VALUES ${row}`)) === 1;
  const [[known] = []] = await rows(
    em,
    sql`SELECT request FROM import_row WHERE userID = ${caller.userID} AND idempotencyKey = ${key} AND rowNumber = 0${new Sql(FOR_UPDATE)}`,
  );
  if (known !== request) throw new KeyReused('This Idempotency-Key came with another import before. Send every new one with a new key.');
  return !isNew;
}

/** What came of rows when they were sent before. */
export async function remembered({ em, caller }: Unit, { key }: AskedOnce, found: readonly Row[]): Promise<Remembered> {
  const numbers = list(found.map(({ row }) => sql`${row}`));
  const known = await rows(
    em,
    sql`SELECT rowNumber, request, answer FROM import_row WHERE userID = ${caller.userID} AND idempotencyKey = ${key} AND rowNumber IN (${numbers})`,
  );
  return new Map(known.map(([row, request, answer]) => [row as number, { request: request as string, answer: answer as string }]));
}

/** Writes down what came of rows, in the unit in which it came. */
export async function remember({ em, caller, now }: Unit, { key }: AskedOnce, done: readonly { row: Row; line: Line }[]): Promise<void> {
  if (done.length === 0) return;
  const tuples = done.map(
    ({ row, line }) => sql`(${caller.userID}, ${key}, ${row.row}, ${hashOf(row)}, ${JSON.stringify(line)}, ${sqlMoment(now)})`,
  );
  await execute(em, sql`INSERT INTO import_row (userID, idempotencyKey, rowNumber, request, answer, at) VALUES ${list(tuples)}`);
}

export const hashOf = ({ text }: Row): string => createHash('sha256').update(text).digest('hex');
