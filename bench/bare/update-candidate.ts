import type { Pool, PoolConnection } from 'mysql2/promise';
import type { Answer } from '../../src/records/reading/mapper';
import { fold } from '../../src/text/fold';
import type { BareAnswers, BareBody } from './answers';
import { rows, type Value } from './database';

const TEXTS = ['email1', 'jobTitle', 'employer', 'suburb', 'summary'];
const cell = (name: string, value: Value): Value => (name === 'availabilityDate' ? `${String(value).slice(0, 10)} 00:00:00.000` : value);
const setting = (names: readonly string[]): string => names.map((name) => `\`${name}\` = ?`).join(', ');

/** Everything that the service promises of a change: nothing lost between two at once, no address twice, texts that are searched, one transaction. */
export async function updateCandidate(pool: Pool, answers: BareAnswers, id: number, body: BareBody): Promise<Answer | undefined> {
  const connection = await pool.getConnection();
  try {
    await connection.query('START TRANSACTION');
    const answer = (await isThere(connection, id)) ? await changed(connection, answers, id, body) : undefined;
    await connection.query('COMMIT');
    return answer;
  } catch (error) {
    await connection.query('ROLLBACK');
    throw error;
  } finally {
    connection.release();
  }
}

const isThere = async (connection: PoolConnection, id: number): Promise<boolean> =>
  (await rows(connection, 'SELECT * FROM candidate WHERE id = ? FOR UPDATE', [id])).length > 0;

async function changed(connection: PoolConnection, answers: BareAnswers, id: number, body: BareBody): Promise<Answer | undefined> {
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
  await rows(connection, `UPDATE candidate SET ${setting([...names, 'emailKey', 'lastUpdateDate', 'updatedByID'])} WHERE id = ?`, [
    ...values,
    email,
    now,
    1,
    id,
  ]);
  await rows(connection, `UPDATE candidate_text SET ${setting(TEXTS)} WHERE id = ?`, [
    ...TEXTS.map((name) => fold(String(body[name]))),
    id,
  ]);
  return answers.candidate(connection, id);
}

/** One statement that promises nothing. */
export async function updateBlindly(pool: Pool, id: number, body: BareBody): Promise<Answer> {
  const names = Object.keys(body);
  await rows(pool, `UPDATE candidate SET ${setting(names)} WHERE id = ?`, [...names.map((name) => cell(name, body[name] ?? null)), id]);
  return { id };
}
