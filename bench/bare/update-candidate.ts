import type { Pool, PoolConnection } from 'mysql2/promise';
import type { RecordResponse } from '../../src/core/records/reading/mapper';
import { fold } from '../../src/core/text/fold';
import type { BareResponses, BareBody } from './responses';
import { rows, type Value } from './database';

const TEXTS = ['email1', 'jobTitle', 'employer', 'suburb', 'summary'];
const cell = (name: string, value: Value): Value => (name === 'availabilityDate' ? `${String(value).slice(0, 10)} 00:00:00.000` : value);
const assignments = (names: readonly string[]): string => names.map((name) => `\`${name}\` = ?`).join(', ');

/** Gives the guarantees of the service: no lost updates, unique addresses, updated search texts, one transaction. */
export async function updateCandidate(pool: Pool, answers: BareResponses, id: number, body: BareBody): Promise<RecordResponse | undefined> {
  const connection = await pool.getConnection();
  try {
    await connection.query('START TRANSACTION');
    const answer = (await lockIfExists(connection, id)) ? await applyUpdate(connection, answers, id, body) : undefined;
    await connection.query('COMMIT');
    return answer;
  } catch (error) {
    await connection.query('ROLLBACK');
    throw error;
  } finally {
    connection.release();
  }
}

const lockIfExists = async (connection: PoolConnection, id: number): Promise<boolean> =>
  (await rows(connection, 'SELECT * FROM candidate WHERE id = ? FOR UPDATE', [id])).length > 0;

async function applyUpdate(
  connection: PoolConnection,
  answers: BareResponses,
  id: number,
  body: BareBody,
): Promise<RecordResponse | undefined> {
  const email = fold(String(body['email1']));
  const shared = `${email}\n`;
  const others = await rows(
    connection,
    'SELECT id FROM candidate WHERE (emailKey = ? OR (emailKey >= ? AND emailKey < ?)) AND id <> ? LIMIT 1',
    [email, shared, `${shared}:`, id],
  );
  if (others.length > 0) throw new Error('Another candidate has this address.');
  const names = Object.keys(body);
  const now = new Date().toISOString().slice(0, 23).replace('T', ' ');
  const values = names.map((name) => cell(name, body[name] ?? null));
  await rows(connection, `UPDATE candidate SET ${assignments([...names, 'emailKey', 'lastUpdateDate', 'updatedByID'])} WHERE id = ?`, [
    ...values,
    email,
    now,
    1,
    id,
  ]);
  await rows(connection, `UPDATE candidate_text SET ${assignments(TEXTS)} WHERE id = ?`, [
    ...TEXTS.map((name) => fold(String(body[name]))),
    id,
  ]);
  return answers.candidate(connection, id);
}

/** A single UPDATE without any guarantees. */
export async function updateBlindly(pool: Pool, id: number, body: BareBody): Promise<RecordResponse> {
  const names = Object.keys(body);
  await rows(pool, `UPDATE candidate SET ${assignments(names)} WHERE id = ?`, [...names.map((name) => cell(name, body[name] ?? null)), id]);
  return { id };
}
