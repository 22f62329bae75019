import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Transaction } from '../database';
import { FOR_UPDATE, INSERT_IF_ABSENT } from '../sql/dialect';
import { lockName } from '../database/lock-name';
import { execute, rows } from '../database/rows';
import type { RecordType } from '../fields/record-type';
import type { IdempotentRequest } from '../idempotency/idempotent-request';
import { KeyReused } from '../idempotency/run-once';
import { list, sql, Sql, sqlMoment } from '../sql';
import type { RowResult } from './row-result';
import type { Row } from './row';

/** The result of a row imported before: a hash of the row, and the line of the response. */
export interface PreviousResult {
  readonly request: string;
  readonly answer: string;
}

/** Results of rows imported before with the same key, by row number. */
export type PreviousResults = ReadonlyMap<number, PreviousResult>;

/**
 * Locks the import against others with the same key until the transaction ends.
 * @returns whether it has started before @throws KeyReused if the key was used for another import
 */
export async function lockImport({ em, caller, now }: Transaction, { key, request }: IdempotentRequest): Promise<boolean> {
  const row = sql`(${caller.userID}, ${key}, 0, ${request}, ${sqlMoment(now)})`;
  const isNew =
    (await execute(em, sql`${new Sql(INSERT_IF_ABSENT)} import_row (userID, idempotencyKey, rowNumber, request, at) VALUES ${row}`)) === 1;
  const [[known] = []] = await rows(
    em,
    sql`SELECT request FROM import_row WHERE userID = ${caller.userID} AND idempotencyKey = ${key} AND rowNumber = 0${new Sql(FOR_UPDATE)}`,
  );
  if (known !== request) throw new KeyReused('This Idempotency-Key was used for another import. Use a new key for every new import.');
  return !isNew;
}

/**
 * Lets imports that match records of a type take turns until the transaction ends: two rows with the same new key, in different files,
 * are one record.
 */
export const lockMatching = (em: EntityManager, { name }: RecordType): Promise<void> => lockName(em, `matching ${name}`);

export async function previousResults(
  { em, caller }: Transaction,
  { key }: IdempotentRequest,
  found: readonly Row[],
): Promise<PreviousResults> {
  const numbers = list(found.map(({ row }) => sql`${row}`));
  const known = await rows(
    em,
    sql`SELECT rowNumber, request, answer FROM import_row WHERE userID = ${caller.userID} AND idempotencyKey = ${key} AND rowNumber IN (${numbers})`,
  );
  return new Map(known.map(([row, request, answer]) => [row as number, { request: request as string, answer: answer as string }]));
}

/** Stores the results of rows, in the transaction that imported them. */
export async function storeResults(
  { em, caller, now }: Transaction,
  { key }: IdempotentRequest,
  done: ReadonlyMap<Row, RowResult>,
): Promise<void> {
  if (done.size === 0) return;
  const tuples = [...done].map(
    ([row, line]) => sql`(${caller.userID}, ${key}, ${row.row}, ${hashOf(row)}, ${JSON.stringify(line)}, ${sqlMoment(now)})`,
  );
  await execute(em, sql`INSERT INTO import_row (userID, idempotencyKey, rowNumber, request, answer, at) VALUES ${list(tuples)}`);
}

export const hashOf = ({ text }: Row): string => createHash('sha256').update(text).digest('hex');
