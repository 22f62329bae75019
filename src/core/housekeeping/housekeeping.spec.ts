import { openStore, type TestStore } from '../database/support/store';
import { onServer } from '../database/support/kind';
import { Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SYSTEM_CALLER } from '../callers/system-caller';
import { readSettings } from '../config';
import { Clock } from '../time/clock';
import { Transactions } from '../database';
import { execute, numberOf } from '../database/rows';
import { sql } from '../sql';
import { HousekeepingModule } from './housekeeping.module';
import { Housekeeping } from './housekeeping.service';

const moment = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('Housekeeping', () => {
  let own: TestStore;
  let started: Housekeeping[] = [];

  beforeAll(async () => void (own = await openStore()));
  afterAll(() => own.close());
  afterEach(async () => {
    await Promise.all(started.map((each) => each.beforeApplicationShutdown()));
    started = [];
    await own.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      await execute(em, sql`DELETE FROM chore`);
      await execute(em, sql`DELETE FROM counter`);
    });
    jest.restoreAllMocks();
  });

  /** Housekeeping of one process; each has transactions of its own. */
  async function start(tasks: Parameters<Housekeeping['add']>[0][], transactions = own.transactions): Promise<Housekeeping> {
    const housekeeping = new Housekeeping(transactions, readSettings({}));
    tasks.forEach((task) => housekeeping.add(task));
    started.push(housekeeping);
    await housekeeping.onApplicationBootstrap();
    return housekeeping;
  }

  it('completes all batches of all maintenance tasks when it catches up', async () => {
    const done: string[] = [];
    const task = (name: string, pieces: number) => ({ name, everySeconds: 3600, work: () => Promise.resolve(done.push(name) < pieces) });
    const housekeeping = await start([task('first', 3), task('second', 5)]);
    await housekeeping.catchUp();
    expect(done).toEqual(['first', 'first', 'first', 'second', 'second']);
  });

  it('runs them again the next time it catches up', async () => {
    let times = 0;
    const housekeeping = await start([{ name: 'again', everySeconds: 3600, work: () => Promise.resolve(++times < 0) }]);
    await housekeeping.catchUp();
    await housekeeping.catchUp();
    expect(times).toBe(2);
  });

  it('runs them on schedule', async () => {
    const times: number[] = [];
    await start([{ name: 'often', everySeconds: 0.02, work: () => Promise.resolve(times.push(Date.now()) < 0) }]);
    while (times.length < 3) await moment(10);
    expect(times.length).toBeGreaterThan(2);
  });

  it('never runs a maintenance task twice at the same time', async () => {
    let [running, most, times] = [0, 0, 0];
    const work = async (): Promise<boolean> => {
      most = Math.max(most, ++running);
      times += 1;
      await moment(15);
      running -= 1;
      return false;
    };
    const housekeeping = await start([{ name: 'long', everySeconds: 0.005, work }]);
    await Promise.all([housekeeping.catchUp(), housekeeping.catchUp(), housekeeping.catchUp()]);
    while (times < 6) await moment(10);
    expect(most).toBe(1);
  });

  it('keeps what a batch has written when the next one fails, logs it, and continues with the other tasks', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const failure = new Error('out of paper');
    let pieces = 0;
    const housekeeping = await start([
      {
        name: 'failing',
        everySeconds: 3600,
        work: async ({ em }) => {
          await execute(em, sql`INSERT INTO counter (name, value) VALUES (${`piece ${++pieces}`}, 1)`);
          if (pieces === 2) throw failure;
          return true;
        },
      },
      {
        name: 'other',
        everySeconds: 3600,
        work: async ({ em }) => (await execute(em, sql`INSERT INTO counter (name, value) VALUES ('other', 1)`)) < 0,
      },
    ]);
    await housekeeping.catchUp();
    expect(logged).toHaveBeenCalledWith(failure, 'failing');
    const names = await own.transactions.read(SYSTEM_CALLER, ({ em }) =>
      em.query<{ name: string }[]>('SELECT name FROM counter ORDER BY name'),
    );
    expect(names.map(({ name }) => name)).toEqual(['other', 'piece 1']);
  });

  it('ends after the current batch at shutdown, and starts nothing more', async () => {
    let pieces = 0;
    const housekeeping = await start([{ name: 'endless', everySeconds: 0.01, work: () => moment(20).then(() => ++pieces > 0) }]);
    const caughtUp = housekeeping.catchUp();
    while (pieces === 0) await moment(5);
    await housekeeping.beforeApplicationShutdown();
    await caughtUp;
    const atTheEnd = pieces;
    await moment(60);
    expect(pieces).toBe(atTheEnd);
  });

  it('requires unique names', async () => {
    const task = { name: 'one', everySeconds: 1, work: () => Promise.resolve(false) };
    const housekeeping = await start([task]);
    expect(() => housekeeping.add(task)).toThrow('Duplicate maintenance task: one.');
  });

  if (onServer) {
    describe('in several processes', () => {
      const process = (): Transactions => new Transactions(own.store, own.reader, new Clock());
      const count = (): Promise<number> =>
        own.transactions.read(SYSTEM_CALLER, ({ em }) => numberOf(em, sql`SELECT value FROM counter WHERE name = 'pieces'`));

      it('runs in one at a time, and each batch is done once', async () => {
        let [running, most] = [0, 0];
        await own.transactions.write(SYSTEM_CALLER, ({ em }) => execute(em, sql`INSERT INTO counter (name, value) VALUES ('pieces', 0)`));
        const task = {
          name: 'shared',
          everySeconds: 3600,
          work: async ({ em }: Parameters<Parameters<Housekeeping['add']>[0]['work']>[0]): Promise<boolean> => {
            most = Math.max(most, ++running);
            const done = await numberOf(em, sql`SELECT value FROM counter WHERE name = 'pieces'`);
            await moment(5);
            // counted without a lock: two at once would lose one
            if (done < 20) await execute(em, sql`UPDATE counter SET value = ${done + 1} WHERE name = 'pieces'`);
            running -= 1;
            return done < 20;
          },
        };
        const all = await Promise.all([process(), process(), process()].map((transactions) => start([task], transactions)));
        await Promise.all(all.map((each) => each.catchUp()));
        expect([await count(), most]).toEqual([20, 1]);
      });

      it('runs a maintenance task once per period', async () => {
        const times: number[] = [];
        const task = { name: 'hourly', everySeconds: 3600, work: () => Promise.resolve(times.push(1) < 0) };
        const first = await start([task], process());
        await first.catchUp();
        const again = { ...task, everySeconds: 0.02 };
        await start([again], process());
        await moment(200);
        expect(times).toHaveLength(1);
        await own.transactions.write(SYSTEM_CALLER, ({ em }) => execute(em, sql`UPDATE chore SET due = '2020-01-01 00:00:00.000'`));
        while (times.length < 2) await moment(10);
        expect(times.length).toBeGreaterThan(1);
      });

      it('leaves a task to another process when one has failed', async () => {
        jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
        let done = 0;
        const failing = await start([{ name: 'frail', everySeconds: 0.02, work: () => Promise.reject(new Error('fell over')) }], process());
        await moment(100);
        await failing.beforeApplicationShutdown();
        await start([{ name: 'frail', everySeconds: 0.02, work: () => Promise.resolve(++done < 0) }], process());
        while (done === 0) await moment(10);
        expect(done).toBeGreaterThan(0);
      });
    });
  } else {
    it('keeps the statistics of the embedded database up to date', async () => {
      const write = <T>(work: (em: EntityManager) => Promise<T>): Promise<T> => own.transactions.write(SYSTEM_CALLER, ({ em }) => work(em));
      const counted = (): Promise<number> =>
        write((em) => numberOf(em, sql`SELECT MAX(CAST(stat AS INTEGER)) FROM sqlite_stat1 WHERE tbl = 'tag'`));
      await write(async (em) => {
        for (let id = 1; id <= 50; id++)
          await execute(em, sql`INSERT INTO tag (id, tag, folded, typeID) VALUES (${id}, ${`tag ${id}`}, ${`tag ${id}`}, 1)`);
      });
      expect(await counted()).toBe(0);
      const housekeeping = await start([]);
      new HousekeepingModule(housekeeping).onModuleInit();
      await housekeeping.catchUp();
      expect(await counted()).toBe(50);
    });
  }
});
