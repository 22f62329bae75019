import type { Unit } from '../database';
import { INSERT_IF_ABSENT } from '../database/dialect';
import { execute, rows } from '../database/rows';
import { Conflict } from '../http/problem';
import { sql, Sql, sqlMoment } from '../query';
import type { AskedOnce } from './asked-once';

/** An answer as it is sent. */
export interface GivenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | string[]>>;
  /** undefined when it has none. */
  readonly body?: string;
  /** It was given before. */
  readonly isReplayed?: boolean;
}

/** A key stands for one request. */
export class KeyReused extends Conflict {
  override readonly type = '/problems/idempotency-key-reused';
  override readonly title = 'The idempotency key belongs to another request';
}

/**
 * Does what is asked unless it has been done, in the transaction of what is done: nothing remains of a request that fails,
 * and a later one with the same key does it. One that comes meanwhile waits for the row.
 * @throws KeyReused
 */
export async function once(unit: Unit, asked: AskedOnce, work: () => Promise<GivenAnswer>): Promise<GivenAnswer> {
  if (!(await claimed(unit, asked))) return replay(unit, asked);
  const { status, headers, body } = await work();
  const text = body === undefined ? sql`NULL` : sql`${body}`;
  await execute(
    unit.em,
    sql`UPDATE idempotent_answer SET status = ${status}, headers = ${JSON.stringify(headers)}, body = ${text} WHERE ${itsRow(unit, asked)}`,
  );
  return { status, headers, body };
}

const itsRow = ({ caller }: Unit, { key }: AskedOnce): Sql => sql`userID = ${caller.userID} AND idempotencyKey = ${key}`;

async function claimed({ em, caller, now }: Unit, { key, request }: AskedOnce): Promise<boolean> {
  const row = sql`(${caller.userID}, ${key}, ${request}, ${sqlMoment(now)})`;
  return (await execute(em, sql`${new Sql(INSERT_IF_ABSENT)} idempotent_answer (userID, idempotencyKey, request, at) VALUES ${row}`)) === 1;
}

async function replay(unit: Unit, asked: AskedOnce): Promise<GivenAnswer> {
  const [[request, status, headers, body] = []] = await rows(
    unit.em,
    sql`SELECT request, status, headers, body FROM idempotent_answer WHERE ${itsRow(unit, asked)}`,
  );
  if (request !== asked.request)
    throw new KeyReused('This Idempotency-Key came with another request before. Send every new request with a new key.');
  return {
    status: Number(status),
    headers: JSON.parse(headers as string) as GivenAnswer['headers'],
    body: (body as string | null) ?? undefined,
    isReplayed: true,
  };
}
