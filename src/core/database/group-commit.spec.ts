import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { embeddedDriver } from '../sql/embedded-driver';
import { GroupCommit, type Member } from './group-commit';

describe('Transactions that are committed together', () => {
  let database: Database;
  let executed: string[];
  /** Statements that fail. */
  let refused: readonly string[];
  /** In milliseconds. */
  let now = 0;

  const insert = (id: number): unknown => database.prepare('INSERT INTO kept (id) VALUES (?)').run(id);
  const kept = (): unknown => database.prepare('SELECT id FROM kept ORDER BY id').pluck().all();
  const begin = (on = database): Promise<Member> => GroupCommit.of(on).begin(on);
  const write = async (id: number, work = (): unknown => insert(id)): Promise<number> => {
    const member = await begin();
    try {
      work();
      await member.commit();
      return id;
    } catch (error) {
      await member.rollback(error);
      throw error;
    }
  };
  const outcomes = async (...writes: Promise<number>[]): Promise<unknown[]> =>
    (await Promise.allSettled(writes)).map((each) => (each.status === 'fulfilled' ? each.value : (each.reason as Error).message));
  const fails = (message: string) => () => {
    throw new Error(message);
  };

  beforeEach(async () => {
    const Sqlite = await embeddedDriver();
    database = new Sqlite(':memory:');
    database.exec('CREATE TABLE kept (id INTEGER PRIMARY KEY)');
    [executed, refused] = [[], []];
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const exec = database.exec.bind(database);
    jest.spyOn(database, 'exec').mockImplementation((statement: string) => {
      executed.push(statement);
      return refused.includes(statement) ? fails('disk full')() : exec(statement);
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    database.close();
  });

  it('have one commit, and succeed after it', async () => {
    const ends = [1, 2, 3].map((id) => write(id).then(() => executed.push(`${id} has succeeded`)));
    await Promise.all(ends);
    expect(kept()).toEqual([1, 2, 3]);
    expect(executed.filter((each) => /COMMIT|succeeded/.test(each))).toEqual([
      'COMMIT',
      '1 has succeeded',
      '2 has succeeded',
      '3 has succeeded',
    ]);
  });

  it('do not wait for others that may come', async () => {
    expect(await write(1)).toBe(1);
    expect(await write(2)).toBe(2);
    expect(executed.filter((each) => each === 'COMMIT')).toHaveLength(2);
  });

  it('take turns', async () => {
    const member = await begin();
    const next = write(2, () => expect(kept()).toEqual([1]));
    insert(1);
    await member.commit();
    expect(await next).toBe(2);
  });

  it('are those of 20 ms at most', async () => {
    const passes = (milliseconds: number, id: number) => (): unknown => ((now += milliseconds), insert(id));
    await Promise.all([write(1, passes(19, 1)), write(2, passes(1, 2)), write(3)]);
    expect(kept()).toEqual([1, 2, 3]);
    const statements = ['BEGIN IMMEDIATE', 'SAVEPOINT member', 'RELEASE member', 'SAVEPOINT member', 'RELEASE member', 'COMMIT'];
    expect(executed).toEqual([...statements, 'BEGIN IMMEDIATE', 'SAVEPOINT member', 'RELEASE member', 'COMMIT']);
  });

  it('are 32 at most', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => index);
    await Promise.all(ids.map((id) => write(id)));
    expect(kept()).toEqual(ids);
    expect(executed.filter((each) => each === 'COMMIT')).toHaveLength(4);
  });

  it('succeed when one of them fails, which leaves nothing', async () => {
    const changedItsMind = (): unknown => (insert(2), fails('changed its mind')());
    expect(await outcomes(write(1), write(2, changedItsMind), write(3))).toEqual([1, 'changed its mind', 3]);
    expect(kept()).toEqual([1, 3]);
  });

  it('fail together when they cannot be committed, and leave nothing', async () => {
    refused = ['COMMIT'];
    expect(await outcomes(write(1), write(2))).toEqual(['disk full', 'disk full']);
    refused = [];
    expect(kept()).toEqual([]);
    expect(await write(3)).toBe(3);
    expect(kept()).toEqual([3]);
  });

  it('fail, as all after them do, when they cannot even be rolled back', async () => {
    refused = ['ROLLBACK TO member', 'ROLLBACK'];
    const undecided = (): unknown => (insert(2), fails('changed its mind')());
    const reason = 'cannot start a transaction within a transaction';
    expect(await outcomes(write(1), write(2, undecided), write(3))).toEqual(['changed its mind', 'changed its mind', reason]);
  });

  it('fail with the one for which SQLite has rolled back all of them; those after it succeed', async () => {
    const filledDisk = (): unknown => (database.exec('ROLLBACK'), fails('disk full')());
    expect(await outcomes(write(1), write(2, filledDisk), write(3))).toEqual(['disk full', 'disk full', 3]);
    expect(kept()).toEqual([3]);
  });

  it('tell one that fails no sooner than the others are committed, since these may be the reason', async () => {
    const first = write(1).then(() => executed.push('1 has succeeded'));
    const second = write(2, fails('duplicate')).catch(() => executed.push('2 has failed'));
    await Promise.all([first, second]);
    expect(executed.filter((each) => /COMMIT|has/.test(each))).toEqual(['COMMIT', '1 has succeeded', '2 has failed']);
  });

  describe('in a file', () => {
    let folder: string;
    /** Two connections. */
    let both: Database[];

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'group-commit-'));
      const Sqlite = await embeddedDriver();
      both = [0, 1].map(() => new Sqlite(join(folder, 'kept.sqlite'), { timeout: 100 }));
      both[0]!.pragma('journal_mode = WAL');
      both[0]!.exec('CREATE TABLE kept (id INTEGER PRIMARY KEY)');
    });
    afterEach(async () => {
      for (const each of both) each.close();
      await rm(folder, { recursive: true });
    });

    const insertOn = (on: Database, id: number): unknown => on.prepare('INSERT INTO kept (id) VALUES (?)').run(id);
    const keptIn = (on: Database): unknown => on.prepare('SELECT id FROM kept ORDER BY id').pluck().all();
    const add = async (id: number, own: Database): Promise<void> => {
      const member = await begin(own);
      insertOn(own, id);
      await member.commit();
    };

    it('are committed before those of another connection to it begin', async () => {
      await Promise.all([1, 2, 3, 4, 6].map((id) => add(id, both[id % 2]!)));
      expect(keptIn(both[0]!)).toEqual([1, 2, 3, 4, 6]);
    });

    it('can write after they have read: no other process writes meanwhile', async () => {
      const [own, other] = both as [Database, Database];
      const member = await begin(own);
      expect(keptIn(own)).toEqual([]);
      expect(() => insertOn(other, 1)).toThrow(expect.objectContaining({ code: 'SQLITE_BUSY' }));
      insertOn(own, 2);
      await member.commit();
      expect(keptIn(other)).toEqual([2]);
    });

    it('wait for another process that writes, which keeps nothing else waiting', async () => {
      const [own, other] = both as [Database, Database];
      other.exec('BEGIN IMMEDIATE');
      insertOn(other, 1);
      const adding = Promise.all([add(2, own), add(3, own)]);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(own.inTransaction).toBe(false);
      other.exec('COMMIT');
      await adding;
      expect(keptIn(own)).toEqual([1, 2, 3]);
      expect(own.pragma('busy_timeout', { simple: true })).toBe(100);
    });

    it('fail when another process has written for four seconds, and begin again when it has ended', async () => {
      const [own, other] = both as [Database, Database];
      other.exec('BEGIN IMMEDIATE');
      const adding = [add(1, own), add(2, own)].map((each) => each.catch((error: { code: string }) => error.code));
      now += 4000;
      expect(await Promise.all(adding)).toEqual(['SQLITE_BUSY', 'SQLITE_BUSY']);
      other.exec('COMMIT');
      await add(3, own);
      expect(keptIn(own)).toEqual([3]);
    });
  });

  it('begin anew after a begin that has failed', async () => {
    refused = ['BEGIN IMMEDIATE'];
    await expect(write(1)).rejects.toThrow('disk full');
    refused = [];
    expect(await write(1)).toBe(1);
    expect(kept()).toEqual([1]);
  });
});
