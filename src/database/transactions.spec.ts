import { onServer } from './support/kind';
import { openStore, type TestStore } from './support/store';
import type { EntityManager } from 'typeorm';
import { THE_SERVICE } from '../callers/service-caller';
import { Conflict, Unavailable } from '../http/problem';
import { sql } from '../query';
import { Clock } from '../time/clock';
import { Transaction } from './transaction';
import { Transactions, type Unit, type View } from './transactions';
import { execute, numberOf, rows } from './rows';
import { databaseAddress, type DatabaseServer } from '../config/database-address';
import { Logger } from '@nestjs/common';
import { lineTo } from './support/line';
import { connected, storeAt } from './data-source';
import { entities } from '../entities';

const SOMEONE = { userID: 7, name: 'someone', scope: { divisions: 'all' } } as const;
const count = (em: EntityManager): Promise<number> => numberOf(em, sql`SELECT COUNT(*) FROM user`);
const add = (em: EntityManager, id: number): Promise<number> =>
  execute(em, sql`INSERT INTO user (id, name, isActive) VALUES (${id}, ${`user ${id}`}, 0)`);
const rename = (em: EntityManager, id: number, name: string): Promise<number> =>
  execute(em, sql`UPDATE user SET name = ${name} WHERE id = ${id}`);
const nameOf = async (em: EntityManager, id: number): Promise<unknown> =>
  (await rows(em, sql`SELECT name FROM user WHERE id = ${id}`))[0]?.[0];
const moment = (milliseconds = 5): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A door that is opened from outside, for work that has to meet in the middle. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('Units of work', () => {
  let own: TestStore;
  let transactions: Transactions;
  const write = <T>(work: (unit: Unit) => Promise<T>): Promise<T> => transactions.write(THE_SERVICE, work);
  const committed = <T>(ask: (em: EntityManager) => Promise<T>): Promise<T> => transactions.read(THE_SERVICE, ({ em }) => ask(em));

  beforeAll(async () => {
    Logger.overrideLogger(false);
    own = await openStore();
    transactions = own.transactions;
  }, 60_000);
  afterAll(() => own.close());
  beforeEach(async () => {
    await write(async ({ em }) => {
      await execute(em, sql`DELETE FROM user`);
      await add(em, 1);
      await add(em, 2);
    });
  });

  describe('side by side', () => {
    it('all succeed, fifty at once, each with several statements', async () => {
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

    it('keep what one has committed when another rolls back', async () => {
      const failed = write(async ({ em }) => {
        await add(em, 3);
        await moment();
        throw new Error('changed its mind');
      });
      const kept = write(({ em }) => add(em, 4));
      await expect(failed).rejects.toThrow('changed its mind');
      await kept;
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

  describe('seen from outside', () => {
    it('are not seen before their commit, and do not keep a read waiting', async () => {
      const [written, goOn] = [gate(), gate()];
      const unit = write(async ({ em }) => {
        await rename(em, 1, 'not yet');
        written.open();
        await goOn.opened;
      });
      await written.opened;
      expect(await committed((em) => nameOf(em, 1))).toBe('user 1');
      goOn.open();
      await unit;
      expect(await committed((em) => nameOf(em, 1))).toBe('not yet');
    });

    it('see their own writes, in reads too', async () => {
      const seen = await write(async ({ em }) => {
        await add(em, 3);
        return committed(count);
      });
      expect(seen).toBe(3);
    });

    it('let many reads ask for more while they are under way', async () => {
      const nested = Array.from({ length: 40 }, () =>
        committed(async (em) => [await count(em), await committed(count), await write(({ em: inner }) => count(inner))]),
      );
      expect(await Promise.all(nested)).toEqual(nested.map(() => [2, 2, 2]));
    });

    it('cannot be written from a read on the embedded database', async () => {
      const outcome = committed((em) => add(em, 3));
      if (onServer) await outcome;
      else await expect(outcome).rejects.toThrow('readonly');
    });
  });

  describe('within each other', () => {
    it('are one, and roll back together', async () => {
      const outer = write(async ({ em }) => {
        await add(em, 3);
        await write((inner) => add(inner.em, 4));
        throw new Error('after all not');
      });
      await expect(outer).rejects.toThrow('after all not');
      expect(await committed(count)).toBe(2);
    });

    it('have the caller and the time of the outer one', async () => {
      await transactions.write(SOMEONE, async (outer) => {
        await moment();
        await write(async (inner) => {
          expect(inner.caller).toBe(SOMEONE);
          expect(inner.now).toEqual(outer.now);
        });
      });
    });

    it('refuse one that comes when it is over', async () => {
      let late: Promise<unknown> = Promise.resolve();
      const goOn = gate();
      await write(async () => {
        late = goOn.opened.then(() => write(({ em }) => add(em, 3)));
      });
      goOn.open();
      await expect(late).rejects.toThrow('This unit of work has ended');
      expect(await committed(count)).toBe(2);
    });

    it.each(['commits', 'rolls back'])('refuse a statement that nobody waited for, after the unit %s', async (end) => {
      let late: Promise<unknown> = Promise.resolve();
      const unit = write(async ({ em }) => {
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
      await unit.catch(() => undefined);
      const kept = await committed(count);
      await expect(late).rejects.toThrow('already released');
      expect(await committed(count)).toBe(kept);
      if (end === 'rolls back') expect(kept).toBe(2);
    });

    it('are told the time of the clock', async () => {
      const clock = new Clock(new Date('2031-05-06T07:08:09.010Z'));
      const { now } = await new Transactions(own.store, own.reader, clock).write(SOMEONE, async (unit) => unit);
      expect(Math.abs(now.getTime() - Date.parse('2031-05-06T07:08:09.010Z'))).toBeLessThan(20_000);
    });
  });

  describe('after their commit', () => {
    it('do what was put off, outside of the unit, in order', async () => {
      const told: unknown[] = [];
      const [done, written] = [gate(), gate()];
      await write(async ({ em, afterCommit }) => {
        afterCommit(() => void told.push('first'));
        afterCommit(async () => {
          told.push(await committed(count));
          await write((another) => add(another.em, 4));
          done.open();
        });
        await add(em, 3);
        expect(told).toEqual([]);
        written.open();
      });
      await done.opened;
      expect(told).toEqual(['first', 3]);
      expect(await committed(count)).toBe(4);
    });

    it('do nothing of it when they rolled back', async () => {
      const told: unknown[] = [];
      await expect(
        write(async ({ afterCommit }) => {
          afterCommit(() => void told.push('never'));
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      await moment();
      expect(told).toEqual([]);
    });

    it.each<[string, () => void | Promise<void>]>([
      [
        'throws',
        () => {
          throw new Error('an effect failed');
        },
      ],
      [
        'throws what would be tried again',
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

  describe('that are rehearsals', () => {
    it('tell what they come to, and leave nothing of it', async () => {
      const told: string[] = [];
      const seen = await transactions.rehearse(SOMEONE, async ({ em, caller, afterCommit }) => {
        afterCommit(() => void told.push('never'));
        await add(em, 3);
        return [caller, await count(em)];
      });
      await moment();
      expect([seen, await committed(count), told]).toEqual([[SOMEONE, 3], 2, []]);
    });

    it('fail with the error of their work', async () => {
      await expect(transactions.rehearse(THE_SERVICE, ({ em }) => add(em, 1))).rejects.toThrow(Conflict);
      expect(await committed(count)).toBe(2);
    });

    it('are not held within another, which would be taken back as well', async () => {
      await expect(write(() => transactions.rehearse(THE_SERVICE, ({ em }) => add(em, 3)))).rejects.toThrow(
        'A unit of work cannot hold a rehearsal',
      );
      expect(await committed(count)).toBe(2);
    });
  });

  describe('that fail', () => {
    it.each<[string, (em: EntityManager) => Promise<unknown>]>([
      ['a unique value', (em) => add(em, 1)],
      ['a reference', (em) => execute(em, sql`INSERT INTO site (clientID, deleted) VALUES (999, 0)`)],
    ])('for %s are a conflict, tried once', async (_, fail) => {
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

    it('leave their error as it is when it is none of the database', async () => {
      const error = new RangeError('mine');
      await expect(write(() => Promise.reject(error))).rejects.toBe(error);
      await expect(committed(() => Promise.reject(error))).rejects.toBe(error);
    });

    it('are tried again when the database refuses them for the moment, in a unit that is new', async () => {
      const told: number[] = [];
      let tries = 0;
      await write(async ({ em, afterCommit }) => {
        tries += 1;
        const mine = tries;
        afterCommit(() => void told.push(mine));
        await add(em, 3);
        if (tries < 3) throw refusal;
      });
      expect({ tries, told, users: await committed(count) }).toEqual({ tries: 3, told: [3], users: 3 });
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

    it('leave the store clean when the database itself has rolled back', async () => {
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

    it('at the commit itself are not tried again: nobody knows whether it happened', async () => {
      let tries = 0;
      const lost = jest.spyOn(Transaction.prototype, 'commit').mockImplementationOnce(async function commit(this: Transaction) {
        await breakConnection(this.em);
        lost.mockRestore();
        return this.commit();
      });
      const outcome = write(async ({ em }) => {
        tries += 1;
        await add(em, 3);
      });
      if (onServer) await expect(outcome).rejects.toMatchObject({ status: 503, detail: expect.stringContaining('may have been saved') });
      else await expect(outcome).rejects.toMatchObject({ message: expect.stringContaining('cannot commit') });
      expect(tries).toBe(1);
      await write(({ em }) => add(em, 4));
      expect(await committed((em) => nameOf(em, 4))).toBe('user 4');
    });
  });

  if (onServer) {
    describe('on a server', () => {
      it('that wait for each other in a circle both succeed in the end', async () => {
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

      it('that lose their connection in the middle are done again', async () => {
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

      it('say that it is away, and work again when it is back', async () => {
        const line = await lineTo(databaseAddress(process.env['TEST_DATABASE_URL'] ?? '') as DatabaseServer);
        const far = await connected(await storeAt(line.address, []));
        const onLine = new Transactions(far, far, new Clock());
        const ask = ({ em }: View) => rows(em, sql`SELECT 1`);
        expect(await onLine.write(THE_SERVICE, ask)).toEqual([[1]]);
        await line.cut();
        await expect(onLine.write(THE_SERVICE, ask)).rejects.toBeInstanceOf(Unavailable);
        await expect(onLine.read(THE_SERVICE, ask)).rejects.toBeInstanceOf(Unavailable);
        await line.mend();
        expect(await onLine.read(THE_SERVICE, ask)).toEqual([[1]]);
        expect(await onLine.write(THE_SERVICE, ask)).toEqual([[1]]);
        await far.destroy();
        await line.cut();
      });
    });
  }
});

if (!onServer) {
  describe('A database in memory', () => {
    it('shows no read what is not committed', async () => {
      const store = await connected(await storeAt(databaseAddress('sqlite::memory:'), entities));
      await store.runMigrations();
      const transactions = new Transactions(store, store, new Clock());
      const written = gate();
      const failed = transactions.write(THE_SERVICE, async ({ em }) => {
        await add(em, 1);
        written.open();
        await moment();
        throw new Error('no');
      });
      await written.opened;
      const read = transactions.read(THE_SERVICE, async ({ em }) => [
        await count(em),
        await transactions.read(THE_SERVICE, (view) => count(view.em)),
      ]);
      await expect(failed).rejects.toThrow('no');
      expect(await read).toEqual([0, 0]);
      await store.destroy();
    });
  });
}

/** What each database says when it cannot just now. */
const refusal = onServer
  ? Object.assign(new Error('Deadlock found when trying to get lock'), { errno: 1213 })
  : Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });

/** On a server the connection is killed; the embedded database forgets the transaction, as after an error of the disk. */
async function breakConnection(em: EntityManager): Promise<void> {
  if (!onServer) {
    await execute(em, sql`ROLLBACK`);
    return;
  }
  await execute(em, sql`KILL CONNECTION_ID()`).catch(() => undefined);
}
