import { startApp, type TestApp } from './support/app';
import { asked, make, within } from './support/make';
import { pointersOf, speaking, type Answer, type Body } from './support/speaking';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());
const { made, found, listed, saved, removed, refused, told } = speaking(() => service);

const candidate = (body: object = {}): Promise<Answer> => made('Candidates', body);
const merge = (id: number, ...candidateIDs: number[]) => service.http.post(`/api/Candidates/${id}/Merge`).send({ candidateIDs });
const merged = async (id: number, ...candidateIDs: number[]): Promise<Answer> =>
  (await merge(id, ...candidateIDs).expect(200)).body as Answer;
const idsOf = (records: readonly Body[]): unknown[] => records.map(({ id }) => id);

/** The kept figures of all records of a type are those that would be computed now. */
async function figuresAreTrue(table: string, type: string): Promise<void> {
  const before = await asked(service, `SELECT * FROM ${table}_figure ORDER BY id`);
  await within(service, async ({ em }) => {
    const { refreshFigures } = await import('../src/records/index.js');
    const { recordTypeNamed } = await import('../src/fields/record-type.js');
    await refreshFigures(em, recordTypeNamed(type), 'all');
  });
  expect(await asked(service, `SELECT * FROM ${table}_figure ORDER BY id`)).toEqual(before);
}

describe('What a candidate had comes to the one it is merged into', () => {
  it('all that refers to it, each by a change of its own', async () => {
    const [stays, goes] = [await candidate({ firstName: 'Stays' }), await candidate({ firstName: 'Goes' })];
    const jobs = [await made('Jobs', { title: 'One' }), await made('Jobs', { title: 'Two' })];
    const of = { candidateID: goes.id, jobID: jobs[0]?.id };
    const ids = {
      Application: [
        await make(service, 'Application', { ...of, stageID: 4, createdDate: new Date('2026-01-05') }),
        await make(service, 'Application', { candidateID: goes.id, jobID: jobs[1]?.id, deleted: true }),
      ],
      Interview: [await make(service, 'Interview', of)],
      Offer: [await make(service, 'Offer', of)],
      Placement: [await make(service, 'Placement', { ...of, statusID: 2, createdDate: new Date('2026-02-05') })],
      Timesheet: [] as number[],
      Document: [await make(service, 'Document', { candidateID: goes.id, typeID: 2, name: 'Licence' })],
      Activity: [(await made('Activities', { category: 1, candidateID: goes.id, notes: 'Old' })).id],
    };
    ids.Timesheet.push(await make(service, 'Timesheet', { candidateID: goes.id, placementID: ids.Placement[0] }));
    const linked = await made('Activities', { category: 3, linkedCandidates: [goes.id], notes: 'Linked' });
    const both = await made('Activities', { category: 3, candidateID: stays.id, linkedCandidates: [stays.id, goes.id] });

    expect(await merged(stays.id, goes.id)).toMatchObject({
      id: stays.id,
      firstName: 'Stays',
      lastApplicationDate: '2026-01-05T00:00:00.000Z',
    });

    for (const [type, all] of Object.entries(ids)) {
      for (const id of all) {
        expect(await asked(service, `SELECT candidateID FROM ${type.toLowerCase()} WHERE id = ${id}`)).toEqual([{ candidateID: stays.id }]);
        expect((await told(type, id)).at(-1)).toMatchObject({ action: 'updated', fields: { candidateID: [goes.id, stays.id] } });
      }
    }
    expect(await found(`Activities/${linked.id}`)).toMatchObject({ candidateID: 0, linkedCandidates: [stays.id] });
    expect(await found(`Activities/${both.id}`)).toMatchObject({ candidateID: stays.id, linkedCandidates: [stays.id] });
    expect(idsOf(await listed(`Candidates/${stays.id}/Activities`))).toEqual(expect.arrayContaining([ids.Activity[0], linked.id, both.id]));
    expect(await listed(`Candidates/${goes.id}/Activities`)).toEqual([]);
    expect(await found(`Candidates/${goes.id}`)).toMatchObject({ deleted: true });
    for (const [table, type] of [
      ['candidate', 'Candidate'],
      ['job', 'Job'],
    ] as const)
      await figuresAreTrue(table, type);
  });

  it('two applications to one job, which stay two', async () => {
    const [stays, goes] = [await candidate(), await candidate()];
    const { id: jobID } = await made('Jobs', { title: 'Same' });
    await make(service, 'Application', { candidateID: stays.id, jobID, stageID: 1 });
    await make(service, 'Application', { candidateID: goes.id, jobID, stageID: 1 });
    const answer = await merged(stays.id, goes.id);
    expect(answer['statisticsCounts']).toContainEqual({ type: 'applications', value: 2 });
  });

  it('tags and divisions, each once', async () => {
    const [stays, goes] = [await candidate(), await candidate()];
    const [north, south] = [await make(service, 'Division', { name: 'North' }), await make(service, 'Division', { name: 'South' })];
    await saved(`Candidates/${stays.id}/Assignment`, { divisionIDs: [south] });
    await saved(`Candidates/${goes.id}/Assignment`, { divisionIDs: [north, south] });
    for (const [id, tag] of [
      [stays.id, 'A'],
      [stays.id, 'B'],
      [goes.id, 'b'],
      [goes.id, 'C'],
    ] as const)
      await service.http.post(`/api/Candidates/${id}/Tags`).send({ tag, typeId: 1 }).expect(201);
    expect(await merged(stays.id, goes.id)).toMatchObject({ divisions: 'North; South', tags: true });
    expect((await listed(`Candidates/${stays.id}/Tags`)).map(({ tag }) => tag).sort()).toEqual(['A', 'B', 'C']);
    expect(await listed(`Candidates/${goes.id}/Tags`)).toEqual([]);
    expect(await found(`Candidates/${goes.id}`)).toMatchObject({ tags: false });
  });

  it('the jobs of its past, behind the own ones, each once', async () => {
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
    expect(await found(`Candidates/${goes.id}`)).toMatchObject({ employmentHistories: [] });
  });

  it('not more jobs of the past than a candidate can say', async () => {
    const many = (employer: string): object[] => Array.from({ length: 60 }, (_, index) => ({ jobTitle: `Job ${index}`, employer }));
    const [stays, goes] = [await candidate({ employmentHistories: many('A') }), await candidate({ employmentHistories: many('B') })];
    expect((await merge(stays.id, goes.id).expect(409)).body).toMatchObject({
      detail: expect.stringContaining('120 employment histories') as string,
    });
    expect(await found(`Candidates/${goes.id}`)).toMatchObject({ deleted: false });
  });

  it('its places on saved lists', async () => {
    const [stays, goes] = [await candidate(), await candidate()];
    const [one, both] = [await made('Lists', { name: 'One', type: 'Candidate' }), await made('Lists', { name: 'Both', type: 'Candidate' })];
    const jobs = await made('Lists', { name: 'Jobs', type: 'Job' });
    const { id: jobID } = await made('Jobs', { title: 'Namesake' });
    await asked(
      service,
      `INSERT INTO saved_list_record (listID, recordID, addedByID, addedDate) VALUES (${jobs.id}, ${goes.id}, 1, '2026-01-01 00:00:00.000')`,
    );
    await service.http.post(`/api/Lists/${one.id}/Records`).send({ ids: [goes.id] });
    await service.http.post(`/api/Lists/${both.id}/Records`).send({ ids: [stays.id, goes.id] });
    await merged(stays.id, goes.id);
    expect(jobID).toBeGreaterThan(0);
    for (const { id } of [one, both])
      expect(await asked(service, `SELECT recordID FROM saved_list_record WHERE listID = ${id}`)).toEqual([{ recordID: stays.id }]);
    expect(await asked(service, `SELECT recordID FROM saved_list_record WHERE listID = ${jobs.id}`)).toEqual([{ recordID: goes.id }]);
  });

  it('its contact, unless it has one already', async () => {
    const [stays, goes, gone] = [await candidate(), await candidate(), await candidate()];
    const contacts = [await made('Contacts', { linkedCandidateID: goes.id }), await made('Contacts', { linkedCandidateID: gone.id })];
    await merged(stays.id, goes.id, gone.id);
    expect(await Promise.all(contacts.map(async ({ id }) => (await found(`Contacts/${id}`))['linkedCandidateID']))).toEqual([stays.id, 0]);
  });

  it('the newest resume', async () => {
    const [stays, goes] = [await candidate(), await candidate()];
    await made('Documents', { candidateID: goes.id, typeID: 1, name: 'Resume.pdf' });
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
    ['are filled from the first who says them', {}, [{ summary: '' }, { summary: 'Second' }, { summary: 'Third' }], { summary: 'Second' }],
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
    ['say that somebody opted out', { optOut: false }, [{ optOut: true }], { optOut: true }],
    [
      'say that somebody was flagged, and why',
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

  it('have the e-mail address of the one that goes, which nobody else can have then', async () => {
    const [stays, goes] = [await candidate(), await candidate({ email1: 'mine@merge.example.com' })];
    expect(await merged(stays.id, goes.id)).toMatchObject({ email1: 'mine@merge.example.com' });
    expect(await refused('post', 'Candidates', { email1: 'mine@merge.example.com' }, 409)).toMatchObject({
      detail: expect.stringContaining(`candidate ${stays.id} `) as string,
    });
    await refused('put', `Candidates/${goes.id}/V2`, { deleted: false }, 409);
  });

  it('keep an address that both were allowed to share', async () => {
    const stays = await candidate({ email1: 'both@merge.example.com' });
    const { body } = await service.http.post('/api/Candidates?allowDuplicate=true').send({ email1: 'both@merge.example.com' }).expect(201);
    expect(await merged(stays.id, (body as Answer).id)).toMatchObject({ email1: 'both@merge.example.com' });
  });
});

describe('A merger', () => {
  it('is told once, of the candidate that stays', async () => {
    const [stays, goes, gone] = [await candidate({ firstName: 'A' }), await candidate({ lastName: 'B' }), await candidate()];
    await merged(stays.id, goes.id, gone.id);
    expect((await told('Candidate', stays.id)).slice(1)).toMatchObject([
      { action: 'updated', events: [2], fields: { lastName: [null, 'B'] } },
      { action: 'updated', events: [10], fields: { mergedCandidateIDs: [[], [goes.id, gone.id]] } },
    ]);
    for (const { id } of [goes, gone])
      expect((await told('Candidate', id)).slice(1)).toMatchObject([
        { action: 'deleted', events: [], fields: { deleted: [false, true], mergedIntoID: [null, stays.id] } },
      ]);
  });

  it('that is sent again changes nothing', async () => {
    const [stays, goes] = [await candidate(), await candidate()];
    const first = await merged(stays.id, goes.id);
    expect(await merged(stays.id, goes.id, goes.id)).toEqual(first);
    expect((await told('Candidate', stays.id)).flatMap(({ events }) => events)).toEqual([1, 10]);
  });

  it('can be followed by a return of the one that went, with what is left of it', async () => {
    const [stays, goes] = [await candidate(), await candidate({ firstName: 'Back' })];
    await merged(stays.id, goes.id);
    expect(await saved(`Candidates/${goes.id}/V2`, { deleted: false })).toMatchObject({ firstName: 'Back', deleted: false });
    await merged(stays.id, goes.id);
    expect((await told('Candidate', goes.id)).map(({ action, events }) => [action, ...events])).toEqual([
      ['created', 1],
      ['deleted'],
      ['restored', 2],
      ['deleted'],
    ]);
  });

  it.each<[what: string, candidateIDs: unknown, pointer: string]>([
    ['nobody', [], '/candidateIDs'],
    ['nothing', undefined, '/candidateIDs'],
    ['null', null, '/candidateIDs'],
    ['no list', 7, '/candidateIDs'],
    ['an id in text', ['7'], '/candidateIDs'],
    ['an id that nobody can have', [0], '/candidateIDs'],
    ['more than twenty', Array.from({ length: 21 }, (_, index) => index + 1), '/candidateIDs'],
    ['somebody unknown', [2_147_483_647], '/candidateIDs/0'],
  ])('with %s is refused', async (_, candidateIDs, pointer) => {
    const { id } = await candidate();
    expect(pointersOf(await refused('post', `Candidates/${id}/Merge`, { candidateIDs }, 400))).toEqual([pointer]);
  });

  it('with itself is refused', async () => {
    const [stays, goes] = [await candidate(), await candidate()];
    expect(pointersOf(await refused('post', `Candidates/${stays.id}/Merge`, { candidateIDs: [goes.id, stays.id] }, 400))).toEqual([
      '/candidateIDs/1',
    ]);
    expect(await found(`Candidates/${goes.id}`)).toMatchObject({ deleted: false });
  });

  it('with a deleted one, or into one, is refused', async () => {
    const [stays, goes, other] = [await candidate(), await candidate(), await candidate()];
    await removed(`Candidates/${goes.id}`);
    expect((await merge(stays.id, goes.id).expect(409)).body).toMatchObject({
      detail: expect.stringContaining(`candidate ${goes.id} is deleted`) as string,
    });
    expect((await merge(goes.id, stays.id).expect(409)).body).toMatchObject({
      detail: expect.stringContaining(`candidate ${goes.id} is deleted`) as string,
    });
    await saved(`Candidates/${goes.id}/V2`, { deleted: false });
    await merged(other.id, goes.id);
    expect((await merge(stays.id, goes.id).expect(409)).body).toMatchObject({
      detail: `The candidate ${goes.id} was merged into the candidate ${other.id} already.`,
    });
  });

  it('into nobody is a 404, and one of a version that has changed a 412', async () => {
    const [stays, goes] = [await candidate(), await candidate()];
    await merge(2_147_483_647, goes.id).expect(404);
    await saved(`Candidates/${stays.id}/V2`, { jobTitle: 'Changed' });
    await service.http
      .post(`/api/Candidates/${stays.id}/Merge`)
      .set('If-Match', '"1-x"')
      .send({ candidateIDs: [goes.id] })
      .expect(412);
    expect(await found(`Candidates/${goes.id}`)).toMatchObject({ deleted: false });
  });
});

describe('Mergers at the same moment', () => {
  it('of two into each other: one stays', async () => {
    const [one, other] = [await candidate(), await candidate()];
    const answers = await Promise.all([merge(one.id, other.id), merge(other.id, one.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const deleted = await Promise.all([one, other].map(async ({ id }) => (await found(`Candidates/${id}`))['deleted']));
    expect(deleted.sort()).toEqual([false, true]);
  });

  it('of one into several: it goes to one of them, with everything', async () => {
    const goes = await candidate({ email1: 'wanted@merge.example.com' });
    const { id: jobID } = await made('Jobs', { title: 'Wanted' });
    const application = await make(service, 'Application', { candidateID: goes.id, jobID, stageID: 1 });
    const wanting = await Promise.all(Array.from({ length: 6 }, () => candidate()));
    const answers = await Promise.all(wanting.map(({ id }) => merge(id, goes.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const winner = answers.find(({ status }) => status === 200)?.body as Answer;
    expect(winner).toMatchObject({ email1: 'wanted@merge.example.com' });
    expect(await asked(service, `SELECT candidateID FROM application WHERE id = ${application}`)).toEqual([{ candidateID: winner.id }]);
    await figuresAreTrue('candidate', 'Candidate');
  });

  it('of several into one: it has what all had', async () => {
    const stays = await candidate();
    const goes = await Promise.all(
      Array.from({ length: 5 }, (_, index) => candidate({ employmentHistories: [{ jobTitle: `Job ${index}` }] })),
    );
    const answers = await Promise.all(goes.map(({ id }) => merge(stays.id, id)));
    expect(answers.map(({ status }) => status)).toEqual(goes.map(() => 200));
    expect((await found(`Candidates/${stays.id}`))['employmentHistories']).toHaveLength(5);
    expect((await told('Candidate', stays.id)).filter(({ events }) => events.includes(10))).toHaveLength(5);
  });
});
