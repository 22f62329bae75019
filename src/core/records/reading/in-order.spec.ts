import '../../database/support/kind';
import type { EntityManager } from 'typeorm';
import { openStore, type TestStore } from '../../database/support/store';
import { recordTypeNamed } from '../../database/support/record-types';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import type { View } from '../../database/transactions';
import { parseFilter, type SelectOptions } from '../../query';
import { change } from '../change';
import { insertRecord, insertRecords } from '../writing/writer';
import { firstInOrder } from './in-order';
import { KeptNames, keptNames } from './kept-names';

/** Makes a change before the second statement that is sent. */
function changedBetween(em: EntityManager, makeChange: () => Promise<unknown>): EntityManager {
  let statements = 0;
  const store = em.connection;
  const createQueryRunner = () => {
    const runner = store.createQueryRunner();
    const connect = async (): Promise<unknown> => {
      statements += 1;
      if (statements === 2) await makeChange();
      return runner.connect() as Promise<unknown>;
    };
    return Object.create(runner, { connect: { value: connect } }) as typeof runner;
  };
  const connection = Object.create(store, { createQueryRunner: { value: createQueryRunner } }) as typeof store;
  return Object.create(em, { connection: { value: connection } }) as EntityManager;
}

describe('Records found by the name of a user', () => {
  let own: TestStore;
  const [jobs, users] = [recordTypeNamed('Job'), recordTypeNamed('User')];
  const rename = (name: string) => own.transactions.write(SYSTEM_CALLER, (transaction) => change(transaction, users, 9, { name }));
  const foundIn = async (view: View, name: string, limit: number) => {
    const { types, now } = view;
    const where = parseFilter(types, jobs, { combinator: 'and', rules: [{ field: 'consultantName1', operator: '=', value: name }] });
    const options = { types, now, timeZone: 'UTC', scope: SYSTEM_CALLER.scope, where };
    return (await firstInOrder(view, jobs, options, limit, 10)).rows.map((row) => row.at(-1));
  };
  const found = (name: string, limit: number) => own.transactions.read(SYSTEM_CALLER, (view) => foundIn(view, name, limit));

  beforeAll(async () => {
    own = await openStore();
    await own.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      await insertRecord(em, users, { id: SYSTEM_CALLER.userID, name: 'The service', isActive: true, roleID: 1 });
      await insertRecord(em, users, { id: 9, name: 'Ada' });
      await insertRecords(em, jobs, [
        { id: 1, consultantID1: 9, title: 'Rigger' },
        { id: 2, title: 'Rigger' },
        { id: 3, consultantID1: 9, title: 'Rigger' },
      ]);
    });
  });
  afterAll(() => own.close());

  it('are those of the present name, whichever names the process keeps', async () => {
    await own.transactions.read(SYSTEM_CALLER, async (view) => keptNames(view, (await KeptNames.read(view.em, view.types)).version));
    expect([await found('ada', 2), await found('ada', 10), await found('grace', 10)]).toEqual([[1, 3], [1, 3], []]);
    await rename('Grace');
    expect([await found('ada', 2), await found('grace', 2), await found('grace', 10)]).toEqual([[], [1, 3], [1, 3]]);
  });

  it('are the same in a transaction that changes the name', async () => {
    const within = await own.transactions.write(SYSTEM_CALLER, async (transaction) => {
      await change(transaction, users, 9, { name: 'Barbara' });
      return foundIn(transaction, 'barbara', 10);
    });
    expect(within).toEqual([1, 3]);
  });
});

describe('The first records in an ascending order', () => {
  let own: TestStore;
  const contacts = recordTypeNamed('Contact');
  beforeAll(async () => {
    own = await openStore();
    await own.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      await insertRecord(em, recordTypeNamed('User'), { id: SYSTEM_CALLER.userID, name: 'The service', isActive: true, roleID: 1 });
      await insertRecords(em, contacts, [
        { id: 1, surname: 'Abbot', firstName: 'Ann' },
        { id: 2, surname: 'Bennett' },
        { id: 3 },
        { id: 4 },
        { id: 5 },
      ]);
    });
  });
  afterAll(() => own.close());

  const sought = (now: Date, ...fields: readonly string[]): SelectOptions => ({
    ...{ types: own.transactions.types, now, timeZone: 'UTC', scope: SYSTEM_CALLER.scope },
    order: fields.map((name) => ({ field: contacts.field(name), isAscending: true })),
  });

  const firstRows = async (em: EntityManager, options: SelectOptions, limit: number) =>
    (await firstInOrder({ em, types: own.transactions.types }, contacts, options, limit)).rows;

  it('are those with a value, by it, then those without, each with all by which they are sorted', async () => {
    const first = (limit: number) =>
      own.transactions.read(SYSTEM_CALLER, ({ em, now }) => firstRows(em, sought(now, 'surname', 'firstName'), limit));
    const found = await first(5);
    expect(found.map((row) => row.at(-1))).toEqual([1, 2, 3, 4, 5]);
    expect(found.map((row) => row.length)).toEqual([3, 3, 3, 3, 3]);
    expect((await first(2)).map((row) => row.at(-1))).toEqual([1, 2]);
    expect((await first(3)).map((row) => row.at(-1))).toEqual([1, 2, 3]);
  });

  it('are read in one statement where those with a value are enough', async () => {
    const read = (limit: number) =>
      own.transactions.read(SYSTEM_CALLER, ({ em, now }) => {
        const refused = () => Promise.reject(new Error('A second statement.'));
        return firstRows(changedBetween(em, refused), sought(now, 'surname'), limit);
      });
    expect((await read(2)).map((row) => row.at(-1))).toEqual([1, 2]);
    await expect(read(3)).rejects.toThrow('A second statement.');
  });

  it('are as many as asked for, each once, although one loses its value between those that have one and those that have none', async () => {
    const lose = () => own.transactions.write(SYSTEM_CALLER, (transaction) => change(transaction, contacts, 1, { surname: null }));
    const found = await own.transactions.read(SYSTEM_CALLER, ({ em, now }) =>
      firstRows(changedBetween(em, lose), sought(now, 'surname'), 4),
    );
    expect(found.map((row) => row.at(-1))).toEqual([1, 2, 3, 4]);
  });
});
