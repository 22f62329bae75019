import { onServer } from './support/kind';
import { openStore, type TestStore, schema } from './support/store';
import type { EntityManager } from 'typeorm';
import { SYSTEM_CALLER } from '../callers/system-caller';
import { Conflict, Unavailable } from '../problems/problem';
import { sql } from '../sql';
import { Clock } from '../time/clock';
import { DatabaseTransaction } from './database-transaction';
import { Transactions, type Transaction, type View } from './transactions';
import { execute, numberOf, rows } from './rows';
import { databaseAddress, type DatabaseServer } from '../config/database-address';
import { Logger } from '@nestjs/common';
import { relayTo } from './support/relay';
import { connect, connectReader, dataSourceFor } from './data-source';

const SOMEONE = { userID: 7, name: 'someone', scope: { divisions: 'all' } } as const;
const count = (em: EntityManager): Promise<number> => numberOf(em, sql`SELECT COUNT(*) FROM user`);
const add = (em: EntityManager, id: number): Promise<number> =>
  execute(em, sql`INSERT INTO user (id, name, isActive) VALUES (${id}, ${`user ${id}`}, 0)`);
const rename = (em: EntityManager, id: number, name: string): Promise<number> =>
  execute(em, sql`UPDATE user SET name = ${name} WHERE id = ${id}`);
const nameOf = async (em: EntityManager, id: number): Promise<unknown> =>
  (await rows(em, sql`SELECT name FROM user WHERE id = ${id}`))[0]?.[0];
const moment = (milliseconds = 5): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A gate that is opened from outside, for concurrent work that has to meet in the middle. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('Transactions', () => {
  let own: TestStore;
  let transactions: Transactions;
  const write = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => transactions.write(SYSTEM_CALLER, work);
  const committed = <T>(request: (em: EntityManager) => Promise<T>): Promise<T> =>
    transactions.read(SYSTEM_CALLER, ({ em }) => request(em));

  beforeAll(async () => {
    Logger.overrideLogger(false);
    own = await openStore();
    transactions = own.transactions;
  });
  afterAll(() => own.close());
  beforeEach(async () => {
    await write(async ({ em }) => {
      await execute(em, sql`DELETE FROM user`);
      await add(em, 1);
      await add(em, 2);
    });
  });

  describe('running concurrently', () => {
    it('all succeed, fifty at once, with several statements each', async () => {
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          write(async ({ em }) => {
            await add(em, 100 + index);
            await moment(1);
            return rename(em, 100 + index, 'renamed');
          }),
        ),
      );
      expect(results).toEqual(results.map(() => 1));
      expect(await committed((em) => numberOf(em, sql`SELECT COUNT(*) FROM user WHERE name = 'renamed'`))).toBe(50);
    });

    it('finish, three thousand small ones at once', async () => {
      await Promise.all(Array.from({ length: 3000 }, (_, index) => write(({ em }) => add(em, 1000 + index))));
      expect(await committed(count)).toBe(3002);
    });

    it('are not joined by work that began before them, and is resumed by one of them', async () => {
      // by then, transactions are not tracked any more
      await moment(120);
      const [resumed, done] = [gate(), gate()];
      const waiting = (async () => {
        await resumed.opened;
        const seen = await committed(count);
        done.open();
        await write(({ em }) => add(em, 4));
        return seen;
      })();
      const failing = write(async ({ em }) => {
        await add(em, 3);
        setTimeout(resumed.open);
        await done.opened;
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      expect(await waiting).toBe(2);
      expect(await committed(count)).toBe(3);
    });

    it('take turns where they change the same record and nodes of a cluster would make them conflict', async () => {
      const [first, second, order] = [gate(), gate(), [] as string[]];
      const change = (name: string, until: Promise<void>): Promise<void> =>
        transactions.writeRecord(SYSTEM_CALLER, 'User 1', async () => {
          order.push(`${name} begins`);
          await until;
          order.push(`${name} ends`);
        });
      own.store.isOnCluster = true;
      try {
        const both = [change('first', first.opened), change('second', second.opened)];
        second.open();
        await moment();
        first.open();
        await Promise.all(both);
      } finally {
        own.store.isOnCluster = false;
      }
      expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
    });

    it('keep what one has committed when another rolls back', async () => {
      const failed = write(async ({ em }) => {
        await add(em, 3);
        await moment();
        throw new Error('changed its mind');
      });
      const stored = write(({ em }) => add(em, 4));
      await expect(failed).rejects.toThrow('changed its mind');
      await stored;
      expect(await committed((em) => rows(em, sql`SELECT id FROM user ORDER BY id`))).toEqual([[1], [2], [4]]);
    });

    it('lose no increment that is computed by the database', async () => {
      await write(({ em }) => rename(em, 1, '0'));
      await Promise.all(
        Array.from({ length: 100 }, () => write(({ em }) => execute(em, sql`UPDATE user SET name = name + 1 WHERE id = 1`))),
      );
      expect(Number(await committed((em) => nameOf(em, 1)))).toBe(100);
    });
  });

  describe('and isolation', () => {
    it('are not visible before their commit, and do not block reads', async () => {
      const [written, goOn] = [gate(), gate()];
      const pending = write(async ({ em }) => {
        await rename(em, 1, 'not yet');
        written.open();
        await goOn.opened;
      });
      await written.opened;
      expect(await committed((em) => nameOf(em, 1))).toBe('user 1');
      goOn.open();
      await pending;
      expect(await committed((em) => nameOf(em, 1))).toBe('not yet');
    });

    it('see their own writes, in reads too', async () => {
      const seen = await write(async ({ em }) => {
        await add(em, 3);
        return committed(count);
      });
      expect(seen).toBe(3);
    });

    it('do not starve nested reads when many run at once', async () => {
      const nested = Array.from({ length: 40 }, () =>
        committed(async (em) => [await count(em), await committed(count), await write(({ em: inner }) => count(inner))]),
      );
      expect(await Promise.all(nested)).toEqual(nested.map(() => [2, 2, 2]));
    });

    it('cannot be started from a read on the embedded database', async () => {
      const outcome = committed((em) => add(em, 3));
      if (onServer) await outcome;
      else await expect(outcome).rejects.toThrow('read-only');
    });
  });

  describe('nested in each other', () => {
    it('are one, and roll back together', async () => {
      const outer = write(async ({ em }) => {
        await add(em, 3);
        await write((inner) => add(inner.em, 4));
        throw new Error('after all not');
      });
      await expect(outer).rejects.toThrow('after all not');
      expect(await committed(count)).toBe(2);
    });

    it('share the caller and the time of the outer one', async () => {
      await transactions.write(SOMEONE, async (outer) => {
        await moment();
        await write(async (inner) => {
          expect(inner.caller).toBe(SOMEONE);
          expect(inner.now).toEqual(outer.now);
        });
      });
    });

    it.each([0, 80])('reject one that starts when the outer is over, after a commit of at least %i ms', async (milliseconds) => {
      const commit = Object.getOwnPropertyDescriptor(DatabaseTransaction.prototype, 'commit')?.value as () => Promise<void>;
      jest.spyOn(DatabaseTransaction.prototype, 'commit').mockImplementationOnce(async function (this: DatabaseTransaction) {
        await moment(milliseconds);
        return commit.call(this);
      });
      let late: Promise<unknown> = Promise.resolve();
      const goOn = gate();
      await write(async () => {
        late = goOn.opened.then(() => write(({ em }) => add(em, 3)));
      });
      goOn.open();
      await expect(late).rejects.toThrow('This transaction has ended');
      expect(await committed(count)).toBe(2);
    });

    it.each(['commits', 'rolls back'])('reject a statement that nobody awaited, after the transaction %s', async (end) => {
      let late: Promise<unknown> = Promise.resolve();
      const pending = write(async ({ em }) => {
        late = (async () => {
          for (let id = 3; ; id++) {
            await add(em, id);
            await new Promise(setImmediate);
          }
        })();
        late.catch(() => undefined);
        await moment();
        if (end === 'rolls back') throw new Error('no');
      });
      await pending.catch(() => undefined);
      const stored = await committed(count);
      await expect(late).rejects.toThrow('already released');
      expect(await committed(count)).toBe(stored);
      if (end === 'rolls back') expect(stored).toBe(2);
    });

    it('get their time from the clock', async () => {
      const clock = new Clock(new Date('2031-05-06T07:08:09.010Z'));
      const { now } = await new Transactions(own.store, own.reader, clock).write(SOMEONE, async (transaction) => transaction);
      expect(Math.abs(now.getTime() - Date.parse('2031-05-06T07:08:09.010Z'))).toBeLessThan(20_000);
    });
  });

  describe('with after-commit effects', () => {
    it('run these outside of the transaction, in order', async () => {
      const effects: unknown[] = [];
      const [done, written] = [gate(), gate()];
      await write(async ({ em, afterCommit }) => {
        afterCommit(() => void effects.push('first'));
        afterCommit(async () => {
          effects.push(await committed(count));
          await write((another) => add(another.em, 4));
          done.open();
        });
        await add(em, 3);
        expect(effects).toEqual([]);
        written.open();
      });
      await done.opened;
      expect(effects).toEqual(['first', 3]);
      expect(await committed(count)).toBe(4);
    });

    it('run none of these after a rollback', async () => {
      const effects: unknown[] = [];
      await expect(
        write(async ({ afterCommit }) => {
          afterCommit(() => void effects.push('never'));
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      await moment();
      expect(effects).toEqual([]);
    });

    it.each<[string, () => void | Promise<void>]>([
      [
        'throws',
        () => {
          throw new Error('an effect failed');
        },
      ],
      [
        'throws an error that would be retried',
        () => {
          throw Object.assign(new Error('lost'), { code: 'ECONNRESET' });
        },
      ],
      ['rejects', () => Promise.reject(new Error('an effect failed later'))],
    ])('stay committed, once, when an effect %s', async (_, effect) => {
      let runs = 0;
      let next = false;
      await write(async ({ em, afterCommit }) => {
        runs += 1;
        await add(em, 3);
        afterCommit(effect);
        afterCommit(() => void (next = true));
      });
      await moment();
      expect({ runs, next, users: await committed(count) }).toEqual({ runs: 1, next: true, users: 3 });
    });
  });

  describe('as rehearsals', () => {
    it('return their result and leave nothing', async () => {
      const effects: string[] = [];
      const seen = await transactions.rehearse(SOMEONE, async ({ em, caller, afterCommit }) => {
        afterCommit(() => void effects.push('never'));
        await add(em, 3);
        return [caller, await count(em)];
      });
      await moment();
      expect([seen, await committed(count), effects]).toEqual([[SOMEONE, 3], 2, []]);
    });

    it('fail with the error of their work', async () => {
      await expect(transactions.rehearse(SYSTEM_CALLER, ({ em }) => add(em, 1))).rejects.toThrow(Conflict);
      expect(await committed(count)).toBe(2);
    });

    it('are rejected within another, which would be rolled back as well', async () => {
      await expect(write(() => transactions.rehearse(SYSTEM_CALLER, ({ em }) => add(em, 3)))).rejects.toThrow(
        'A rehearsal cannot run within a transaction',
      );
      expect(await committed(count)).toBe(2);
    });
  });

  describe('that fail', () => {
    it.each<[string, (em: EntityManager) => Promise<unknown>]>([
      ['a unique value', (em) => add(em, 1)],
      ['a reference', (em) => execute(em, sql`INSERT INTO site (clientID, deleted) VALUES (999, 0)`)],
    ])('for %s are a conflict, and not retried', async (_, fail) => {
      let tries = 0;
      const outcome = write(async ({ em }) => {
        tries += 1;
        await add(em, 3);
        await fail(em);
      });
      await expect(outcome).rejects.toBeInstanceOf(Conflict);
      expect(tries).toBe(1);
      expect(await committed(count)).toBe(2);
    });

    it('keep an error that is not from the database', async () => {
      const error = new RangeError('mine');
      await expect(write(() => Promise.reject(error))).rejects.toBe(error);
      await expect(committed(() => Promise.reject(error))).rejects.toBe(error);
    });

    it('are retried in a new transaction after a temporary failure of the database', async () => {
      const effects: number[] = [];
      let tries = 0;
      await write(async ({ em, afterCommit }) => {
        tries += 1;
        const mine = tries;
        afterCommit(() => void effects.push(mine));
        await add(em, 3);
        if (tries < 3) throw refusal;
      });
      expect({ tries, effects, users: await committed(count) }).toEqual({ tries: 3, effects: [3], users: 3 });
    });

    it('give up in the end', async () => {
      let tries = 0;
      const outcome = write(async () => {
        tries += 1;
        throw refusal;
      });
      await expect(outcome).rejects.toBeInstanceOf(Unavailable);
      expect(tries).toBe(5);
    });

    it('give up at once when the database has kept them waiting', async () => {
      let tries = 0;
      const time = jest.spyOn(performance, 'now').mockImplementation(() => 1000 * tries);
      const outcome = write(async () => {
        tries += 1;
        throw refusal;
      });
      await expect(outcome).rejects.toBeInstanceOf(Unavailable);
      time.mockRestore();
      expect(tries).toBe(2);
    });

    it('that lose to others are retried more often: these end', async () => {
      let tries = 0;
      const outcome = await write(() => {
        tries += 1;
        if (tries < 8) throw Object.assign(new Error('Deadlock found when trying to get lock'), { errno: 1213 });
        return Promise.resolve('won');
      });
      expect([outcome, tries]).toEqual(['won', 8]);
    });

    it('leave the connection clean when the database itself has rolled back', async () => {
      await expect(
        write(async ({ em }) => {
          await add(em, 3);
          await execute(em, sql`ROLLBACK`);
          throw new Error('gone');
        }),
      ).rejects.toThrow('gone');
      await write(({ em }) => add(em, 4));
      await expect(
        write(async ({ em }) => {
          await add(em, 5);
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      expect(await committed((em) => rows(em, sql`SELECT id FROM user ORDER BY id`))).toEqual([[1], [2], [4]]);
    });

    it('at the commit itself are not retried: its result is unknown', async () => {
      let tries = 0;
      const lost = jest.spyOn(DatabaseTransaction.prototype, 'commit').mockImplementationOnce(async function commit(
        this: DatabaseTransaction,
      ) {
        await breakConnection(this.em);
        lost.mockRestore();
        return this.commit();
      });
      const outcome = write(async ({ em }) => {
        tries += 1;
        await add(em, 3);
      });
      if (onServer) await expect(outcome).rejects.toMatchObject({ status: 503, detail: expect.stringContaining('may have been saved') });
      else await expect(outcome).rejects.toMatchObject({ message: expect.stringContaining('no such savepoint') });
      expect(tries).toBe(1);
      await write(({ em }) => add(em, 4));
      expect(await committed((em) => nameOf(em, 4))).toBe('user 4');
    });
  });

  if (onServer) {
    describe('on a server', () => {
      it('that deadlock both succeed in the end', async () => {
        const [first, second] = [gate(), gate()];
        let tries = 0;
        const crossing = (own: number, other: number, mine: typeof first, theirs: typeof first): Promise<void> =>
          write(async ({ em }) => {
            tries += 1;
            await rename(em, own, `by ${own}`);
            mine.open();
            await theirs.opened;
            await rename(em, other, `by ${own}`);
          });
        await Promise.all([crossing(1, 2, first, second), crossing(2, 1, second, first)]);
        expect(tries).toBeGreaterThan(2);
        const [one, two] = [await committed((em) => nameOf(em, 1)), await committed((em) => nameOf(em, 2))];
        expect(one).toBe(two);
      });

      it('that lose their connection midway are retried', async () => {
        let tries = 0;
        await write(async ({ em }) => {
          tries += 1;
          await add(em, 3);
          if (tries === 1) await breakConnection(em);
          await add(em, 4);
        });
        expect({ tries, users: await committed(count) }).toEqual({ tries: 2, users: 4 });
      });

      it('start on good connections after all of them were lost', async () => {
        const others = await committed((em) =>
          rows(em, sql`SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()`),
        );
        await committed(async (em) => {
          for (const [id] of others) await execute(em, sql`KILL ${Number(id)}`);
        });
        await Promise.all(Array.from({ length: 20 }, (_, index) => write(({ em }) => add(em, 10 + index))));
        expect(await committed(count)).toBe(22);
      });

      it('report that it is unavailable, and work again when it is back', async () => {
        const line = await relayTo(databaseAddress(process.env['TEST_DATABASE_URL'] ?? '') as DatabaseServer);
        const far = await connect(await dataSourceFor(line.address, schema));
        const reader = await connectReader(far);
        const onLine = new Transactions(far, reader, new Clock());
        const request = ({ em }: View) => rows(em, sql`SELECT 1`);
        expect(await onLine.write(SYSTEM_CALLER, request)).toEqual([[1]]);
        await line.cut();
        await expect(onLine.write(SYSTEM_CALLER, request)).rejects.toBeInstanceOf(Unavailable);
        await expect(onLine.read(SYSTEM_CALLER, request)).rejects.toBeInstanceOf(Unavailable);
        await line.restore();
        expect(await onLine.read(SYSTEM_CALLER, request)).toEqual([[1]]);
        expect(await onLine.write(SYSTEM_CALLER, request)).toEqual([[1]]);
        await Promise.all([far.destroy(), reader.destroy()]);
        await line.cut();
      });
    });
  }
});

if (!onServer) {
  describe('A database in memory', () => {
    it('shows no uncommitted data to reads', async () => {
      const store = await connect(await dataSourceFor(databaseAddress('sqlite::memory:'), schema));
      await store.runMigrations();
      const transactions = new Transactions(store, store, new Clock());
      const written = gate();
      const failed = transactions.write(SYSTEM_CALLER, async ({ em }) => {
        await add(em, 1);
        written.open();
        await moment();
        throw new Error('no');
      });
      await written.opened;
      const read = transactions.read(SYSTEM_CALLER, async ({ em }) => [
        await count(em),
        await transactions.read(SYSTEM_CALLER, (view) => count(view.em)),
      ]);
      await expect(failed).rejects.toThrow('no');
      expect(await read).toEqual([0, 0]);
      await store.destroy();
    });
  });
}

/** The error of each database for a temporary failure. */
const refusal = onServer
  ? Object.assign(new Error('Lock wait timeout exceeded'), { errno: 1205 })
  : Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });

/** On a server the connection is killed; the embedded database rolls the transaction back, as after a disk error. */
async function breakConnection(em: EntityManager): Promise<void> {
  if (!onServer) {
    await execute(em, sql`ROLLBACK`);
    return;
  }
  await execute(em, sql`KILL CONNECTION_ID()`).catch(() => undefined);
}
