import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord, inTransaction } from './support/database';
import { pointersOf, apiClient, type RecordBody, type Body } from './support/api-client';
import { recordTypeNamed } from './support/record-types';
import { TimesheetsApi } from './support/timesheets';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());
const { createRecord, getRecord, listRecords, updateRecord, deleteRecord, expectProblem, changesTo } = apiClient(() => service);

const candidate = (body: object = {}): Promise<RecordBody> =>
  createRecord('Candidates', 'firstName' in body || 'lastName' in body ? body : { lastName: 'Nguyen', ...body });
const merge = (id: number, ...candidateIDs: number[]) => service.http.post(`/api/Candidates/${id}/Merge`).send({ candidateIDs });
const merged = async (id: number, ...candidateIDs: number[]): Promise<RecordBody> =>
  (await merge(id, ...candidateIDs).expect(200)).body as RecordBody;
const idsOf = (records: readonly Body[]): unknown[] => records.map(({ id }) => id);

const computeFigures = (type: string): Promise<void> =>
  inTransaction(service, async ({ em }) => {
    const { refreshFigures } = await import('../src/core/records/index.js');
    await refreshFigures(em, recordTypeNamed(type), 'all');
  });

/** Expects the stored figures of all records of a type to equal the recomputed ones. */
async function figuresAreTrue(table: string, type: string): Promise<void> {
  const before = await queryRows(service, `SELECT * FROM ${table}_figure ORDER BY id`);
  await computeFigures(type);
  expect(await queryRows(service, `SELECT * FROM ${table}_figure ORDER BY id`)).toEqual(before);
}

describe('Merging moves to the remaining candidate', () => {
  it('everything that refers to the other one, each by a change of its own', async () => {
    const [stays, goes] = [await candidate({ firstName: 'Stays' }), await candidate({ firstName: 'Goes' })];
    const jobs = [await createRecord('Jobs', { title: 'One' }), await createRecord('Jobs', { title: 'Two' })];
    const of = { candidateID: goes.id, jobID: jobs[0]?.id };
    const ids = {
      Application: [
        await seedRecord(service, 'Application', { ...of, stageID: 4, createdDate: new Date('2026-01-05') }),
        await seedRecord(service, 'Application', { candidateID: goes.id, jobID: jobs[1]?.id, deleted: true }),
      ],
      Interview: [await seedRecord(service, 'Interview', of)],
      Offer: [await seedRecord(service, 'Offer', of)],
      Placement: [await seedRecord(service, 'Placement', { ...of, statusID: 2, createdDate: new Date('2026-02-05') })],
      Timesheet: [] as number[],
      Document: [await seedRecord(service, 'Document', { candidateID: goes.id, typeID: 2, name: 'Licence' })],
      Activity: [(await createRecord('Activities', { category: 1, candidateID: goes.id, notes: 'Old' })).id],
    };
    ids.Timesheet.push(await seedRecord(service, 'Timesheet', { candidateID: goes.id, placementID: ids.Placement[0] }));
    const linked = await createRecord('Activities', { category: 3, linkedCandidates: [goes.id], notes: 'Linked' });
    const both = await createRecord('Activities', { category: 3, candidateID: stays.id, linkedCandidates: [stays.id, goes.id] });
    // of what was not created over the API
    for (const type of ['Candidate', 'Job']) await computeFigures(type);

    expect(await merged(stays.id, goes.id)).toMatchObject({
      id: stays.id,
      firstName: 'Stays',
      lastApplicationDate: '2026-01-05T00:00:00.000Z',
    });

    for (const [type, all] of Object.entries(ids)) {
      for (const id of all) {
        expect(await queryRows(service, `SELECT candidateID FROM ${type.toLowerCase()} WHERE id = ${id}`)).toEqual([
          { candidateID: stays.id },
        ]);
        expect((await changesTo(type, id)).at(-1)).toMatchObject({ action: 'updated', fields: { candidateID: [goes.id, stays.id] } });
      }
    }
    expect(await getRecord(`Activities/${linked.id}`)).toMatchObject({ candidateID: 0, linkedCandidates: [stays.id] });
    expect(await getRecord(`Activities/${both.id}`)).toMatchObject({ candidateID: stays.id, linkedCandidates: [stays.id] });
    expect(idsOf(await listRecords(`Candidates/${stays.id}/Activities`))).toEqual(
      expect.arrayContaining([ids.Activity[0], linked.id, both.id]),
    );
    expect(await listRecords(`Candidates/${goes.id}/Activities`)).toEqual([]);
    expect(await getRecord(`Candidates/${goes.id}`)).toMatchObject({ deleted: true });
    for (const [table, type] of [
      ['candidate', 'Candidate'],
      ['job', 'Job'],
    ] as const)
      await figuresAreTrue(table, type);
  });

  it('timesheets as they are, whatever they come to together', async () => {
    const sheets = new TimesheetsApi(service);
    const made = [];
    for (const day of ['2026-11-16', '2026-11-16']) {
      const placementID = await sheets.placement();
      made.push(await sheets.create({ placementID, lines: [{ day, hours: 13 }] }));
    }
    const [stays, goes] = made.map(({ candidateID }) => Number(candidateID)) as [number, number];
    await merged(stays, goes);
    for (const { id, placementID } of made) {
      expect(await getRecord(`Timesheets/${id}`)).toMatchObject({ candidateID: stays, hours: 13 });
      expect(await getRecord(`Placements/${String(placementID)}`)).toMatchObject({ candidateID: stays });
    }
    const [, { id }] = made as [RecordBody, RecordBody];
    await sheets.post(`/${id}/Submit`).expect(200);
    expect((await sheets.post(`/${id}/Approve`).expect(409)).body).toMatchObject({
      detail: expect.stringContaining('must not make more than 24 hours of 2026-11-16') as string,
    });
  });

  it('tags and divisions, each once', async () => {
    const [stays, goes] = [await candidate(), await candidate()];
    const [north, south] = [
      await seedRecord(service, 'Division', { name: 'North' }),
      await seedRecord(service, 'Division', { name: 'South' }),
    ];
    await updateRecord(`Candidates/${stays.id}/Assignment`, { divisionIDs: [south] });
    await updateRecord(`Candidates/${goes.id}/Assignment`, { divisionIDs: [north, south] });
    for (const [id, tag] of [
      [stays.id, 'A'],
      [stays.id, 'B'],
      [goes.id, 'b'],
      [goes.id, 'C'],
    ] as const)
      await service.http.post(`/api/Candidates/${id}/Tags`).send({ tag, typeId: 1 }).expect(201);
    expect(await merged(stays.id, goes.id)).toMatchObject({ divisions: 'North; South', tags: true });
    expect((await listRecords(`Candidates/${stays.id}/Tags`)).map(({ tag }) => tag).sort()).toEqual(['A', 'B', 'C']);
    expect(await listRecords(`Candidates/${goes.id}/Tags`)).toEqual([]);
    expect(await getRecord(`Candidates/${goes.id}`)).toMatchObject({ tags: false });
  });

  it('the employment histories, after its own', async () => {
    const [digger, driver, foreman] = [
      { jobTitle: 'Digger', startDate: '2010-01-01' },
      { jobTitle: 'Driver' },
      { jobTitle: 'Foreman', employer: 'Port' },
    ];
    const [stays, goes, gone] = [
      await candidate({ employmentHistories: [digger] }),
      await candidate({ employmentHistories: [driver, digger] }),
      await candidate({ employmentHistories: [foreman] }),
    ];
    const { employmentHistories } = await merged(stays.id, goes.id, gone.id);
    expect((employmentHistories as Body[]).map(({ jobTitle }) => jobTitle)).toEqual(['Digger', 'Driver', 'Foreman']);
    expect(await getRecord(`Candidates/${goes.id}`)).toMatchObject({ employmentHistories: [] });
  });

  it('no more employment histories than a candidate can have', async () => {
    const many = (employer: string): object[] => Array.from({ length: 60 }, (_, index) => ({ jobTitle: `Job ${index}`, employer }));
    const [stays, goes] = [await candidate({ employmentHistories: many('A') }), await candidate({ employmentHistories: many('B') })];
    expect((await merge(stays.id, goes.id).expect(409)).body).toMatchObject({
      detail: expect.stringContaining('120 employment histories') as string,
    });
    expect(await getRecord(`Candidates/${goes.id}`)).toMatchObject({ deleted: false });
  });

  it('its places on saved lists', async () => {
    const [stays, goes] = [await candidate(), await candidate()];
    const [one, both] = [
      await createRecord('Lists', { name: 'One', type: 'Candidate' }),
      await createRecord('Lists', { name: 'Both', type: 'Candidate' }),
    ];
    const jobs = await createRecord('Lists', { name: 'Jobs', type: 'Job' });
    const { id: jobID } = await createRecord('Jobs', { title: 'Namesake' });
    await queryRows(
      service,
      `INSERT INTO saved_list_record (listID, recordID, addedByID, addedDate) VALUES (${jobs.id}, ${goes.id}, 1, '2026-01-01 00:00:00.000')`,
    );
    await service.http.post(`/api/Lists/${one.id}/Records`).send({ ids: [goes.id] });
    await service.http.post(`/api/Lists/${both.id}/Records`).send({ ids: [stays.id, goes.id] });
    await merged(stays.id, goes.id);
    expect(jobID).toBeGreaterThan(0);
    for (const { id } of [one, both])
      expect(await queryRows(service, `SELECT recordID FROM saved_list_record WHERE listID = ${id}`)).toEqual([{ recordID: stays.id }]);
    expect(await queryRows(service, `SELECT recordID FROM saved_list_record WHERE listID = ${jobs.id}`)).toEqual([{ recordID: goes.id }]);
  });

  it('its places on lists that are restored later', async () => {
    const [stays, goes] = [await candidate(), await candidate()];
    const lists = [
      await createRecord('Lists', { name: 'One', type: 'Candidate' }),
      await createRecord('Lists', { name: 'Both', type: 'Candidate' }),
    ];
    await service.http.post(`/api/Lists/${lists[0]!.id}/Records`).send({ ids: [goes.id] });
    await service.http.post(`/api/Lists/${lists[1]!.id}/Records`).send({ ids: [stays.id, goes.id] });
    for (const { id } of lists) await deleteRecord(`Lists/${id}`);
    await merged(stays.id, goes.id);
    for (const { id } of lists) {
      expect(await updateRecord(`Lists/${id}`, { deleted: false })).toMatchObject({ count: 1 });
      expect(idsOf(await listRecords(`Lists/${id}/Records`))).toEqual([stays.id]);
    }
  });

  it('its contact, unless there is one already', async () => {
    const [stays, goes, gone] = [await candidate(), await candidate(), await candidate()];
    const contacts = [
      await createRecord('Contacts', { surname: 'Nguyen', linkedCandidateID: goes.id }),
      await createRecord('Contacts', { surname: 'Nguyen', linkedCandidateID: gone.id }),
    ];
    await merged(stays.id, goes.id, gone.id);
    expect(await Promise.all(contacts.map(async ({ id }) => (await getRecord(`Contacts/${id}`))['linkedCandidateID']))).toEqual([
      stays.id,
      0,
    ]);
  });

  it('the newest resume', async () => {
    const [stays, goes] = [await candidate(), await candidate()];
    await createRecord('Documents', { candidateID: goes.id, typeID: 1, name: 'Resume.pdf' });
    expect(await merged(stays.id, goes.id)).toMatchObject({ hasResumeViewerDoc: true, resumeViewerDate: expect.any(String) as string });
  });
});

describe('The fields of a candidate', () => {
  it.each<[what: string, stays: object, goes: object[], expected: object]>([
    [
      'are filled where they are empty',
      { firstName: 'Ann' },
      [{ firstName: 'Anna', lastName: 'Lee', jobTitle: 'Cook' }],
      { firstName: 'Ann', lastName: 'Lee', fullName: 'Ann Lee', jobTitle: 'Cook' },
    ],
    [
      'are filled from the first candidate that has them',
      {},
      [{ summary: '' }, { summary: 'Second' }, { summary: 'Third' }],
      { summary: 'Second' },
    ],
    [
      'are not mixed: addresses',
      { suburb: 'Newtown' },
      [{ address1: '1 Far Street', suburb: 'Perth', state: 'WA' }],
      { address1: '', suburb: 'Newtown', state: '' },
    ],
    [
      'are not mixed: rates',
      { preferredRate: 50, preferredRateUnitsId: 1 },
      [{ preferredRate: 400, preferredRateUnitsId: 2 }],
      { preferredRate: 50, preferredRateUnitsId: 1 },
    ],
    ['are filled together: rates', {}, [{ preferredRate: 400, preferredRateUnitsId: 2 }], { preferredRate: 400, preferredRateUnitsId: 2 }],
    ['keep an opt-out', { optOut: false }, [{ optOut: true }], { optOut: true }],
    [
      'keep a red flag with its comments',
      {},
      [{ isRedFlagged: true, redFlaggedDate: '2020-01-01', redFlaggedComments: 'No show' }],
      { isRedFlagged: true, redFlaggedDate: '2020-01-01T00:00:00.000Z', redFlaggedComments: 'No show' },
    ],
    ['have the phones in the standard form', {}, [{ mobile: '0412 345 678', countryCode: 'AU' }], { mobile_Standardised: '+61412345678' }],
    [
      'keep custom fields',
      { customField1: 'Mine' },
      [{ customField1: 'Theirs', customField2: 'Theirs' }],
      { customField1: 'Mine', customField2: 'Theirs' },
    ],
  ])('%s', async (_, own, others, expected) => {
    const stays = await candidate(own);
    const goes: number[] = [];
    for (const other of others) goes.push((await candidate(other)).id);
    expect(await merged(stays.id, ...goes)).toMatchObject(expected);
  });

  it('take the e-mail address of the other one, which no other candidate can take then', async () => {
    const [stays, goes] = [await candidate(), await candidate({ email1: 'mine@merge.example.com' })];
    expect(await merged(stays.id, goes.id)).toMatchObject({ email1: 'mine@merge.example.com' });
    expect(await expectProblem('post', 'Candidates', { lastName: 'Nguyen', email1: 'mine@merge.example.com' }, 409)).toMatchObject({
      detail: expect.stringContaining(`Candidate ${stays.id} `) as string,
    });
    await expectProblem('put', `Candidates/${goes.id}/V2`, { deleted: false }, 409);
  });

  it('keep an address that both were allowed to share', async () => {
    const stays = await candidate({ email1: 'both@merge.example.com' });
    const { body } = await service.http
      .post('/api/Candidates?allowDuplicate=true')
      .send({ lastName: 'Nguyen', email1: 'both@merge.example.com' })
      .expect(201);
    expect(await merged(stays.id, (body as RecordBody).id)).toMatchObject({ email1: 'both@merge.example.com' });
  });
});

describe('A merge', () => {
  it('raises one event, for the remaining candidate', async () => {
    const [stays, goes, gone] = [await candidate({ firstName: 'A' }), await candidate({ lastName: 'B' }), await candidate()];
    await merged(stays.id, goes.id, gone.id);
    expect((await changesTo('Candidate', stays.id)).slice(1)).toMatchObject([
      { action: 'updated', events: [2], fields: { lastName: [null, 'B'] } },
      { action: 'updated', events: [10], fields: { mergedCandidateIDs: [[], [goes.id, gone.id]] } },
    ]);
    for (const { id } of [goes, gone])
      expect((await changesTo('Candidate', id)).slice(1)).toMatchObject([
        { action: 'deleted', events: [], fields: { deleted: [false, true], mergedIntoID: [null, stays.id] } },
      ]);
  });

  it('that is sent again changes nothing', async () => {
    const [stays, goes] = [await candidate(), await candidate()];
    const first = await merged(stays.id, goes.id);
    expect(await merged(stays.id, goes.id, goes.id)).toEqual(first);
    expect((await changesTo('Candidate', stays.id)).flatMap(({ events }) => events)).toEqual([1, 10]);
  });

  it('can be followed by restoring the other one, with what is left of it', async () => {
    const [stays, goes] = [await candidate(), await candidate({ firstName: 'Back' })];
    await merged(stays.id, goes.id);
    expect(await updateRecord(`Candidates/${goes.id}/V2`, { deleted: false })).toMatchObject({ firstName: 'Back', deleted: false });
    await merged(stays.id, goes.id);
    expect((await changesTo('Candidate', goes.id)).map(({ action, events }) => [action, ...events])).toEqual([
      ['created', 1],
      ['deleted'],
      ['restored', 2],
      ['deleted'],
    ]);
  });

  it.each<[what: string, candidateIDs: unknown, pointer: string]>([
    ['an empty list', [], '/candidateIDs'],
    ['no list', undefined, '/candidateIDs'],
    ['null', null, '/candidateIDs'],
    ['a number', 7, '/candidateIDs'],
    ['an id as a string', ['7'], '/candidateIDs'],
    ['an impossible id', [0], '/candidateIDs'],
    ['more than twenty', Array.from({ length: 21 }, (_, index) => index + 1), '/candidateIDs'],
    ['an unknown id', [2_147_483_647], '/candidateIDs/0'],
  ])('with %s is rejected', async (_, candidateIDs, pointer) => {
    const { id } = await candidate();
    expect(pointersOf(await expectProblem('post', `Candidates/${id}/Merge`, { candidateIDs }, 400))).toEqual([pointer]);
  });

  it('of a candidate with itself is rejected', async () => {
    const [stays, goes] = [await candidate(), await candidate()];
    expect(pointersOf(await expectProblem('post', `Candidates/${stays.id}/Merge`, { candidateIDs: [goes.id, stays.id] }, 400))).toEqual([
      '/candidateIDs/1',
    ]);
    expect(await getRecord(`Candidates/${goes.id}`)).toMatchObject({ deleted: false });
  });

  it('with or into a deleted candidate is rejected', async () => {
    const [stays, goes, other] = [await candidate(), await candidate(), await candidate()];
    await deleteRecord(`Candidates/${goes.id}`);
    expect((await merge(stays.id, goes.id).expect(409)).body).toMatchObject({
      detail: expect.stringContaining(`Candidate ${goes.id} is deleted`) as string,
    });
    expect((await merge(goes.id, stays.id).expect(409)).body).toMatchObject({
      detail: expect.stringContaining(`Candidate ${goes.id} is deleted`) as string,
    });
    await updateRecord(`Candidates/${goes.id}/V2`, { deleted: false });
    await merged(other.id, goes.id);
    expect((await merge(stays.id, goes.id).expect(409)).body).toMatchObject({
      detail: `Candidate ${goes.id} has already been merged into candidate ${other.id}.`,
    });
  });

  it('into an unknown id returns 404, and with an old version 412', async () => {
    const [stays, goes] = [await candidate(), await candidate()];
    await merge(2_147_483_647, goes.id).expect(404);
    await updateRecord(`Candidates/${stays.id}/V2`, { jobTitle: 'Changed' });
    await service.http
      .post(`/api/Candidates/${stays.id}/Merge`)
      .set('If-Match', '"1-x"')
      .send({ candidateIDs: [goes.id] })
      .expect(412);
    expect(await getRecord(`Candidates/${goes.id}`)).toMatchObject({ deleted: false });
  });
});

describe('Concurrent merges', () => {
  it('of two candidates into each other: one remains', async () => {
    const [one, other] = [await candidate(), await candidate()];
    const responses = await Promise.all([merge(one.id, other.id), merge(other.id, one.id)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const deleted = await Promise.all([one, other].map(async ({ id }) => (await getRecord(`Candidates/${id}`))['deleted']));
    expect(deleted.sort()).toEqual([false, true]);
  });

  it('of one into several: everything goes to one of them', async () => {
    const goes = await candidate({ email1: 'wanted@merge.example.com' });
    const { id: jobID } = await createRecord('Jobs', { title: 'Wanted' });
    const application = await seedRecord(service, 'Application', { candidateID: goes.id, jobID, stageID: 1 });
    const wanting = await Promise.all(Array.from({ length: 6 }, () => candidate()));
    const responses = await Promise.all(wanting.map(({ id }) => merge(id, goes.id)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const winner = responses.find(({ status }) => status === 200)?.body as RecordBody;
    expect(winner).toMatchObject({ email1: 'wanted@merge.example.com' });
    expect(await queryRows(service, `SELECT candidateID FROM application WHERE id = ${application}`)).toEqual([{ candidateID: winner.id }]);
    await figuresAreTrue('candidate', 'Candidate');
  });

  it('of several into one: it gets everything', async () => {
    const stays = await candidate();
    const goes = await Promise.all(
      Array.from({ length: 5 }, (_, index) => candidate({ employmentHistories: [{ jobTitle: `Job ${index}` }] })),
    );
    const responses = await Promise.all(goes.map(({ id }) => merge(stays.id, id)));
    expect(responses.map(({ status }) => status)).toEqual(goes.map(() => 200));
    expect((await getRecord(`Candidates/${stays.id}`))['employmentHistories']).toHaveLength(5);
    expect((await changesTo('Candidate', stays.id)).filter(({ events }) => events.includes(10))).toHaveLength(5);
  });
});
