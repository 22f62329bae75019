import '../../database/support/kind';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { openStore, type TestStore } from '../../database/support/store';
import { recordTypeNamed } from '../../database/support/record-types';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import { execute } from '../../database/rows';
import type { View } from '../../database/transactions';
import { sql } from '../../sql';
import { atStart, viewAtStart } from '../support/at-start';
import { refreshFigures } from '../figures/figures';
import { insertRecord, insertRecords } from '../writing/writer';
import type { RecordResponse } from './mapper';
import { readResponses } from './reader';

setFlagsFromString('--allow-natives-syntax');
/** Whether V8 looks up each member by its name. */
const isDictionary = runInThisContext('(object) => !%HasFastProperties(object)') as (object: object) => boolean;

describe('Responses', () => {
  let own: TestStore;
  const now = new Date('2026-03-31T12:00:00.000Z');
  const read = <T>(work: (view: View) => Promise<T>): Promise<T> =>
    own.transactions.read(SYSTEM_CALLER, (view) => work({ ...viewAtStart(view), now }));
  const only = async (name: string, id: number): Promise<RecordResponse | undefined> =>
    (await read((view) => readResponses(view, atStart(name), [id])))[0];

  beforeAll(async () => {
    own = await openStore();
    await own.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      const insert = (name: string, ...records: readonly object[]) => insertRecords(em, recordTypeNamed(name), records);
      await insert('User', { id: 1, name: 'The service', isActive: true, roleID: 1 }, { id: 2, name: 'Amelia' });
      await insert('Division', { id: 1, name: 'North' });
      await insert('Client', { id: 5, name: 'Harbour' }, { id: 6, name: 'Bay' });
      await insert('Site', { id: 6, name: 'Wharf', clientID: 5 });
      await insert('Candidate', { id: 3, fullName: 'Zoë Łuk', firstName: 'Zoë', countryCode: 'NZ', version: 2 });
      const references = { clientID: 5, siteID: 6, consultantID1: 2, stageID: 2, type: 'PERM', division: 1, countryCode: 'AU' };
      await insert('Job', { id: 1, title: 'Rigger', version: 3, ...references, createdDate: new Date('2026-03-21T12:00:00.000Z') });
      await insert('Job', { id: 2, title: 'Blank', clientID: 6 }, { id: 4, title: 'Released', parentJobID: 1, stageID: 77 });
      await insert('Placement', {
        id: 1,
        jobID: 1,
        candidateID: 3,
        statusID: 3,
        typeID: 2,
        startDate: new Date('2026-03-01T00:00:00.000Z'),
      });
      await insert('Tag', ...Array.from({ length: 1002 }, (_, index) => ({ id: index + 1, tag: `tag ${index + 1}` })));
      await insertRecord(em, recordTypeNamed('JobTag'), { id: 1, tagID: 1, recordID: 1 });
      await execute(em, sql`INSERT INTO candidate_tag (id, tagID, recordID) VALUES (1, 1, 3)`);
      for (const name of ['Job', 'Candidate', 'Client']) await refreshFigures(em, recordTypeNamed(name), 'all');
    });
  });
  afterAll(() => own.close());

  it('name what their records refer to: other records, users, divisions and entries', async () => {
    expect(await only('Job', 1)).toMatchObject({
      ...{ id: 1, title: 'Rigger', clientID: 5, clientName: 'Harbour', siteName: 'Wharf', consultantName1: 'Amelia' },
      ...{ stageName: 'Sourcing', statusName: 'Open', typeName: 'Permanent', divisionName: 'North', countryName: 'Australia' },
    });
  });

  it('name nothing where a record refers to nothing, or to an entry that is gone', async () => {
    const unnamed = { siteName: null, consultantName1: null, stageName: null, statusName: null, typeName: null, divisionName: null };
    expect(await only('Job', 2)).toMatchObject({ ...unnamed, clientName: 'Bay', countryName: null });
    expect(await only('Job', 4)).toMatchObject({ ...unnamed, clientName: null });
  });

  it('of callers without scopes for all fields are no dictionaries, which V8 makes of wide objects from which a member is deleted', async () => {
    const [response] = await read((view) =>
      readResponses({ ...view, caller: { ...SYSTEM_CALLER, scopes: new Set() } }, atStart('Candidate'), [3]),
    );
    expect(response).not.toHaveProperty('redFlaggedComments');
    expect(Object.keys(response!).length).toBeGreaterThan(128);
    expect(isDictionary(response!)).toBe(false);
  });

  it('name what a figure finds', async () => {
    expect(await only('Candidate', 3)).toMatchObject({
      ...{ id: 3, firstName: 'Zoë', countryName: 'New Zealand', candidateClientName: '', redFlaggedByUserName: '' },
      ...{ candidatePlacementTypeID: 2, candidatePlacementClientID: 5, candidatePlacementClientName: 'Harbour' },
    });
  });

  it('have figures that are stored, and those that depend on the present', async () => {
    expect(await only('Job', 1)).toMatchObject({
      placements: 1,
      candidatesFilled: 1,
      tags: true,
      isReleasedJob: false,
      currentReleasedJobId: 4,
    });
    expect(await only('Job', 4)).toMatchObject({ placements: 0, tags: false, isReleasedJob: true, currentReleasedJobId: 0 });
    expect((await only('Job', 1))?.['statisticsCounts']).toContainEqual({ type: 'daysOpen', value: 10 });
    expect(await only('Client', 5)).toMatchObject({ name: 'Harbour', openJobs: 1, placements: 1 });
  });

  it('come in the order of the ids, however many there are, without those that do not exist', async () => {
    expect((await read((view) => readResponses(view, atStart('Job'), [4, 99, 1, 2]))).map(({ id }) => id)).toEqual([4, 1, 2]);
    const ids = Array.from({ length: 1002 }, (_, index) => 1002 - index);
    expect((await read((view) => readResponses(view, atStart('Tag'), ids))).map(({ tag }) => tag)).toEqual(ids.map((id) => `tag ${id}`));
    expect(await read((view) => readResponses(view, atStart('Job'), []))).toEqual([]);
  });
});
