import { setTimeout as pause } from 'node:timers/promises';
import { Transactions } from '../src/core/database';
import { execute } from '../src/core/database/rows';
import { SYSTEM_CALLER } from '../src/core/callers';
import { sql, Sql } from '../src/core/sql';
import { startApp, type TestApp } from './support/app';
import { samplesOf } from './support/metrics';

/** Whatever shows figures, folded texts, words, index rows and keys of duplicates. */
const QUESTIONS: readonly (readonly [method: 'get' | 'post', path: string, body?: object])[] = [
  ['get', '/api/Candidates?limit=300'],
  ['get', '/api/Jobs?limit=300'],
  ['get', '/api/Contacts?limit=300&orderBy=surname,id'],
  ['get', '/api/Clients?limit=300&orderBy=-openJobs,id'],
  ['get', '/api/Candidates/Duplicates?limit=100'],
  ['post', '/api/Jobs/Search?limit=300', { jobTitle: 'engineer' }],
  [
    'post',
    '/api/Candidates/Query?limit=300',
    { filters: { combinator: 'and', rules: [{ field: 'lastName', operator: 'beginsWith', value: 'a' }] } },
  ],
];
/** As an earlier version may leave a database behind. */
const EARLIER = [
  'UPDATE candidate_figure SET applicationsCount = applicationsCount + 5',
  'DELETE FROM job_figure WHERE id < 50',
  "UPDATE contact_index SET surname = 'zzz'",
  "UPDATE client_text SET name = 'zzz'",
  'DELETE FROM candidate_response',
  'DELETE FROM candidate_duplicate',
  'DELETE FROM candidate_duplicate_group',
  'UPDATE recomputation SET migration = 1765013000000',
];

let service: TestApp;
beforeAll(async () => void (service = await startApp()));
afterAll(() => service.close());

const answers = ({ http }: TestApp): Promise<unknown[]> =>
  Promise.all(
    QUESTIONS.map(async ([method, path, body]) => {
      const { text } = await http[method](path).send(body).expect(200);
      return text;
    }),
  );
const isMarked = async ({ http }: TestApp): Promise<boolean> => 'x-recomputing' in (await http.get('/api/Me').expect(200)).headers;
const remaining = async ({ http }: TestApp): Promise<number | undefined> =>
  samplesOf((await http.get('/metrics').expect(200)).text)['recomputation_remaining_ratio'];
const until = async (isDone: () => Promise<boolean>): Promise<void> => {
  while (!(await isDone())) await pause(100);
};

describe('A database that an earlier version has filled', () => {
  it('is right after the start without a command, goes on after a restart, and says until when it is not', async () => {
    const before = await answers(service);
    expect([await isMarked(service), await remaining(service)]).toEqual([false, 0]);
    await service.app.get(Transactions, { strict: false }).write(SYSTEM_CALLER, async ({ em }) => {
      for (const statement of EARLIER) await execute(em, new Sql(statement));
    });

    const first = await service.twin();
    expect(await isMarked(first)).toBe(true);
    expect(await remaining(first)).toBeGreaterThan(0);
    expect(await answers(first)).not.toEqual(before);
    await first.close();

    const [second, third] = [await service.twin(), await service.twin()];
    try {
      expect(await isMarked(second)).toBe(true);
      await until(async () => !(await isMarked(second)) && !(await isMarked(third)));
      expect(await answers(second)).toEqual(before);
      expect(await answers(third)).toEqual(before);
    } finally {
      await second.close();
      await third.close();
    }

    const fourth = await service.twin();
    expect([await isMarked(fourth), await remaining(fourth)]).toEqual([false, 0]);
    await fourth.close();
  });

  it('is checked from the beginning if another version has migrated it meanwhile', async () => {
    await service.app.get(Transactions, { strict: false }).write(SYSTEM_CALLER, async ({ em }) => {
      await execute(em, sql`UPDATE recomputation SET migration = 1, isComplete = 0, step = 1000, position = '[]'`);
    });
    const next = await service.twin();
    try {
      // it would be complete if it went on where it was
      expect(await remaining(next)).toBeGreaterThan(0.5);
      await until(async () => !(await isMarked(next)));
    } finally {
      await next.close();
    }
  });
});
