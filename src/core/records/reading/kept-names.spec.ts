import '../../database/support/kind';
import { openStore, type TestStore } from '../../database/support/store';
import { recordTypeNamed } from '../../database/support/record-types';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import type { Transaction, View } from '../../database/transactions';
import { readSettings } from '../../config';
import { recordTypes } from '../../../record-types';
import { change } from '../verbs';
import { insertRecord } from '../writing/writer';
import { readResponses } from './reader';

describe('The name of a user in a response', () => {
  let own: TestStore;
  const users = recordTypeNamed('User');
  const jobs = recordTypeNamed('Job');
  const owner = async (view: View): Promise<unknown> => (await readResponses(view, jobs, [1]))[0]?.['consultantName1'];
  const read = (): Promise<unknown> => own.transactions.read(SYSTEM_CALLER, owner);
  const rename = (transaction: Transaction, name: string): Promise<boolean> => change(transaction, users, 9, { name });

  beforeAll(async () => {
    own = await openStore();
    await own.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      await insertRecord(em, users, { id: SYSTEM_CALLER.userID, name: 'The service' });
      await insertRecord(em, users, { id: 9, name: 'Ada' });
      await insertRecord(em, jobs, { id: 1, title: 'Rigger', consultantID1: 9 });
    });
  }, 60_000);
  afterAll(() => own.close());

  it('is the new one within the transaction that changes it, and after its commit', async () => {
    expect(await read()).toBe('Ada');
    const within = await own.transactions.write(SYSTEM_CALLER, async (transaction) => {
      await rename(transaction, 'Grace');
      return owner(transaction);
    });
    expect([within, await read()]).toEqual(['Grace', 'Grace']);
  });

  it('is the new one in another process too, which has kept the old one', async () => {
    const elsewhere = recordTypes(readSettings({ DATABASE_URL: 'sqlite::memory:' }));
    const readElsewhere = (): Promise<unknown> => own.transactions.read(SYSTEM_CALLER, (view) => owner({ ...view, types: elsewhere }));
    expect(await readElsewhere()).toBe('Grace');
    await own.transactions.write(SYSTEM_CALLER, (transaction) => rename(transaction, 'Barbara'));
    expect(await readElsewhere()).toBe('Barbara');
  });

  it('is not one that was rolled back, though the next change gets the same number', async () => {
    const within = await own.transactions.rehearse(SYSTEM_CALLER, async (transaction) => {
      await rename(transaction, 'Nobody');
      return owner(transaction);
    });
    expect([within, await read()]).toEqual(['Nobody', 'Barbara']);
    await own.transactions.write(SYSTEM_CALLER, (transaction) => rename(transaction, 'Edsger'));
    expect(await read()).toBe('Edsger');
  });
});
