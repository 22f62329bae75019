import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord, inTransaction } from './support/database';

let service: TestApp;

beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: '2026-11-20T01:00:00.000Z' });
  await seedRecord(service, 'User', { id: 2, name: 'Noah Sinclair', isActive: true });
  await seedRecord(service, 'Client', { id: 1, name: 'Harbour Construction Group' });
  await seedRecord(service, 'Client', { id: 2, name: 'Other' });
  await seedRecord(service, 'Site', {
    id: 1,
    clientID: 1,
    name: 'Head office',
    address1: '200 George Street',
    suburb: 'Sydney',
    state: 'NSW',
    postcode: '2000',
    countryCode: 'AU',
  });
  await seedRecord(service, 'Site', { id: 2, clientID: 2, name: 'Depot', suburb: 'Perth', state: 'WA' });
  for (const id of [1, 2, 3]) await seedRecord(service, 'Contact', { id, clientID: 1, fullName: `Contact ${id}` });
  await seedRecord(service, 'Candidate', { id: 1, fullName: 'Ava Nguyen' });
});
afterAll(() => service.close());

type Body = Record<string, unknown>;
const created = async (body: Body = {}): Promise<Body> =>
  (
    await service.http
      .post('/api/Jobs')
      .send({ title: 'Engineer', ...body })
      .expect(201)
  ).body as Body;
const job = async (id: unknown): Promise<Body> => (await service.http.get(`/api/Jobs/${String(id)}`).expect(200)).body as Body;
const put = (id: unknown, body: Body) => service.http.put(`/api/Jobs/${String(id)}`).send(body);
const setting = (type: string, value: string) => service.http.post('/api/Configuration/JobPosting').send([{ type, value }]).expect(200);
const noSetting = (type: string) => service.http.delete(`/api/Configuration/JobPosting/${type}`).expect(204);

interface Change {
  action: string;
  events: number[];
  fields: Record<string, [unknown, unknown]>;
}
/** The changes of a job, oldest first. */
async function changes(id: unknown): Promise<Change[]> {
  const found = await queryRows<{ action: string; events: string; fields: string }>(
    service,
    "SELECT action, events, fields FROM record_change WHERE type = 'Job' AND recordID = ? ORDER BY id",
    [id],
  );
  return found.map(({ action, events, fields }) => ({
    action,
    events: JSON.parse(events) as number[],
    fields: JSON.parse(fields) as Change['fields'],
  }));
}
const lastEvents = async (id: unknown): Promise<number[] | undefined> => (await changes(id)).at(-1)?.events;
const problems = (body: unknown): { pointer: string; detail: string }[] =>
  (body as { errors: { pointer: string; detail: string }[] }).errors;

describe('A new job', () => {
  it('starts on the first stage and belongs to its creator by default', async () => {
    const saved = await created();
    expect(saved).toMatchObject({
      stageID: 1,
      stageName: 'New',
      statusName: 'Open',
      createdByID: 1,
      createdByConsultantID: 1,
      consultantID1: 1,
      consultantName1: 'Administrator',
      source: null,
      isReleasedJob: false,
      currentReleasedJobId: 0,
      deleted: false,
    });
    expect(saved['timeToFillStartDate']).toBe(saved['createdDate']);
    expect(saved['createDate']).toBe(saved['createdDate']);
    expect(saved).not.toHaveProperty('closeDate');
    expect(await changes(saved['id'])).toMatchObject([
      { action: 'created', events: [34], fields: { stageID: [null, 1], consultantID1: [null, 1] } },
    ]);
  });

  it('is returned with its Location and its version', async () => {
    const { headers, body } = await service.http.post('/api/Jobs').send({ title: 'Engineer' }).expect(201);
    expect(headers['location']).toBe(`/api/Jobs/${(body as Body)['id'] as number}`);
    expect(headers['etag']).toMatch(/^"1-/);
    expect(await job((body as Body)['id'])).toEqual(body);
  });

  it('keeps what its body contains', async () => {
    const sent = {
      stageID: 3,
      createdByConsultantID: 2,
      consultantID1: 2,
      timeToFillStartDate: '2026-11-01T00:00:00.000Z',
      source: 'Tender',
      title: 'Engineer',
      candidatesRequired: 2,
    };
    expect(await created(sent)).toMatchObject(sent);
  });

  it('has the default source of the settings', async () => {
    await setting('defaultSource', 'Referral');
    expect(await created()).toMatchObject({ source: 'Referral' });
    expect(await created({ source: 'Tender' })).toMatchObject({ source: 'Tender' });
    await noSetting('defaultSource');
  });

  it('on a closed stage is closed now, or at the date that is sent', async () => {
    const saved = await created({ stageID: 7 });
    expect(saved['closeDate']).toBe(saved['createdDate']);
    expect(await created({ stageID: 7, closeDate: '2026-01-31' })).toMatchObject({ closeDate: '2026-01-31T00:00:00.000Z' });
    expect(await lastEvents(saved['id'])).toEqual([34]);
  });

  it.each<[string, Body, string]>([
    ['an unknown client', { clientID: 99 }, '/clientID'],
    ['an unknown stage', { stageID: 99 }, '/stageID'],
    ['a stage of another list', { type: 'NOPE' }, '/type'],
    ['percentages over 100', { consultantPercentage1: 60, consultantPercentage2: 41, consultantID2: 1 }, '/consultantPercentage1'],
    ["a site that is another client's", { clientID: 1, siteID: 2 }, '/siteID'],
    ['a site without a client', { siteID: 1 }, '/siteID'],
    ['a latitude beyond the poles', { latitude: 91, longitude: 0 }, '/latitude'],
    ['an invalid longitude', { latitude: 0, longitude: -180.5 }, '/longitude'],
    ['an unknown country', { countryName: 'Atlantis' }, '/countryName'],
    ['an unknown field', { titel: 'Engineer' }, '/titel'],
    ['a negative number of candidates', { candidatesRequired: -1 }, '/candidatesRequired'],
  ])('is rejected with %s', async (_, body, pointer) => {
    const { body: problem } = await service.http
      .post('/api/Jobs')
      .send({ title: 'Engineer', ...body })
      .expect(400);
    expect(problems(problem).map((each) => each.pointer)).toEqual([pointer]);
  });

  it('takes the address of its site, unless it has its own', async () => {
    expect(await created({ clientID: 1, siteID: 1 })).toMatchObject({
      siteName: 'Head office',
      address1: '200 George Street',
      suburb: 'Sydney',
      countryCode: 'AU',
      countryName: 'Australia',
      shortAddress: 'Sydney, NSW',
      fullAddress: '200 George Street, Sydney NSW 2000, Australia',
    });
    expect(await created({ clientID: 1, siteID: 1, suburb: 'Hobart', countryName: 'Australia' })).toMatchObject({
      suburb: 'Hobart',
      countryCode: 'AU',
      address1: null,
      shortAddress: 'Hobart',
    });
  });
});

describe('A changed job', () => {
  it.each([0, null])('must have a stage: %j is rejected', async (stageID) => {
    const { id } = await created({ stageID: 2 });
    expect(problems((await put(id, { stageID }).expect(400)).body)).toEqual([{ pointer: '/stageID', detail: 'is required' }]);
    expect(await job(id)).toMatchObject({ stageName: 'Sourcing' });
  });

  it('keeps what the body leaves out, and clears what is null', async () => {
    const { id } = await created({ title: 'Engineer', description: 'Lead.', contact1ID: 1, clientReference: 'PO-1' });
    await put(id, { description: null, clientReference: 'PO-2' }).expect(200);
    expect(await job(id)).toMatchObject({
      title: 'Engineer',
      description: null,
      clientReference: 'PO-2',
      contact1ID: 1,
      updatedByName: 'Administrator',
    });
    expect((await changes(id)).at(-1)).toEqual({
      action: 'updated',
      events: [35],
      fields: { description: ['Lead.', null], clientReference: ['PO-1', 'PO-2'] },
    });
  });

  it('without differences is not a change', async () => {
    const { id } = await created({ title: 'Engineer' });
    await put(id, { title: 'Engineer', createdByName: 'ignored' }).expect(200);
    expect(await changes(id)).toHaveLength(1);
  });

  it('is shown with its contacts', async () => {
    const { id } = await created({ contact1ID: 1, contact3ID: 2 });
    const contacts = async () =>
      (await queryRows<{ contactID: number }>(service, 'SELECT contactID FROM job_contact WHERE jobID = ? ORDER BY contactID', [id])).map(
        ({ contactID }) => contactID,
      );
    expect(await contacts()).toEqual([1, 2]);
    const open = async (contact: number): Promise<number> =>
      Number(((await service.http.get(`/api/Contacts/${contact}`).expect(200)).body as Body)['openJobs']);
    const before = await open(3);
    await put(id, { contact1ID: 0, contact2ID: 3 }).expect(200);
    expect(await contacts()).toEqual([2, 3]);
    expect(await open(3)).toBe(before + 1);
    await put(id, { stageID: 7 }).expect(200);
    expect(await open(3)).toBe(before);
  });

  it.each<[string, Body, number[]]>([
    ['moving to another open stage', { stageID: 3 }, [35, 36]],
    ['moving to a closed stage', { stageID: 8 }, [35, 36, 38]],
    ['setting AI matches ready', { isAiMatchesReady: true }, [35, 41]],
    ['changing only its title', { title: 'Foreman' }, [35]],
  ])('%s raises its events', async (_, body, events) => {
    const { id } = await created();
    await put(id, body).expect(200);
    expect(await lastEvents(id)).toEqual(events);
  });

  it('is closed and reopened with its stage', async () => {
    const { id } = await created();
    const closed = (await put(id, { stageID: 7 }).expect(200)).body as Body;
    expect(closed['closeDate']).toBe(closed['updatedDate']);
    const moved = (await put(id, { stageID: 8 }).expect(200)).body as Body;
    expect(moved['closeDate']).toBe(closed['closeDate']);
    expect(await lastEvents(id)).toEqual([35, 36]);
    expect((await put(id, { stageID: 2 }).expect(200)).body).not.toHaveProperty('closeDate');
    expect((await put(id, { stageID: 6, closeDate: '2026-11-01' }).expect(200)).body).toMatchObject({
      closeDate: '2026-11-01T00:00:00.000Z',
    });
    expect((await put(id, { stageID: 2, closeDate: '2026-12-01' }).expect(200)).body).toMatchObject({
      closeDate: '2026-12-01T00:00:00.000Z',
    });
  });

  it('is reopened with its stage when the whole record is sent back, too', async () => {
    const { id } = await created();
    const closed = (await put(id, { stageID: 7 }).expect(200)).body as Body;
    expect((await put(id, { ...closed, stageID: 2 }).expect(200)).body).not.toHaveProperty('closeDate');
  });

  it('leaves the site when it leaves the client', async () => {
    const { id } = await created({ clientID: 1, siteID: 1 });
    expect(problems((await put(id, { clientID: 2 }).expect(400)).body)).toEqual([
      { pointer: '/siteID', detail: 'must be a site of client 2, or 0 for none' },
    ]);
    expect((await put(id, { clientID: 2, siteID: 2 }).expect(200)).body).toMatchObject({
      siteName: 'Depot',
      suburb: 'Perth',
      shortAddress: 'Perth, WA',
    });
    expect((await put(id, { siteID: 0 }).expect(200)).body).toMatchObject({ siteID: 0, suburb: null, fullAddress: null });
  });

  it('is rejected with an old version, a different id in the body, or an unknown id', async () => {
    const { id } = await created();
    const { headers } = await service.http.get(`/api/Jobs/${String(id)}`).expect(200);
    await put(id, { title: 'First' }).set('If-Match', String(headers['etag'])).expect(200);
    await put(id, { title: 'Second' }).set('If-Match', String(headers['etag'])).expect(412);
    await put(id, { id: 999, title: 'Third' }).expect(400);
    await put(99999, { title: 'Fourth' }).expect(404);
    expect(await job(id)).toMatchObject({ title: 'First' });
  });

  it('that is deleted is returned by its id, is not listed, and can be restored', async () => {
    const { id } = await created({ title: 'Gone' });
    await service.http.delete(`/api/Jobs/${String(id)}`).expect(204);
    await service.http.delete(`/api/Jobs/${String(id)}`).expect(204);
    expect(await job(id)).toMatchObject({ deleted: true });
    expect((await service.http.get(`/api/Jobs?ids=${String(id)}`).expect(200)).body).toEqual([]);
    expect((await changes(id)).at(-1)).toMatchObject({ action: 'deleted', events: [] });
    await put(id, { deleted: false }).expect(200);
    expect((await service.http.get(`/api/Jobs?ids=${String(id)}`).expect(200)).body).toHaveLength(1);
    expect((await changes(id)).at(-1)).toMatchObject({ action: 'restored', events: [35] });
    await service.http.delete('/api/Jobs/99999').expect(404);
  });
});

describe('The jobs', () => {
  it('are listed by id, in pages', async () => {
    await created();
    await created();
    const first = await service.http.get('/api/Jobs?limit=2').expect(200);
    expect((first.body as Body[]).map(({ id }) => id)).toEqual([1, 2]);
    const next = /<(.+)>/.exec(String(first.headers['link']))?.[1] ?? '';
    expect(((await service.http.get(next).expect(200)).body as Body[])[0]).toMatchObject({ id: 3 });
  });

  it('have activities', async () => {
    const { id } = await created();
    const activityID = await seedRecord(service, 'Activity', { category: 1, statusID: 2, notes: 'Called the client' });
    await inTransaction(service, ({ em }) =>
      em.query('INSERT INTO activity_link (activityID, kind, recordID, isMain, isLinked) VALUES (?, ?, ?, 0, 1)', [activityID, 'Job', id]),
    );
    const { body, headers } = await service.http.get(`/api/Jobs/${String(id)}/Activities`).expect(200);
    expect(body).toMatchObject([{ id: activityID, notes: 'Called the client' }]);
    expect(headers['x-total-count']).toBe('1');
    expect((await service.http.get(`/api/Jobs/${String(id)}/Activities?category=2`).expect(200)).body).toEqual([]);
    await service.http.get('/api/Jobs/99999/Activities').expect(404);
  });
});

describe('A job becomes filled', () => {
  const place = (jobID: unknown, statusID = 2) => seedRecord(service, 'Placement', { jobID, candidateID: 1, statusID });
  const fill = async (jobID: unknown): Promise<void> => {
    const { updateFilled } = await import('../src/jobs/index.js');
    await inTransaction(service, (transaction) => updateFilled(transaction, Number(jobID)));
  };
  afterEach(() => service.http.delete('/api/Configuration/JobPosting/closeWhenFilled'));

  it('when it has as many approved placements as required, raising one event', async () => {
    const { id } = await created({ candidatesRequired: 2 });
    await place(id);
    await place(id, 1);
    await place(id, 5);
    await fill(id);
    expect(await changes(id)).toHaveLength(1);
    await place(id, 4);
    await fill(id);
    expect((await changes(id)).at(-1)).toMatchObject({
      action: 'updated',
      events: [35, 37],
      fields: { filledDate: [null, expect.any(String)] },
    });
    await place(id, 3);
    await fill(id);
    expect(await changes(id)).toHaveLength(2);
    expect(await job(id)).toMatchObject({ stageID: 1 });
  });

  it('and stops being so when one is cancelled, until the next', async () => {
    const { id } = await created({ candidatesRequired: 1 });
    const placement = await place(id);
    await fill(id);
    await inTransaction(service, ({ em }) => em.query('UPDATE placement SET deleted = 1 WHERE id = ?', [placement]));
    await fill(id);
    expect((await changes(id)).at(-1)).toMatchObject({ events: [35], fields: { filledDate: [expect.any(String), null] } });
    await place(id);
    await fill(id);
    expect(await lastEvents(id)).toEqual([35, 37]);
  });

  it('when fewer are required', async () => {
    const { id } = await created({ candidatesRequired: 2 });
    await place(id);
    await put(id, { candidatesRequired: 1 }).expect(200);
    expect(await lastEvents(id)).toEqual([35, 37]);
    await put(id, { candidatesRequired: 3 }).expect(200);
    expect(await lastEvents(id)).toEqual([35]);
  });

  it('but not when none is required, or when it is deleted', async () => {
    const { id } = await created();
    await place(id);
    await fill(id);
    expect(await changes(id)).toHaveLength(1);
    await put(id, { candidatesRequired: 1, deleted: true }).expect(200);
    await fill(id);
    expect(await lastEvents(id)).toEqual([]);
    await put(id, { deleted: false }).expect(200);
    expect(await lastEvents(id)).toEqual([35, 37]);
  });

  it('and is closed, if the setting says so', async () => {
    await setting('closeWhenFilled', 'True');
    const { id } = await created({ candidatesRequired: 1 });
    await place(id);
    await fill(id);
    const filled = await job(id);
    expect(filled).toMatchObject({ stageID: 6, stageName: 'Filled', statusName: 'Filled' });
    expect(filled['closeDate']).toBe(filled['updatedDate']);
    expect(await lastEvents(id)).toEqual([35, 36, 37, 38]);
  });

  it('but keeps a closed stage', async () => {
    await setting('closeWhenFilled', 'true');
    const { id } = await created({ candidatesRequired: 1, stageID: 8 });
    await place(id);
    await fill(id);
    expect(await job(id)).toMatchObject({ stageID: 8 });
    expect(await lastEvents(id)).toEqual([35, 37]);
  });
});

describe('The percentages of the consultants of a job', () => {
  it.each<[string, number[]]>([
    ['make 100 by two', [60, 40, 0, 0, 0]],
    ['make 100 by three, of which the floating-point sum is more', [2.2, 85.9, 11.9, 0, 0]],
    ['are 100 by one', [0, 0, 0, 0, 100]],
  ])('are accepted when they %s', async (_, percentages) => {
    const body = Object.fromEntries(
      percentages.flatMap((each, index) => [
        [`consultantID${index + 1}`, 1],
        [`consultantPercentage${index + 1}`, each],
      ]),
    );
    const { id } = await created(body);
    expect(await job(id)).toMatchObject(body);
    await put(id, { consultantPercentage5: percentages[4]! + 0.01 }).expect(400);
    expect(await job(id)).toMatchObject(body);
  });
});
