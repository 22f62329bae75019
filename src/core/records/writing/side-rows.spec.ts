import '../../database/support/kind';
import { openStore, type TestStore } from '../../database/support/store';
import { recordTypeNamed } from '../../database/support/record-types';
import type { EntityManager } from 'typeorm';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import type { Transaction } from '../../database';
import { execute, rows } from '../../database/rows';
import { sql } from '../../sql';
import { create } from '../create';
import { change } from '../change';
import { insertRecord, insertRecords, saveRecord } from './writer';
import { load } from './stored';

describe('Beside a record stands', () => {
  let own: TestStore;
  const jobs = recordTypeNamed('Job');
  const tags = recordTypeNamed('Tag');
  const write = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => own.transactions.write(SYSTEM_CALLER, work);
  const indexRow = (em: EntityManager, id: number): Promise<unknown[][]> =>
    rows(em, sql`SELECT title, suburb, stageID, salaryFrom, closeDate, deleted FROM job_index WHERE id = ${id}`);

  beforeAll(async () => {
    own = await openStore();
    await write(({ em }) =>
      insertRecord(em, recordTypeNamed('User'), { id: SYSTEM_CALLER.userID, name: 'The service', isActive: true, roleID: 1 }),
    );
  });
  afterAll(() => own.close());

  it('what searches ask most: texts folded, empty ones as unset', async () => {
    await write(async ({ em }) => {
      const closeDate = new Date('2026-03-31T09:30:00.120Z');
      const id = await insertRecord(em, jobs, {
        title: ' Zoë  STRASSE',
        suburb: '\u0301',
        stageID: 2,
        salaryFrom: 0.5,
        closeDate,
        deleted: true,
      });
      expect(await indexRow(em, id)).toEqual([['zoe strasse', null, 2, 0.5, '2026-03-31 09:30:00.120', 1]]);
      expect(await indexRow(em, await insertRecord(em, jobs, {}))).toEqual([[null, null, null, 0, null, 0]]);
    });
  });

  it('no more than the first 200 characters of a text', async () => {
    await write(async ({ em }) => {
      const id = await insertRecord(em, jobs, { title: `${'x'.repeat(198)} 😀`, suburb: 'X'.repeat(50) });
      expect((await indexRow(em, id))[0]?.slice(0, 2)).toEqual([`${'x'.repeat(198)} 😀`, 'x'.repeat(50)]);
      const longer = await insertRecord(em, jobs, { title: `${'ß'.repeat(99)}x y` });
      expect((await indexRow(em, longer))[0]?.[0]).toBe(`${'s'.repeat(198)}x`);
    });
  });

  it('the same after each change, where it changed', async () => {
    await write(async (transaction) => {
      const id = await create(transaction, jobs, { title: 'Rigger', suburb: 'Perth' });
      await change(transaction, jobs, id, { title: 'Crane DRIVER', salaryFrom: 7 });
      expect(await indexRow(transaction.em, id)).toEqual([['crane driver', 'perth', 1, 7, null, 0]]);
      await change(transaction, jobs, id, { suburb: null, deleted: true });
      expect(await indexRow(transaction.em, id)).toEqual([['crane driver', null, 1, 7, null, 1]]);
    });
  });

  it('a stored response that has the new version, and a new text only after a change that it shows', async () => {
    await write(async (transaction) => {
      const contacts = recordTypeNamed('Contact');
      const id = await create(transaction, contacts, { surname: 'Hart' });
      await execute(transaction.em, sql`UPDATE contact_response SET text = 'old' WHERE id = ${id}`);
      const response = () => rows(transaction.em, sql`SELECT version, text FROM contact_response WHERE id = ${id}`);
      await change(transaction, contacts, id, { ownerID: 0 });
      expect(await response()).toEqual([[2, 'old']]);
      await change(transaction, contacts, id, { jobTitle: 'Rigger' });
      expect(await response()).toEqual([[3, expect.stringContaining('"jobTitle":"Rigger"')]]);
    });
  });

  it('nothing else that would have to change when a record without a version or times is saved with its parts', async () => {
    await write(async (transaction) => {
      const id = await insertRecord(transaction.em, tags, { tag: 'crane', typeID: 1 });
      const tag = await load(transaction.em, tags, id);
      expect(await saveRecord(transaction, tags, { ...tag, id }, { ...tag, id }, true)).toEqual([]);
      expect(await load(transaction.em, tags, id)).toEqual(tag);
    });
  });

  describe('for the names that every process keeps, a number', () => {
    const version = (em: EntityManager): Promise<unknown> => rows(em, sql`SELECT value FROM counter WHERE name = 'names'`);
    const isNew = (work: (transaction: Transaction) => Promise<unknown>): Promise<boolean> =>
      write(async (transaction) => {
        const before = JSON.stringify(await version(transaction.em));
        await work(transaction);
        return JSON.stringify(await version(transaction.em)) !== before;
      });
    const users = recordTypeNamed('User');

    it('that is a new one when a user is made or changed', async () => {
      expect(await isNew(({ em }) => insertRecord(em, users, { id: 7, name: 'Ada' }))).toBe(true);
      expect(await isNew(({ em }) => insertRecords(em, users, [{ id: 8, name: 'Grace' }]))).toBe(true);
      expect(await isNew((transaction) => change(transaction, users, 7, { name: 'Ada Lovelace' }))).toBe(true);
    });

    it('that stays when a job is', async () => {
      expect(await isNew(({ em }) => insertRecord(em, jobs, { id: 70, title: 'Rigger' }))).toBe(false);
      expect(await isNew(({ em }) => insertRecords(em, jobs, [{ id: 71 }]))).toBe(false);
      expect(await isNew((transaction) => change(transaction, jobs, 70, { title: 'Crane driver' }))).toBe(false);
    });
  });
});
