import { setTimeout as pause } from 'node:timers/promises';
import { Transactions } from '../src/core/database';
import { execute } from '../src/core/database/rows';
import { onServer } from '../src/core/database/support/kind';
import { SYSTEM_CALLER } from '../src/core/callers';
import { Housekeeping } from '../src/core/housekeeping';
import { sql, Sql, sqlMoment } from '../src/core/sql';
import { startApp, type TestApp } from './support/app';
import { setClock } from './support/event-processing';
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

describe('When processes of an earlier version go on for a while', () => {
  const MINUTES = 60_000;
  const write = (statements: readonly Sql[]): Promise<void> =>
    service.app.get(Transactions, { strict: false }).write(SYSTEM_CALLER, async ({ em }) => {
      for (const statement of statements) await execute(em, statement);
    });
  const seen = (at: Date): Sql => sql`UPDATE release_in_use SET seenDate = ${sqlMoment(at)} WHERE migration = 1765013000000`;
  const figures = async (): Promise<unknown[]> =>
    ((await service.http.get('/api/Candidates?limit=300&fields=id,statisticsCounts').expect(200)).body as unknown[]).slice();
  /** What is done in the background at a time. */
  async function at(time: Date): Promise<void> {
    await setClock(service, time);
    await service.app.get(Housekeeping, { strict: false }).catchUp();
  }

  it('makes right what they have stored when they have gone, once and unasked', async () => {
    const right = await figures();
    const wrong = new Sql('UPDATE candidate_figure SET applicationsCount = applicationsCount + 5');
    const start = Date.now() + 60 * MINUTES;
    const minutes = (after: number): Date => new Date(start + after * MINUTES);
    await write([
      sql`INSERT INTO release_in_use (migration, seenDate) VALUES (1765013000000, ${sqlMoment(minutes(0))})`,
      new Sql('UPDATE recomputation SET migration = 1765013000000, isSettled = 0, isComplete = 0, step = 0, position = NULL'),
      wrong,
    ]);
    await at(minutes(1));
    expect(await figures()).toEqual(right);

    await write([wrong, seen(minutes(10))]);
    await at(minutes(20));
    expect(await figures()).not.toEqual(right);
    expect(await isMarked(service)).toBe(false);

    await at(minutes(26));
    expect(await figures()).toEqual(right);

    await write([wrong]);
    await at(minutes(60));
    expect(await figures()).not.toEqual(right);
  });
});

if (onServer)
  describe('A process that only answers requests', () => {
    it('no longer says that what it shows may be wrong when another has recomputed it', async () => {
      await service.app.get(Transactions, { strict: false }).write(SYSTEM_CALLER, async ({ em }) => {
        await execute(em, sql`UPDATE recomputation SET migration = 1, isSettled = 0, isComplete = 0`);
      });
      const web = await service.twin({ ROLES: 'web' });
      try {
        expect(await isMarked(web)).toBe(true);
        await service.app.get(Housekeeping, { strict: false }).catchUp();
        await until(async () => !(await isMarked(web)));
      } finally {
        await web.close();
      }
    });
  });
