import '../../database/support/kind';
import { QueryFailedError } from 'typeorm';
import { openStore, type TestStore } from '../../database/support/store';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import type { View } from '../../database/transactions';
import { sharedRead } from './shared-read';

describe('Reads of single ids', () => {
  let own: TestStore;
  let reads: (readonly number[])[];
  let finish: (() => void)[];

  beforeAll(async () => {
    own = await openStore();
  });
  afterAll(() => own.close());
  beforeEach(() => {
    reads = [];
    finish = [];
  });

  /** Answers every id but 0 with itself, once the test says so. */
  const readMany = async (_: View, ids: readonly number[]): Promise<Map<number, string>> => {
    reads.push(ids);
    await new Promise<void>((resolve) => finish.push(resolve));
    return new Map(ids.filter((id) => id !== 0).map((id) => [id, `of ${id}`]));
  };
  const read = (id: number, kind = 'any', how = readMany): Promise<string | undefined> =>
    own.transactions.read(SYSTEM_CALLER, (view) => sharedRead(view, kind, id, how));
  const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const finishAll = (): void => finish.splice(0).forEach((each) => each());

  it('that arrive together are one, and each is given its own', async () => {
    const found = [7, 8, 7, 0].map((id) => read(id));
    await nextTurn();
    expect(reads).toEqual([[7, 8, 0]]);
    finishAll();
    expect(await Promise.all(found)).toEqual(['of 7', 'of 8', 'of 7', undefined]);
  });

  it('never join one that has begun, and wait while two are under way', async () => {
    const found: Promise<string | undefined>[] = [];
    for (const id of [1, 2, 3, 4]) {
      found.push(read(id));
      await nextTurn();
    }
    expect(reads).toEqual([[1], [2]]);
    finishAll();
    await found[0];
    await nextTurn();
    expect(reads).toEqual([[1], [2], [3, 4]]);
    finishAll();
    expect(await Promise.all(found)).toEqual(['of 1', 'of 2', 'of 3', 'of 4']);
  });

  it('do not wait long for others that get no answer', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      const found: Promise<string | undefined>[] = [];
      for (const id of [1, 2, 3, 4]) {
        found.push(read(id));
        await nextTurn();
      }
      jest.advanceTimersByTime(999);
      expect(reads).toEqual([[1], [2]]);
      jest.advanceTimersByTime(1);
      expect(reads).toEqual([[1], [2], [3, 4]]);
      finishAll();
      expect(await Promise.all(found)).toEqual(['of 1', 'of 2', 'of 3', 'of 4']);
    } finally {
      jest.useRealTimers();
    }
  });

  it('are at most a hundred in one', async () => {
    const found = Array.from({ length: 150 }, (_, index) => read(index + 1));
    await nextTurn();
    await nextTurn();
    expect(reads.map(({ length }) => length)).toEqual([100, 50]);
    finishAll();
    expect((await Promise.all(found)).at(-1)).toBe('of 150');
  });

  it('of other kinds have their own', async () => {
    const found = [read(1), read(2, 'other')];
    await nextTurn();
    expect(reads).toEqual([[1], [2]]);
    finishAll();
    await Promise.all(found);
  });

  it('that fail together are repeated alone, so that only those fail that are at fault', async () => {
    const failing = (view: View, ids: readonly number[]): Promise<Map<number, string>> => {
      reads.push(ids);
      if (ids.includes(5)) throw new Error('Oh');
      return Promise.resolve(new Map(ids.map((id) => [id, 'found'])));
    };
    const found = await Promise.allSettled([4, 5, 6].map((id) => read(id, 'failing', failing)));
    expect(found.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(reads).toEqual([[4, 5, 6], [4], [5], [6]]);
  });

  it('that fail because of the database are not repeated: that would fail as well, and as late', async () => {
    const failing = (_: View, ids: readonly number[]): Promise<Map<number, string>> => {
      reads.push(ids);
      return Promise.reject(new QueryFailedError('SELECT 1', [], Object.assign(new Error('Lost'), { code: 'ECONNRESET' })));
    };
    const found = await Promise.allSettled([4, 5].map((id) => read(id, 'lost', failing)));
    expect(found).toMatchObject([{ reason: { status: 503 } }, { reason: { status: 503 } }]);
    expect(reads).toEqual([[4, 5]]);
  });

  it('of callers who do not see everything are alone', async () => {
    const caller = { ...SYSTEM_CALLER, scope: { divisions: [1] } };
    const found = [1, 2].map((id) => own.transactions.read(caller, (view) => sharedRead(view, 'any', id, readMany)));
    await nextTurn();
    expect(reads).toEqual([[1], [2]]);
    finishAll();
    await Promise.all(found);
  });

  it('in a transaction are alone, since no other request sees its changes', async () => {
    await own.transactions.write(SYSTEM_CALLER, async (transaction) => {
      const found = [1, 2].map((id) => sharedRead(transaction, 'any', id, readMany));
      expect(reads).toEqual([[1], [2]]);
      finishAll();
      await Promise.all(found);
    });
  });
});
