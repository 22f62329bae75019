import '../../database/support/kind';
import { openStore, type TestStore } from '../../database/support/store';
import { recordTypeNamed } from '../../database/support/record-types';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import type { Transaction, View } from '../../database/transactions';
import { readSettings } from '../../config';
import { recordTypes } from '../../../record-types';
import { change } from '../change';
import { insertRecord } from '../writing/writer';
import { KeptNames, keptNames } from './kept-names';
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
      await insertRecord(em, users, { id: SYSTEM_CALLER.userID, name: 'The service', isActive: true, roleID: 1 });
      await insertRecord(em, users, { id: 9, name: 'Ada' });
      await insertRecord(em, jobs, { id: 1, title: 'Rigger', consultantID1: 9 });
    });
  });
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
    await own.transactions.write(SYSTEM_CALLER, (transaction) => rename(transaction, 'Edsger'));
    expect([within, await read()]).toEqual(['Nobody', 'Edsger']);
  });
});

describe('The names that a process keeps', () => {
  let own: TestStore;
  const read = <T>(work: (view: View) => Promise<T>): Promise<T> => own.transactions.read(SYSTEM_CALLER, work);

  beforeAll(async () => {
    own = await openStore();
    await own.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      await insertRecord(em, recordTypeNamed('User'), { id: 9, name: 'Ada' });
      await insertRecord(em, recordTypeNamed('Division'), { id: 9, name: 'North' });
    });
  });
  afterAll(() => own.close());

  it('are those of users, divisions and entries, by id or code, and of the entries above', async () => {
    const names = await read(({ em, types }) => KeptNames.read(em, types));
    expect([names.name('User', 9), names.name('Division', 9), names.name('jobStage', 2)]).toEqual(['Ada', 'North', 'Sourcing']);
    expect([names.name('jobType', 1), names.name('jobType', 'PERM')]).toEqual(['Permanent', 'Permanent']);
    expect([names.nameAbove('jobStage', 2, 'jobStatus'), names.nameAbove('jobStage', 5, 'jobStatus')]).toEqual(['Open', 'On hold']);
  });

  it('are none of what there is not, or that has nothing above it', async () => {
    const names = await read(({ em, types }) => KeptNames.read(em, types));
    expect([names.name('User', 8), names.name('jobType', 'perm'), names.name('Job', 9), names.name('jobStage', 'null')]).toEqual(
      Array.from({ length: 4 }, () => null),
    );
    const above = [
      names.nameAbove('jobStage', 99, 'jobStatus'),
      names.nameAbove('jobType', 1, 'jobStatus'),
      names.nameAbove('no', 1, 'jobStatus'),
    ];
    expect(above).toEqual([null, null, null]);
  });

  it('have the number of their last change, and are read once for each', async () => {
    await read(async (view) => {
      const first = await KeptNames.read(view.em, view.types);
      const kept = await keptNames(view, first.version);
      expect(kept.version).toBe(first.version);
      expect(await keptNames(view, first.version)).toBe(kept);
    });
  });
});
