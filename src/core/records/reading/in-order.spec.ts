import '../../database/support/kind';
import type { EntityManager } from 'typeorm';
import { openStore, type TestStore } from '../../database/support/store';
import { recordTypeNamed } from '../../database/support/record-types';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import { change } from '../verbs';
import { insertRecord, insertRecords } from '../writing/writer';
import { firstInOrder } from './in-order';

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

describe('The first records in an ascending order', () => {
  let own: TestStore;
  const contacts = recordTypeNamed('Contact');
  beforeAll(async () => {
    own = await openStore();
    await own.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      await insertRecord(em, recordTypeNamed('User'), { id: SYSTEM_CALLER.userID, name: 'The service' });
      await insertRecords(em, contacts, [{ id: 1, surname: 'Abbot' }, { id: 2, surname: 'Bennett' }, { id: 3 }, { id: 4 }, { id: 5 }]);
    });
  }, 60_000);
  afterAll(() => own.close());

  it('are as many as asked for, each once, although one loses its value between those that have one and those that have none', async () => {
    const found = await own.transactions.read(SYSTEM_CALLER, (view) =>
      firstInOrder(
        changedBetween(view.em, () =>
          own.transactions.write(SYSTEM_CALLER, (transaction) => change(transaction, contacts, 1, { surname: null })),
        ),
        contacts,
        {
          types: view.types,
          now: view.now,
          timeZone: 'UTC',
          scope: SYSTEM_CALLER.scope,
          order: [{ field: contacts.field('surname'), isAscending: true }],
        },
        4,
      ),
    );
    expect(found.map((row) => row.at(-1))).toEqual([1, 2, 3, 4]);
  });
});
