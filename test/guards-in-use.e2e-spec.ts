import { apiClient, type Body, type RecordBody } from './support/api-client';
import { startApp, type TestApp } from './support/app';
import { Automations, idIn } from './support/automations';
import { setDeleted } from './support/database';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false', CLOCK_START: '2026-11-23T01:00:00Z' })));
afterAll(() => service.close());
const { createRecord, getRecord, updateRecord, deleteRecord, expectProblem } = apiClient(() => service);

const candidate = (): Promise<RecordBody> => createRecord('Candidates', { lastName: 'Nguyen' });
const client = (): Promise<RecordBody> => createRecord('Clients', { name: 'Harbour' });
const job = (fields: Body = {}): Promise<RecordBody> => createRecord('Jobs', { title: 'Rigger', ...fields });
const placement = async (fields: Body = {}): Promise<RecordBody> =>
  createRecord('Placements', { jobID: (await job()).id, candidateID: (await candidate()).id, startDate: '2027-01-11', ...fields });

/** Something in use: its path, how it is used, and what ends each use. */
interface InUse {
  readonly path: string;
  readonly usedBy: readonly { readonly kind: string; readonly count: number }[];
  readonly free: readonly (() => Promise<unknown>)[];
}

const close = (id: number) => () => updateRecord(`Jobs/${id}`, { stageID: 7 });
const USED: readonly (readonly [what: string, make: () => Promise<InUse>])[] = [
  [
    'a client with open jobs and a current placement',
    async () => {
      const { id } = await client();
      const jobs = [await job({ clientID: id }), await job({ clientID: id })];
      const placed = await placement({ jobID: jobs[0]!.id, statusID: 2 });
      return {
        path: `Clients/${id}`,
        usedBy: [
          { kind: 'open job', count: 2 },
          { kind: 'current placement', count: 1 },
        ],
        free: [...jobs.map((each) => close(each.id)), () => updateRecord(`Placements/${placed.id}`, { statusID: 4 })],
      };
    },
  ],
  [
    'a site with a job and a contact',
    async () => {
      const { id: clientID } = await client();
      const { id } = await createRecord('Sites', { clientID, name: 'Wharf' });
      const { id: jobID } = await job({ clientID, siteID: id });
      const contact = await createRecord('Contacts', { surname: 'Bennett', clientID, siteID: id });
      return {
        path: `Sites/${id}`,
        usedBy: [
          { kind: 'open job', count: 1 },
          { kind: 'contact', count: 1 },
        ],
        free: [close(jobID), () => updateRecord(`Contacts/${contact.id}`, { siteID: 0 })],
      };
    },
  ],
  [
    'a candidate at work',
    async () => {
      const { id } = await candidate();
      const placed = await placement({ candidateID: id, statusID: 3, startDate: '2026-10-01' });
      return {
        path: `Candidates/${id}`,
        usedBy: [{ kind: 'current placement', count: 1 }],
        free: [() => service.http.post(`/api/Placements/${placed.id}/End`).expect(200)],
      };
    },
  ],
  [
    'a user with work',
    async () => {
      const { id } = await createRecord('Users', { name: 'Noah' });
      const { id: jobID } = await job({ consultantID3: id });
      const owned = [
        ['Clients', { name: 'Theirs' }],
        ['Contacts', { surname: 'Theirs' }],
        ['Candidates', { lastName: 'Theirs' }],
        ['Opportunities', { name: 'Theirs' }],
      ] as const;
      const paths = [];
      for (const [path, body] of owned) paths.push(`${path}/${(await createRecord(path, body)).id}`);
      const [clients, contacts, candidates, opportunities] = paths as [string, string, string, string];
      for (const path of [clients, contacts, candidates].map((each) => `${each}/Assignment`)) await updateRecord(path, { ownerID: id });
      await updateRecord(opportunities, { ownerID: id });
      const placed = await placement({ statusID: 2, ownerID: id });
      return {
        path: `Users/${id}`,
        usedBy: ['open job', 'client', 'contact', 'candidate', 'opportunity', 'current placement'].map((kind) => ({ kind, count: 1 })),
        free: [
          () => updateRecord(`Jobs/${jobID}`, { consultantID3: 0 }),
          ...[clients, contacts, candidates].map((path) => () => updateRecord(`${path}/Assignment`, { ownerID: 1 })),
          () => updateRecord(opportunities, { ownerID: 1 }),
          () => updateRecord(`Placements/${placed.id}`, { ownerID: 1 }),
        ],
      };
    },
  ],
];

describe('What is in use', () => {
  it.each(USED)('cannot be deleted until the last use has ended: %s', async (_, make) => {
    const { path, usedBy, free } = await make();
    const left = [...usedBy];
    for (const end of free) {
      const problem = await expectProblem('delete', path, undefined, 409);
      expect(problem).toMatchObject({ type: '/problems/in-use', detail: expect.stringMatching(/ is used by .+: .+\.$/) });
      expect(left.map(({ kind }) => kind)).toEqual(expect.arrayContaining((problem['usedBy'] as typeof left).map(({ kind }) => kind)));
      if (end === free[0]) expect(problem['usedBy']).toEqual(usedBy);
      await expectProblem('put', path.replace(/^Candidates.*/, '$&/V2'), { deleted: true }, 409);
      await end();
    }
    await deleteRecord(path);
    await deleteRecord(path);
    expect(await getRecord(path)).toMatchObject({ deleted: true });
  });

  it('of a user can be kept while the user is inactive', async () => {
    const { id } = await createRecord('Users', { name: 'Leaver' });
    await job({ consultantID1: id });
    expect(await updateRecord(`Users/${id}`, { isActive: false })).toMatchObject({ isActive: false });
  });

  it('does not count when it is deleted', async () => {
    const { id } = await client();
    await deleteRecord(`Jobs/${(await job({ clientID: id })).id}`);
    await deleteRecord(`Clients/${id}`);
  });

  it('can be merged: a candidate at work', async () => {
    const [stays, goes] = [await candidate(), await candidate()];
    const placed = await placement({ candidateID: goes.id, statusID: 2 });
    await service.http
      .post(`/api/Candidates/${stays.id}/Merge`)
      .send({ candidateIDs: [goes.id] })
      .expect(200);
    expect(await getRecord(`Placements/${placed.id}`)).toMatchObject({ candidateID: stays.id });
    expect(await getRecord(`Candidates/${goes.id}`)).toMatchObject({ deleted: true });
    await expectProblem('delete', `Candidates/${stays.id}`, undefined, 409);
  });

  it('is not deleted by who creates a job at the same moment: either of both', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await client();
      const [deletion, creation] = await Promise.all([
        service.http.delete(`/api/Clients/${id}`),
        service.http.post('/api/Jobs').send({ title: 'Rigger', clientID: id }),
      ]);
      expect([
        [204, 400],
        [409, 201],
      ]).toContainEqual([deletion.status, creation.status]);
    }
  });
});

describe('The jobs of a deleted client', () => {
  it('take neither applications nor placements, until it is restored', async () => {
    const { id: clientID } = await client();
    const { id: jobID } = await job({ clientID });
    // as it could be deleted once
    await setDeleted(service, 'Client', clientID);
    const body = { jobID, candidateID: (await candidate()).id };
    for (const path of ['Applications', 'Placements'])
      expect(await expectProblem('post', path, body, 409)).toMatchObject({
        type: '/problems/job-closed',
        detail: expect.stringContaining(`Client ${clientID} of job ${jobID} is deleted`),
      });
    await setDeleted(service, 'Client', clientID, false);
    await createRecord('Applications', body);
  });
});

describe('An automation', () => {
  it('cannot do what has to be confirmed: its record fails with the reason', async () => {
    const { id: candidateID } = await candidate();
    const { id } = await createRecord('Applications', { jobID: (await job()).id, candidateID });
    await updateRecord(`Candidates/${candidateID}/V2`, { isRedFlagged: true });
    const actions = [{ type: 'changeStatus', params: { statusID: 4 } }];
    const { records } = await new Automations(service).run({ name: 'Submit', eventID: 45, filters: idIn(id), actions });
    expect(records).toMatchObject([
      { recordId: id, outcome: 'failed', reason: expect.stringContaining(`Candidate ${candidateID} is red-flagged`) },
    ]);
    expect(await getRecord(`Applications/${id}`)).toMatchObject({ stageID: 1 });
  });
});
