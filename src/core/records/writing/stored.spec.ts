import '../../database/support/kind';
import { openStore, type TestStore } from '../../database/support/store';
import { recordTypeNamed } from '../../database/support/record-types';
import type { EntityManager } from 'typeorm';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import { NotFound } from '../../problems/problem';
import { blankRecord, cellOf, load, lock, lockAll, storedFields } from './stored';
import { insertRecord, insertRecords } from './writer';

const jobs = recordTypeNamed('Job');
const candidates = recordTypeNamed('Candidate');
const automations = recordTypeNamed('Automation');

describe('The stored form of', () => {
  it.each<[string, unknown, string, unknown]>([
    ['a text', 'Rigger', 'title', 'Rigger'],
    ['an empty text that may be null', '', 'title', ''],
    ['a text that is null', null, 'title', null],
    ['a number', 7, 'salaryFrom', 7],
    ['no number where there must be one', undefined, 'salaryFrom', 0],
    ['null where there must be a number', null, 'salaryFrom', 0],
    ['no number where there need be none', undefined, 'rateFrom', null],
    ['a reference to nothing', null, 'clientID', null],
    ['yes', true, 'deleted', 1],
    ['no', false, 'deleted', 0],
    ['a moment', new Date('2026-03-31T09:30:00.120Z'), 'closeDate', '2026-03-31 09:30:00.120'],
    ['no moment', undefined, 'closeDate', null],
  ])('%s: %j', (_, value, field, cell) => expect(cellOf(jobs.field(field), value)).toBe(cell));

  it('an empty text that means nothing is null', () => expect(cellOf(candidates.field('firstName'), '')).toBeNull());
});

describe('A blank record', () => {
  it('has the defaults of its fields, and no id', () => {
    expect(blankRecord(jobs)).toMatchObject({ salaryFrom: 0, deleted: false, title: null, clientID: null, type: null, version: 0 });
    expect(blankRecord(automations)).toMatchObject({ triggerID: 1, statusID: 1 });
    expect(blankRecord(jobs)).toHaveProperty('id', undefined);
    expect(blankRecord(jobs)).toHaveProperty('closeDate', undefined);
    expect(blankRecord(jobs)).toBeInstanceOf(jobs.entity);
  });
});

describe('Stored records', () => {
  let own: TestStore;
  const write = <T>(work: (em: EntityManager) => Promise<T>): Promise<T> => own.transactions.write(SYSTEM_CALLER, ({ em }) => work(em));

  beforeAll(async () => {
    own = await openStore();
    await write((em) => insertRecords(em, jobs, [{ id: 3 }, { id: 5 }]));
  });
  afterAll(() => own.close());

  it.each(['Job', 'Candidate', 'Automation'])('of type %s are loaded as blank ones where nothing is set', async (name) => {
    const type = recordTypeNamed(name);
    const loaded = await write(async (em) => load(em, type, await insertRecord(em, type, blankRecord(type))));
    expect({ ...loaded, id: undefined }).toEqual({ ...blankRecord(type), id: undefined });
    expect(Object.keys(loaded).sort()).toEqual(
      storedFields(type)
        .map((field) => field.name)
        .sort(),
    );
  });

  it('are locked where they all exist', async () => {
    expect(await write((em) => lock(em, jobs, 3))).toBeUndefined();
    expect(await write((em) => lockAll(em, jobs, [5, 3, 5]))).toBeUndefined();
  });

  it('are not found where one does not exist', async () => {
    await expect(write((em) => lock(em, jobs, 4))).rejects.toThrow(new NotFound('Job 4 not found.'));
    await expect(write((em) => lockAll(em, jobs, [3, 8, 5, 9]))).rejects.toThrow(new NotFound('Job 8 not found.'));
  });
});
