import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { sql, type Sql } from '../sql';
import { embeddedDriver } from '../sql/embedded-driver';
import { storageFailure, translateError } from './errors';
import { SearchThread } from './search-thread';

/** Counts: a million takes some tenths of a second. */
const counting = (most: number): Sql =>
  sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${most}) SELECT COUNT(*) FROM n`;
const AMOUNT = sql`SELECT COUNT(*), 'records' FROM record`;

describe('The thread for searches', () => {
  let file: string;
  let database: Database;
  const threads: SearchThread[] = [];
  const threadOn = (path: string, limitMs = 60_000): SearchThread => {
    const thread = new SearchThread(path, limitMs);
    threads.push(thread);
    return thread;
  };

  beforeAll(async () => {
    file = join(mkdtempSync(join(tmpdir(), 'search-thread-')), 'test.sqlite');
    database = new (await embeddedDriver())(file);
    database.pragma('journal_mode = WAL');
    database.exec('CREATE TABLE record (id INTEGER PRIMARY KEY)');
  });
  afterAll(async () => {
    await Promise.all(threads.map((thread) => thread.close()));
    database.close();
  });

  it('sees what has been committed, and nothing else', async () => {
    const thread = threadOn(file);
    database.exec('INSERT INTO record VALUES (1), (2)');
    expect(await thread.rows(AMOUNT)).toEqual([[2, 'records']]);
    database.exec('BEGIN; INSERT INTO record VALUES (3)');
    expect(await thread.rows(AMOUNT)).toEqual([[2, 'records']]);
    database.exec('COMMIT');
    expect(await thread.rows(AMOUNT)).toEqual([[3, 'records']]);
  });

  it('writes nothing', async () => {
    const written = await threadOn(file)
      .rows(sql`DELETE FROM record RETURNING id`)
      .catch((error: unknown) => error);
    expect(storageFailure(written)).toBe('The database is read-only. Nothing was saved.');
  });

  it('leaves the process free, and answers in the order of the questions', async () => {
    const thread = threadOn(file);
    await thread.rows(AMOUNT);
    const ended: string[] = [];
    const searches = [
      thread.rows(counting(1_000_000)).then(() => ended.push('long')),
      thread.rows(AMOUNT).then(() => ended.push('short')),
      new Promise<void>((resolve) => setImmediate(resolve)).then(() => ended.push('process')),
    ];
    await Promise.all(searches);
    expect(ended).toEqual(['process', 'long', 'short']);
  });

  it('gives up what takes too long, and goes on with the next question', async () => {
    const thread = threadOn(file, 1500);
    const slow: unknown = await thread.rows(counting(40_000_000)).catch(translateError);
    expect(slow).toMatchObject({ status: 503, detail: 'The query took too long. Narrow the search.' });
    expect(await thread.rows(sql`SELECT 7`)).toEqual([[7]]);
  });

  it.each([
    ['a statement that is wrong', sql`SELECT colour FROM record`, { message: 'no such column: colour', code: 'SQLITE_ERROR' }],
    ['a number that is none', sql`SELECT abs(-9223372036854775807 - 1)`, { message: 'integer overflow', code: 'SQLITE_ERROR' }],
  ])('passes on the error of %s', async (_, query, error) => {
    const thread = threadOn(file);
    await expect(thread.rows(query)).rejects.toMatchObject(error);
    expect(await thread.rows(sql`SELECT 7`)).toEqual([[7]]);
  });

  it('that cannot open the file fails, and tries again with the next question', async () => {
    const later = join(mkdtempSync(join(tmpdir(), 'search-thread-')), 'later.sqlite');
    const thread = threadOn(later);
    await expect(thread.rows(sql`SELECT 7`)).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' });
    new (await embeddedDriver())(later).exec('CREATE TABLE record (id INTEGER PRIMARY KEY)').close();
    expect(await thread.rows(AMOUNT)).toEqual([[0, 'records']]);
  });

  it('ends the searches under way when it is closed', async () => {
    const thread = threadOn(file);
    await thread.rows(AMOUNT);
    const searches = [thread.rows(counting(1_000_000)), thread.rows(AMOUNT)].map((each) => each.catch(translateError));
    await thread.close();
    for (const answer of await Promise.all(searches)) expect(answer).toMatchObject({ status: 503 });
  });
});
