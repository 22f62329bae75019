import type { Transaction } from '../database';
import { INSERT_IF_ABSENT } from '../sql/dialect';
import { execute, rows } from '../database/rows';
import { Conflict, type ProblemKind } from '../problems/problem';
import { sql, Sql, sqlMoment } from '../sql';
import type { IdempotentRequest } from './idempotent-request';
import { ERASED } from './personal-data';

/** A response as it is sent. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | string[]>>;
  /** undefined if there is none. */
  readonly body?: string;
  /** Returned before. */
  readonly isReplayed?: boolean;
}

/** The response of the first request. */
export interface NewResponse extends StoredResponse {
  /** The body that is stored: without what is shown only once. */
  readonly kept?: string;
}

/** An idempotency key was reused for a different request, or with other rights. */
export class KeyReused extends Conflict {
  static override readonly kind: ProblemKind = {
    type: '/problems/idempotency-key-reused',
    status: 409,
    title: 'Idempotency key reused',
    meaning: 'The Idempotency-Key was used within the last day for a different request, or by a key or role with other rights.',
    remedy: 'Make a new key for every new request, and use it again only to repeat that request unchanged.',
  };
}

/** The response that would be repeated is no longer there. */
export class ResponseErased extends Conflict {
  static override readonly kind: ProblemKind = {
    type: '/problems/response-erased',
    status: 409,
    title: 'Response erased',
    meaning: 'The request has been carried out before; its response was about a person who has been erased since and is not kept.',
    remedy: 'Do not send the request again. To make a new record, use a new Idempotency-Key.',
  };
}

/**
 * Runs a request unless it has been run before, and stores its response in the same transaction. A failed request leaves
 * nothing, so a later one with the same key is run. A concurrent one waits for the row lock.
 * @throws KeyReused, ResponseErased
 */
export async function runOnce(
  transaction: Transaction,
  idempotentRequest: IdempotentRequest,
  work: () => Promise<NewResponse>,
): Promise<StoredResponse> {
  if (!(await claimKey(transaction, idempotentRequest))) return replayResponse(transaction, idempotentRequest);
  const { status, headers, body, kept } = await work();
  const text = kept === undefined ? sql`NULL` : sql`${kept}`;
  await execute(
    transaction.em,
    sql`UPDATE idempotent_answer SET status = ${status}, headers = ${JSON.stringify(headers)}, body = ${text} WHERE ${keyCondition(transaction, idempotentRequest)}`,
  );
  return { status, headers, body };
}

const keyCondition = ({ caller }: Transaction, { key }: IdempotentRequest): Sql =>
  sql`userID = ${caller.userID} AND idempotencyKey = ${key}`;

async function claimKey({ em, caller, now }: Transaction, { key, request }: IdempotentRequest): Promise<boolean> {
  const row = sql`(${caller.userID}, ${key}, ${request}, ${sqlMoment(now)})`;
  return (await execute(em, sql`${new Sql(INSERT_IF_ABSENT)} idempotent_answer (userID, idempotencyKey, request, at) VALUES ${row}`)) === 1;
}

async function replayResponse(transaction: Transaction, idempotentRequest: IdempotentRequest): Promise<StoredResponse> {
  const [[request, status, headers, body] = []] = await rows(
    transaction.em,
    sql`SELECT request, status, headers, body FROM idempotent_answer WHERE ${keyCondition(transaction, idempotentRequest)}`,
  );
  if (request !== idempotentRequest.request)
    throw new KeyReused(
      'This Idempotency-Key was used for another request, or with other rights, which see another response. Use a new key for every new request.',
    );
  if (status === ERASED)
    throw new ResponseErased('The request with this Idempotency-Key was carried out. Its response was about a person who has been erased.');
  return {
    status: Number(status),
    headers: JSON.parse(headers as string) as StoredResponse['headers'],
    body: (body as string | null) ?? undefined,
    isReplayed: true,
  };
}
