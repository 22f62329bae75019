import { onServer } from '../../database/support/kind';
import { openStore, type TestStore } from '../../database/support/store';
import { AsyncResource } from 'node:async_hooks';
import type { EntityManager } from 'typeorm';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import type { Transaction } from '../../database';
import { execute, rows } from '../../database/rows';
import { storedFigures } from '../side-tables';
import { Problem } from '../../problems';
import type { RecordType } from '../../fields/record-type';
import { identifier, list, sql, type Sql } from '../../sql';
import { refreshAffectedFigures } from './affected-records';
import { refreshFigures } from './figures';
import type { RecordResponse } from '../reading/mapper';
import { validateReference } from '../writing/references';
import { readResponses } from '../reading/reader';
import { change } from '../change';
import { insertRecord } from '../writing/writer';
import { allRecordTypes, recordTypeNamed } from '../../database/support/record-types';

const changes = Number(process.env['PROPERTY_RUNS'] ?? 60);
const of = (name: string): RecordType => recordTypeNamed(name);
const types = (): RecordType[] => allRecordTypes().filter((type) => storedFigures(type).length > 0);

/** Pseudo-random numbers, the same every time. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return 1 + Math.floor((state / 2 ** 32) * sides);
  };
}

/** Starts work outside of any open transaction. */
const outside = new AsyncResource('another caller');

const roll = dice(20261120);
const rollOrNull = (sides: number): number | null => (roll(5) === 1 ? null : roll(sides));
const day = (): Date => new Date(Date.UTC(2026, roll(12) - 1, roll(28), roll(24) - 1, 0, 0, roll(1000) - 1));
const oftenNot = (): boolean => roll(5) === 1;

describe('Figures', () => {
  let own: TestStore;
  const write = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => own.transactions.write(SYSTEM_CALLER, work);

  /** The values each kind of record is created with and changed to. */
  const created: Readonly<Record<string, () => object>> = {
    Client: () => ({ name: `client ${roll(100)}`, deleted: oftenNot() }),
    Contact: () => ({ clientID: rollOrNull(4), deleted: oftenNot() }),
    Candidate: () => ({ deleted: oftenNot() }),
    Job: () => ({ clientID: rollOrNull(4), stageID: roll(8), deleted: oftenNot() }),
    Application: () => ({ jobID: rollOrNull(5), candidateID: rollOrNull(5), stageID: roll(9), deleted: oftenNot() }),
    Placement: () => ({ jobID: rollOrNull(5), candidateID: rollOrNull(5), statusID: roll(5), approvedDate: day(), deleted: oftenNot() }),
    Activity: () => ({ category: roll(6), statusID: roll(3), activityDate: oftenNot() ? null : day(), deleted: oftenNot() }),
  };
  const amounts: Readonly<Record<string, number>> = {
    Client: 4,
    Contact: 5,
    Candidate: 5,
    Job: 5,
    Application: 40,
    Placement: 20,
    Activity: 40,
  };

  const link = (activityID: number): Sql =>
    sql`INSERT INTO activity_link (activityID, kind, recordID, isMain, isLinked) VALUES ${list(['Candidate', 'Contact', 'Client', 'Job'].map((kind) => sql`(${activityID}, ${kind}, ${roll(kind === 'Client' ? 4 : 5)}, 0, 1)`))}`;

  beforeAll(async () => {
    own = await openStore();
    await write(async ({ em, now }) => {
      await insertRecord(em, of('User'), { id: SYSTEM_CALLER.userID, name: 'service' });
      for (const [name, amount] of Object.entries(amounts)) {
        for (let id = 1; id <= amount; id++)
          await insertRecord(em, of(name), { ...created[name]?.(), createdDate: day(), dateCreated: now });
      }
      for (let jobID = 1; jobID <= 5; jobID++) {
        for (const contactID of new Set([roll(5), roll(5)]))
          await execute(em, sql`INSERT INTO job_contact (jobID, contactID) VALUES (${jobID}, ${contactID})`);
      }
      for (let id = 1; id <= 40; id++) await execute(em, link(id));
      for (const type of types()) await refreshFigures(em, type, 'all');
    });
  });
  afterAll(() => own.close());

  const figures = async (em: EntityManager): Promise<unknown> => {
    const found: Record<string, unknown> = {};
    for (const type of types()) {
      const names = list([identifier('id'), ...storedFigures(type).map(({ name }) => identifier(name))]);
      found[type.name] = await rows(em, sql`SELECT ${names} FROM ${identifier(`${type.table}_figure`)} ORDER BY id`);
    }
    return found;
  };

  describe('match the records that they are derived from:', () => {
    let recordsByType: ReadonlyMap<string, RecordResponse[]>;
    let contactsOf: [jobID: number, contactID: number][];
    let links: unknown[][];
    let deleted: ReadonlySet<string>;

    beforeAll(() =>
      write(async (transaction) => {
        const { em } = transaction;
        const responses = new Map<string, RecordResponse[]>();
        const gone = new Set<string>();
        for (const name of Object.keys(amounts)) {
          const found = await rows(em, sql`SELECT id, deleted FROM ${identifier(of(name).table)} ORDER BY id`);
          responses.set(
            name,
            await readResponses(
              transaction,
              of(name),
              found.map(([id]) => Number(id)),
            ),
          );
          found.filter(([, isDeleted]) => isDeleted === 1).forEach(([id]) => gone.add(`${name} ${String(id)}`));
        }
        recordsByType = responses;
        deleted = gone;
        contactsOf = (await rows(em, sql`SELECT jobID, contactID FROM job_contact`)).map(([jobID, contactID]) => [
          Number(jobID),
          Number(contactID),
        ]);
        links = await rows(em, sql`SELECT activityID, kind, recordID FROM activity_link`);
      }),
    );

    const every = (name: string): RecordResponse[] => recordsByType.get(name) ?? [];
    const live = (name: string): RecordResponse[] => every(name).filter(({ id }) => !deleted.has(`${name} ${String(id)}`));
    const livePlacements = (): RecordResponse[] => live('Placement').filter(({ statusID }) => statusID !== 5);
    const openJobs = (): RecordResponse[] => live('Job').filter(({ stageID }) => Number(stageID) <= 5);
    const jobsOf = (contact: RecordResponse) =>
      new Set<unknown>(contactsOf.filter(([, contactID]) => contactID === contact['id']).map(([jobID]) => jobID));
    const moments = (kind: string, id: unknown, status: number): string[] => {
      const its = new Set(links.filter(([, linked, recordID]) => linked === kind && recordID === id).map(([activityID]) => activityID));
      const found = live('Activity').filter((activity) => its.has(activity['id']) && activity['statusID'] === status);
      return found.map(({ activityDate, dateCreated }) => (activityDate ?? dateCreated) as string).sort();
    };
    const lastAndNext = (kind: string, { id, lastActivityDate, nextActivityDate }: RecordResponse) =>
      expect([lastActivityDate, nextActivityDate]).toEqual([moments(kind, id, 2).at(-1), moments(kind, id, 1)[0]]);

    it('of a job', () => {
      for (const job of every('Job')) {
        const its = live('Application').filter(({ jobID }) => jobID === job['id']);
        const inStages = (...stages: number[]) => its.filter(({ stageID }) => stages.includes(Number(stageID))).length;
        const placements = livePlacements().filter(({ jobID }) => jobID === job['id']);
        expect(job).toMatchObject({
          toDo: inStages(1),
          blue: inStages(2, 3),
          yellow: inStages(4, 5, 6),
          green: inStages(7),
          red: inStages(8, 9),
          total: its.length,
          placements: placements.length,
          candidatesFilled: placements.filter(({ statusID }) => statusID !== 1).length,
        });
      }
    });

    it('of a contact', () => {
      for (const contact of every('Contact')) {
        const jobs = jobsOf(contact);
        expect(contact).toMatchObject({
          openJobs: String(openJobs().filter(({ id }) => jobs.has(id)).length),
          placements: String(livePlacements().filter(({ jobID }) => jobs.has(jobID)).length),
        });
        lastAndNext('Contact', contact);
      }
    });

    it('of a client', () => {
      for (const client of every('Client')) {
        const its = ({ clientID }: RecordResponse): boolean => clientID === client['id'];
        const jobs = new Set(
          every('Job')
            .filter(its)
            .map(({ id }) => id),
        );
        expect(client).toMatchObject({
          openJobs: openJobs().filter(its).length,
          contacts: live('Contact').filter(its).length,
          placements: livePlacements().filter(({ jobID }) => jobs.has(jobID)).length,
        });
        lastAndNext('Client', client);
      }
    });

    it('of a candidate', () => {
      for (const candidate of every('Candidate')) {
        const its = ({ candidateID }: RecordResponse): boolean => candidateID === candidate['id'];
        const applied = live('Application')
          .filter(its)
          .map(({ createdDate }) => createdDate as string);
        expect(candidate['lastApplicationDate']).toEqual(applied.sort().at(-1));
        expect(candidate['statisticsCounts']).toContainEqual({ type: 'applications', value: applied.length });
        expect(candidate['statisticsCounts']).toContainEqual({ type: 'placements', value: livePlacements().filter(its).length });
      }
    });
  });

  it('are the same computed for some, twice and out of order, as for all', async () => {
    await write(async ({ em }) => {
      for (const type of types()) await refreshFigures(em, type, 'all');
      const all = await figures(em);
      for (const type of types()) {
        const set = list(
          storedFigures(type).map((field) => sql`${identifier(field.name)} = ${field.type === 'date' ? '2000-01-01 00:00:00.000' : 77}`),
        );
        await execute(em, sql`UPDATE ${identifier(`${type.table}_figure`)} SET ${set}`);
        await refreshFigures(em, type, [3, 1, 5, 2, 2, 4, 1, 999]);
      }
      expect(await figures(em)).toEqual(all);
    });
  });

  it('follow every change immediately, so that recomputing all changes nothing', async () => {
    let done = 0;
    for (let turn = 0; turn < changes; turn++) {
      const names = Object.keys(created).filter((name) => name !== 'Candidate');
      const name = names[roll(names.length) - 1] ?? 'Job';
      const body = Object.fromEntries(
        Object.entries(created[name]?.() ?? {}).map(([field, value]) => [
          field,
          value instanceof Date ? value.toISOString() : (value as unknown),
        ]),
      );
      // what the rules of its module reject changes nothing
      done += await write(async (transaction) => {
        await change(transaction, of(name), roll(amounts[name] ?? 1), await reachable(transaction, of(name), body));
        const stored = await figures(transaction.em);
        for (const type of types()) await refreshFigures(transaction.em, type, 'all');
        expect({ turn, name, body, kept: stored }).toEqual({ turn, name, body, kept: await figures(transaction.em) });
        return 1;
      }).catch(refused);
    }
    expect(done).toBeGreaterThan(changes / 3);
  });

  it('count everything that is added concurrently', async () => {
    const before = await own.transactions.read(SYSTEM_CALLER, ({ em }) => figures(em));
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        write(async (transaction) => {
          const id = await insertRecord(transaction.em, of('Application'), {
            jobID: 1 + (index % 3),
            candidateID: 1 + (index % 2),
            stageID: 1,
            createdDate: transaction.now,
          });
          await refreshAffectedFigures(transaction.em, of('Application'), [{ id }]);
        }),
      ),
    );
    const after = await own.transactions.read(SYSTEM_CALLER, ({ em }) => figures(em));
    expect(after).not.toEqual(before);
    await write(async ({ em }) => {
      for (const type of types()) await refreshFigures(em, type, 'all');
      expect(await figures(em)).toEqual(after);
    });
  });

  it('count new activities while others of the same records are completed, cancelled and deleted', async () => {
    const changed = (): object => ({ ...(roll(3) === 1 ? { deleted: true } : {}), statusID: roll(3), activityDate: day() });
    const add = async (transaction: Transaction): Promise<void> => {
      const id = await insertRecord(transaction.em, of('Activity'), { ...created['Activity']!(), dateCreated: transaction.now });
      await execute(transaction.em, link(id));
      await refreshAffectedFigures(transaction.em, of('Activity'), [{ id }]);
    };
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        write((transaction) =>
          index % 3 === 0 ? change(transaction, of('Activity'), roll(40), changed()).then(() => undefined) : add(transaction),
        ).catch(refused),
      ),
    );
    await write(async ({ em }) => {
      const kept = await figures(em);
      for (const type of types()) await refreshFigures(em, type, 'all');
      expect(kept).toEqual(await figures(em));
    });
  });

  if (onServer) {
    it('count what was committed while they waited for a lock on a shared record', async () => {
      await write(async ({ em }) => {
        await execute(em, sql`DELETE FROM job_contact`);
        await execute(em, sql`INSERT INTO job_contact (jobID, contactID) VALUES (1, 1), (1, 2), (1, 3), (2, 3)`);
        await refreshFigures(em, of('Contact'), 'all');
      });
      const apply = async (transaction: Transaction, jobID: number): Promise<void> => {
        const id = await insertRecord(transaction.em, of('Application'), { jobID, stageID: 1, createdDate: transaction.now });
        await refreshAffectedFigures(transaction.em, of('Application'), [{ id }]);
      };
      let waiting: Promise<void> = Promise.resolve();
      await write(async (transaction) => {
        await apply(transaction, 2);
        waiting = outside.runInAsyncScope(() => write((other) => apply(other, 1)));
        await new Promise((resolve) => setTimeout(resolve, 300));
      });
      await waiting;
      await write(async ({ em }) => {
        const stored = await figures(em);
        for (const type of types()) await refreshFigures(em, type, 'all');
        expect(stored).toEqual(await figures(em));
      });
    });
  }
});

/** A rejected change has changed nothing. */
function refused(error: unknown): number {
  if (error instanceof Problem) return 0;
  throw error;
}

/** A body without references to records that have been deleted meanwhile. */
async function reachable(transaction: Transaction, type: RecordType, body: object): Promise<object> {
  const stored: [string, unknown][] = [];
  for (const [name, value] of Object.entries(body)) {
    if (value === null || (await validateReference(transaction, type.field(name), value as number)) === undefined)
      stored.push([name, value]);
  }
  return Object.fromEntries(stored);
}
