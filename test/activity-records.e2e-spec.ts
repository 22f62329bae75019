import { startApp, type TestApp } from './support/app';
import { Automations, idIn } from './support/automations';
import { queryRows, seedRecord } from './support/database';

type Activity = Record<string, unknown> & { id: number };
interface Problem {
  type: string;
  detail: string;
  errors?: { pointer: string; detail: string }[];
}
interface Change {
  action: string;
  events: string;
  fields: string;
}

/** The time that the service's clock shows. */
const NOON = '2026-11-20T12:00:00.000Z';
const [YESTERDAY, TOMORROW] = ['2026-11-19T12:00:00.000Z', '2026-11-21T12:00:00.000Z'];

let service: TestApp;
beforeAll(async () => void (service = await startApp({ CLOCK_START: NOON })));
afterAll(() => service.close());

const created = async (body: object): Promise<Activity> =>
  (await service.http.post('/api/Activities').send(body).expect(201)).body as Activity;
const found = async (id: number): Promise<Activity> => (await service.http.get(`/api/Activities/${id}`).expect(200)).body as Activity;
const changed = async (id: number, body: object): Promise<Activity> =>
  (await service.http.put(`/api/Activities/${id}`).send(body).expect(200)).body as Activity;
const refused = async (status: number, body: object, id?: number): Promise<Problem> =>
  (await (id === undefined ? service.http.post('/api/Activities') : service.http.put(`/api/Activities/${id}`)).send(body).expect(status))
    .body as Problem;
const completed = async (id: number): Promise<Activity> =>
  (await service.http.post(`/api/Activities/${id}/Complete`).expect(200)).body as Activity;

const changesOf = async (id: number): Promise<{ action: string; events: number[]; fields: Record<string, unknown> }[]> => {
  const rows = await queryRows<Change>(
    service,
    "SELECT action, events, fields FROM record_change WHERE type = 'Activity' AND recordID = ? ORDER BY id",
    [id],
  );
  return rows.map(({ action, events, fields }) => ({
    action,
    events: JSON.parse(events) as number[],
    fields: JSON.parse(fields) as Record<string, unknown>,
  }));
};
/** Within a minute of the start of the service. */
const expectNow = (moment: unknown): void => expect(Math.abs(Date.parse(String(moment)) - Date.parse(NOON))).toBeLessThan(60_000);

describe('A new activity', () => {
  it('is returned complete, with a Location where it can be read', async () => {
    const body = {
      notes: 'Rang back',
      candidateID: 1,
      linkedContacts: [2, 1],
      altId: 'crm-9',
      associatedData: '{"a":1}',
      activityDate: YESTERDAY,
    };
    const response = await service.http.post('/api/Activities').send(body).expect(201);
    const { id } = response.body as Activity;
    expect(response.headers['location']).toBe(`/api/Activities/${id}`);
    expect(response.body).toMatchObject({
      category: 1,
      type: 'General note',
      statusName: 'Completed',
      candidateName: 'Grace Nguyen',
      assignedToName: 'Amelia Hart',
      createdByName: 'Amelia Hart',
      notes: 'Rang back',
      altId: 'crm-9',
      activityDate: YESTERDAY,
      linkedContacts: [1, 2],
      linkedCandidates: [],
      entityId: 0,
    });
    expectNow((response.body as Activity)['dateCreated']);
    expect(await found(id)).toEqual(response.body);
    const ofCandidate = (await service.http.get('/api/Candidates/1/Activities').expect(200)).body as Activity[];
    expect(ofCandidate.map((each) => each.id)).toContain(id);
  });

  it.each<[says: object, has: object]>([
    [{}, { category: 1, typeID: 1, statusID: 2, assignedToID: 1 }],
    [
      { category: 0, typeID: null, statusID: 0, assignedToID: 0 },
      { category: 1, typeID: 1, statusID: 2, assignedToID: 1 },
    ],
    [{ typeID: 12 }, { category: 1, typeID: 12, statusID: 2 }],
    [{ typeID: 14 }, { category: 6, typeID: 14, statusID: 1 }],
    [{ category: 6 }, { category: 6, typeID: 6 }],
    [
      { category: 3, typeID: 15 },
      { category: 3, typeID: 15 },
    ],
    [{ category: 2 }, { category: 2, typeID: 2, statusID: 1, activityDate: null }],
    [
      { category: 2, activityDate: YESTERDAY },
      { statusID: 1, activityDate: YESTERDAY },
    ],
    [{ category: 3, activityDate: YESTERDAY }, { statusID: 2 }],
    [{ category: 3, activityDate: TOMORROW }, { statusID: 1 }],
    [{ category: 3 }, { statusID: 1, activityDate: null }],
    [
      { category: 3, statusID: 3, assignedToID: 2 },
      { statusID: 3, assignedToID: 2 },
    ],
    [{ category: 11 }, { statusID: 2 }],
    [{ activityDate: YESTERDAY }, { statusID: 2, activityDate: YESTERDAY }],
    [{ category: 6, activityDate: YESTERDAY, activityEndDate: '2026-11-19T12:45:00Z' }, { duration: 45 }],
    [{ category: 6, activityDate: YESTERDAY, activityEndDate: '2026-11-19T12:45:00Z', duration: 30 }, { duration: 30 }],
    [{ category: 6, activityDate: YESTERDAY, activityEndDate: YESTERDAY }, { duration: 0 }],
    [{ activityDate: '1000-01-02', activityEndDate: '9999-12-31' }, { duration: 2147483647 }],
    [{ category: 2, activityDate: TOMORROW, activityEndDate: YESTERDAY }, { duration: 0 }],
  ])('sent as %j gets %j', async (says, has) => {
    const activity = await created(says);
    expect(activity).toMatchObject(has);
    if (!('activityDate' in says) && [1, 11].includes(activity['category'] as number)) expectNow(activity['activityDate']);
  });

  it.each<[says: object, pointer: string, detail: string]>([
    [{ category: 3, typeID: 1 }, '/typeID', 'must be a type of the category 3'],
    [{ category: 99 }, '/category', ''],
    [{ typeID: 999 }, '/typeID', 'must be the id of an entry in the lookup list activityType'],
    [{ statusID: 9 }, '/statusID', ''],
    [{ candidateID: 999_999 }, '/candidateID', ''],
    [{ activityDate: TOMORROW, activityEndDate: YESTERDAY }, '/activityEndDate', 'must not be before activityDate'],
    [{ activityDate: TOMORROW }, '/activityDate', 'must not be in the future for a completed activity'],
    [{ category: 3, statusID: 2, activityDate: TOMORROW }, '/activityDate', 'must not be in the future for a completed activity'],
    [{ activityDate: '2026-02-30' }, '/activityDate', ''],
    [{ associatedData: '{a:1}' }, '/associatedData', 'must be JSON text'],
    [{ parentID: 999_999 }, '/parentID', ''],
    [{ duration: -1 }, '/duration', ''],
    [{ linkedContacts: 1 }, '/linkedContacts', 'must be an array'],
    [{ linkedContacts: ['1'] }, '/linkedContacts', ''],
    [{ linkedContacts: [0] }, '/linkedContacts', ''],
    [{ linkedContacts: Array.from({ length: 1001 }, () => 1) }, '/linkedContacts', 'must have at most 1000 items'],
    [{ linkedContacts: [1, 999_999, 2, 999_998] }, '/linkedContacts/1', 'must be the id of an existing contact'],
    [{ linkedCandidates: [999_999] }, '/linkedCandidates/0', ''],
    [{ linkedClients: [999_999] }, '/linkedClients/0', ''],
    [{ linkedJobIds: [999_999] }, '/linkedJobIds/0', ''],
    [{ linkedOpportunities: [999_999] }, '/linkedOpportunities/0', ''],
    [{ linkedPlacements: [999_999] }, '/linkedPlacements/0', ''],
    [{ linkedJobs: [1] }, '/linkedJobs', ''],
    [{ entity: 1 }, '/entity', ''],
  ])('sent as %j is rejected at %s', async (says, pointer, detail) => {
    const before = await queryRows(service, 'SELECT MAX(id) AS id FROM activity');
    const { errors = [] } = await refused(400, says);
    expect(errors[0]).toMatchObject({ pointer, ...(detail ? { detail } : {}) });
    expect(await queryRows(service, 'SELECT MAX(id) AS id FROM activity')).toEqual(before);
  });

  it('lists every linked id that does not exist', async () => {
    const { errors } = await refused(400, { linkedContacts: [1, 999_999, 999_998], linkedJobIds: [999_999] });
    expect(errors?.map(({ pointer }) => pointer)).toEqual(['/linkedContacts/1', '/linkedContacts/2', '/linkedJobIds/0']);
  });

  it('ignores computed fields', async () => {
    const activity = await created({
      id: 77,
      type: 'x',
      statusName: 'x',
      entityId: 5,
      createdByID: 3,
      dateCreated: YESTERDAY,
      candidateName: 'x',
    });
    expect(activity).toMatchObject({ type: 'General note', entityId: 0, createdByID: 1, candidateName: null });
    expect(activity.id).not.toBe(77);
  });
});

describe('The link lists of an activity', () => {
  const LISTS = ['linkedCandidates', 'linkedContacts', 'linkedClients', 'linkedJobIds', 'linkedOpportunities', 'linkedPlacements'] as const;

  it.each(LISTS)('%s: a list replaces the list without duplicates, null and [] clear it, an absent one is kept', async (list) => {
    const { id } = await created({ [list]: [2, 1, 2] });
    expect((await found(id))[list]).toEqual([1, 2]);
    expect((await changed(id, { notes: 'other' }))[list]).toEqual([1, 2]);
    expect((await changed(id, { [list]: [3, 2] }))[list]).toEqual([2, 3]);
    expect((await changed(id, { [list]: null }))[list]).toEqual([]);
    expect((await changed(id, { [list]: [1] }))[list]).toEqual([1]);
    expect((await changed(id, { [list]: [] }))[list]).toEqual([]);
    const raised = (await changesOf(id)).map(({ fields }) => fields[list]);
    expect(raised).toEqual([
      [[], [1, 2]],
      undefined,
      [
        [1, 2],
        [2, 3],
      ],
      [[2, 3], []],
      [[], [1]],
      [[1], []],
    ]);
  });

  it('are separate from the record that the activity belongs to by its own field', async () => {
    const [main, other] = [await seedRecord(service, 'Candidate'), await seedRecord(service, 'Candidate')];
    const activitiesOf = async (candidate: number): Promise<number[]> =>
      ((await service.http.get(`/api/Candidates/${candidate}/Activities`).expect(200)).body as Activity[]).map((each) => each.id);
    const { id } = await created({ candidateID: main, linkedCandidates: [main] });
    expect(await changed(id, { candidateID: other })).toMatchObject({ candidateID: other, linkedCandidates: [main] });
    expect([await activitiesOf(main), await activitiesOf(other)]).toEqual([[id], [id]]);
    await changed(id, { linkedCandidates: [] });
    expect([await activitiesOf(main), await activitiesOf(other)]).toEqual([[], [id]]);
    await changed(id, { candidateID: 0, linkedCandidates: [other] });
    expect([await activitiesOf(main), await activitiesOf(other)]).toEqual([[], [id]]);
    await changed(id, { linkedCandidates: null });
    expect(await activitiesOf(other)).toEqual([]);
  });

  it('keep a record that has been deleted since', async () => {
    const contact = await seedRecord(service, 'Contact');
    const { id } = await created({ linkedContacts: [contact] });
    await queryRows(service, 'UPDATE contact SET deleted = 1 WHERE id = ?', [contact]);
    expect(await changed(id, { linkedContacts: [contact, 1] })).toMatchObject({ linkedContacts: [1, contact] });
    await changed(id, { linkedContacts: [1] });
    expect((await refused(400, { linkedContacts: [contact] }, id)).errors).toMatchObject([{ pointer: '/linkedContacts/0' }]);
  });

  it('change the version of the activity only when they differ', async () => {
    const { id } = await created({ linkedContacts: [1] });
    const etag = async (): Promise<unknown> => (await service.http.get(`/api/Activities/${id}`)).headers['etag'];
    const first = await etag();
    await changed(id, { linkedContacts: [1, 1] });
    expect(await etag()).toBe(first);
    await changed(id, { linkedContacts: [2] });
    expect(await etag()).not.toBe(first);
  });
});

describe('Changing an activity', () => {
  it.each<[was: object, says: object, has: object]>([
    [{}, { category: 3 }, { category: 3, typeID: 3, statusID: 2 }],
    [{}, { typeID: 3 }, { category: 3, typeID: 3 }],
    [{}, { typeID: 12 }, { category: 1, typeID: 12 }],
    [{}, { typeID: 0 }, { category: 1, typeID: 0 }],
    [
      { category: 6, activityDate: YESTERDAY, activityEndDate: '2026-11-19T13:00:00Z' },
      { activityEndDate: '2026-11-19T13:30:00Z' },
      { duration: 90 },
    ],
    [
      { category: 6, activityDate: YESTERDAY, activityEndDate: '2026-11-19T13:00:00Z' },
      { activityEndDate: '2026-11-19T13:30:00Z', duration: 20 },
      { duration: 20 },
    ],
    [
      { category: 6, activityDate: YESTERDAY, activityEndDate: '2026-11-19T13:00:00Z' },
      { duration: 20 },
      { duration: 20, activityEndDate: '2026-11-19T13:00:00.000Z' },
    ],
    [{ category: 3, statusID: 2 }, { statusID: 1 }, { statusID: 1 }],
    [
      { notes: 'x', associatedData: '[]' },
      { notes: null, associatedData: null },
      { notes: null, associatedData: null },
    ],
  ])('of %j with %j makes it %j', async (was, says, has) => {
    const { id } = await created(was);
    expect(await changed(id, says)).toMatchObject(has);
    expect(await found(id)).toMatchObject(has);
  });

  it.each<[was: object, says: object, pointer: string]>([
    [{}, { category: 3, typeID: 2 }, '/typeID'],
    [{}, { category: null }, '/category'],
    [{ activityDate: YESTERDAY, activityEndDate: YESTERDAY }, { activityDate: TOMORROW }, '/activityEndDate'],
    [{ associatedData: '{}' }, { associatedData: 'none' }, '/associatedData'],
    [{}, { linkedContacts: [999_999] }, '/linkedContacts/0'],
    [{}, { id: 1 }, '/id'],
  ])('of %j with %j is rejected at %s, and nothing is saved', async (was, says, pointer) => {
    const before = await created(was);
    expect((await refused(400, { notes: 'lost', linkedCandidates: [1], ...says }, before.id)).errors).toMatchObject([{ pointer }]);
    expect(await found(before.id)).toEqual(before);
  });

  it('does not allow a loop of follow-ups', async () => {
    const first = await created({});
    const second = await created({ parentID: first.id });
    const third = await created({ parentID: second.id });
    for (const parentID of [first.id, second.id, third.id])
      expect((await refused(400, { parentID }, first.id)).errors).toMatchObject([{ pointer: '/parentID' }]);
    expect(await changed(third.id, { parentID: first.id })).toMatchObject({ parentID: first.id });
    expect(await changed(second.id, { parentID: third.id })).toMatchObject({ parentID: third.id });
    expect((await refused(400, { parentID: second.id }, third.id)).errors).toMatchObject([{ pointer: '/parentID' }]);
  });

  it('accepts stored dates in the wrong order as long as they are not changed', async () => {
    const id = await seedRecord(service, 'Activity', {
      category: 6,
      activityDate: new Date(TOMORROW),
      activityEndDate: new Date(YESTERDAY),
      statusID: 1,
    });
    expect(await changed(id, { notes: 'kept' })).toMatchObject({ notes: 'kept', activityEndDate: YESTERDAY });
  });
});

describe('An activity that mirrors another record', () => {
  it.each([
    [7, '/api/Interviews'],
    [8, '/api/Applications'],
    [9, '/api/Placements'],
    [10, '/api/Documents'],
  ])('of category %i can be created through %s only', async (category, path) => {
    const { id } = await created({});
    for (const problem of [
      await refused(409, { category }),
      await refused(409, { typeID: category }),
      await refused(409, { category }, id),
    ]) {
      expect(problem).toMatchObject({ type: '/problems/mirrored-activity', detail: expect.stringContaining(path) as string });
    }
  });

  it.each([
    [7, '/api/Interviews'],
    [8, '/api/Applications'],
    [9, '/api/Placements'],
    [10, '/api/Documents'],
  ])('of category %i can be changed, deleted and completed through %s only', async (category, path) => {
    const [own] = await queryRows<{ id: number }>(
      service,
      'SELECT id FROM activity WHERE category = ? AND entityId <> 0 AND deleted = 0 ORDER BY id LIMIT 1',
      [category],
    );
    const id = own?.id ?? 0;
    await queryRows(service, 'UPDATE activity SET statusID = 1 WHERE id = ?', [id]);
    const before = await found(id);
    const problem = { type: '/problems/mirrored-activity', detail: expect.stringContaining(path) as string };
    expect(await refused(409, { notes: 'mine' }, id)).toMatchObject(problem);
    expect(await refused(409, { category: 1, typeID: 1 }, id)).toMatchObject(problem);
    expect((await service.http.delete(`/api/Activities/${id}`).expect(409)).body).toMatchObject(problem);
    expect((await service.http.post(`/api/Activities/${id}/Complete`).expect(409)).body).toMatchObject(problem);
    expect(await found(id)).toEqual(before);
  });
});

describe('Completing', () => {
  it.each<[what: string, was: object, has: object, now: string[]]>([
    ['a call in progress', { category: 3, statusID: 1, activityDate: YESTERDAY }, { activityDate: YESTERDAY }, ['activityEndDate']],
    ['a future call', { category: 3, activityDate: TOMORROW, duration: 30 }, {}, ['activityDate', 'activityEndDate']],
    ['a call without a date', { category: 3 }, {}, ['activityDate', 'activityEndDate']],
    [
      'a meeting with an end in the past',
      { category: 6, statusID: 1, activityDate: YESTERDAY, activityEndDate: '2026-11-19T13:00:00.000Z' },
      { activityEndDate: '2026-11-19T13:00:00.000Z', duration: 60 },
      [],
    ],
    [
      'a meeting of an hour',
      { category: 6, statusID: 1, activityDate: YESTERDAY, duration: 60 },
      { activityEndDate: '2026-11-19T13:00:00.000Z', duration: 60 },
      [],
    ],
    [
      'a meeting with an end in the future',
      { category: 6, statusID: 1, activityDate: YESTERDAY, activityEndDate: TOMORROW },
      { activityDate: YESTERDAY },
      ['activityEndDate'],
    ],
    ['a task that is due', { category: 2, activityDate: TOMORROW }, { activityDate: TOMORROW, duration: 0 }, ['activityEndDate']],
    ['a task that is overdue', { category: 2, activityDate: YESTERDAY }, { activityDate: YESTERDAY, duration: 0 }, ['activityEndDate']],
    ['a task without a date', { category: 2 }, { activityDate: null }, ['activityEndDate']],
    ['a deferred activity', { category: 2, statusID: 4 }, {}, ['activityEndDate']],
  ])('%s', async (_, was, has, now) => {
    const { id } = await created(was);
    const reply = await completed(id);
    expect(reply).toMatchObject({ id, statusID: 2, statusName: 'Completed', ...has });
    now.forEach((name) => expectNow(reply[name]));
    const [start, end] = [reply['activityDate'], reply['activityEndDate']].map((date) => Date.parse(String(date)));
    if (reply['category'] !== 2) expect(reply['duration']).toBe(Math.round(((end ?? 0) - (start ?? 0)) / 60_000));
    expect(await found(id)).toEqual(reply);
  });

  it.each([
    [2, 'already completed'],
    [3, 'cancelled'],
  ])('is rejected when the status is %i', async (statusID, state) => {
    const before = await created({ category: 3, statusID });
    const { body } = await service.http.post(`/api/Activities/${before.id}/Complete`).expect(409);
    expect(body).toMatchObject({ type: '/problems/conflict', detail: expect.stringContaining(`is ${state}`) as string });
    expect(await found(before.id)).toEqual(before);
  });

  it('succeeds once out of two concurrent requests, and again after reopening', async () => {
    const { id } = await created({ category: 3 });
    const responses = await Promise.all(Array.from({ length: 5 }, () => service.http.post(`/api/Activities/${id}/Complete`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    await changed(id, { statusID: 1 });
    await completed(id);
  });

  it('checks If-Match', async () => {
    const { id } = await created({ category: 3 });
    const { headers } = await service.http.get(`/api/Activities/${id}`);
    await changed(id, { notes: 'meanwhile' });
    await service.http
      .post(`/api/Activities/${id}/Complete`)
      .set('If-Match', headers['etag'] as string)
      .expect(412);
    expect(await found(id)).toMatchObject({ statusID: 1 });
  });

  it('returns 404 for an unknown id', () => service.http.post('/api/Activities/999999/Complete').expect(404));
});

describe('A deleted activity', () => {
  it('is returned by its id, is not listed, cannot be completed, and can be restored', async () => {
    const { id } = await created({ category: 3, candidateID: 1 });
    const listed = async (): Promise<unknown[]> => (await service.http.get(`/api/Activities?ids=${id}`).expect(200)).body as unknown[];
    expect(await listed()).toHaveLength(1);
    await service.http.delete(`/api/Activities/${id}`).expect(204);
    await service.http.delete(`/api/Activities/${id}`).expect(204);
    expect(await listed()).toEqual([]);
    expect(await found(id)).toMatchObject({ id });
    expect((await service.http.post(`/api/Activities/${id}/Complete`).expect(409)).body).toMatchObject({
      detail: expect.stringContaining('is deleted') as string,
    });
    await changed(id, { notes: 'while it is deleted' });
    expect(await listed()).toEqual([]);
    await changed(id, { deleted: false });
    expect(await listed()).toMatchObject([{ id, notes: 'while it is deleted' }]);
    expect((await changesOf(id)).map(({ action }) => action)).toEqual(['created', 'deleted', 'updated', 'restored']);
  });

  it('returns 404 for an unknown id', async () => {
    await service.http.get('/api/Activities/999999').expect(404);
    await service.http.put('/api/Activities/999999').send({}).expect(404);
    await service.http.delete('/api/Activities/999999').expect(404);
  });
});

describe('The events of activities', () => {
  const eventsOf = async (id: number): Promise<number[][]> => (await changesOf(id)).map(({ events }) => events);

  it.each<[first: object, then: object[], events: number[][]]>([
    [{}, [{ notes: 'x' }], [[67], []]],
    [{ category: 3 }, [{ category: 1 }], [[], []]],
    [{ category: 6 }, [{ statusID: 2 }, { notes: 'x' }, { statusID: 1 }, { statusID: 2 }], [[], [69], [], [], [69]]],
    [{ category: 6, statusID: 2 }, [{ statusID: 3 }], [[69], []]],
    [{ category: 6 }, [{ statusID: 3 }], [[], []]],
  ])('%j, then %j: %j', async (first, then, events) => {
    const { id } = await created(first);
    for (const body of then) await changed(id, body);
    expect(await eventsOf(id)).toEqual(events);
  });

  it('event 69 (Meeting completed) is raised by completing a meeting', async () => {
    const { id } = await created({ category: 6, activityDate: TOMORROW });
    await completed(id);
    expect(await eventsOf(id)).toEqual([[], [69]]);
  });

  it('event 67 (Note added) is raised by a note that an automation creates', async () => {
    const automations = new Automations(service);
    const { run } = await automations.run({ filters: idIn(1), actions: [{ type: 'createNote', params: { notes: 'From a rule' } }] });
    expect(run).toMatchObject({ status: 'completed', processed: 1 });
    const [note] = await queryRows<{ id: number }>(
      service,
      'SELECT id FROM activity WHERE contactID = 1 AND category = 1 ORDER BY id DESC LIMIT 1',
    );
    expect(await found(note?.id ?? 0)).toMatchObject({ notes: 'From a rule', statusID: 2 });
    expect(await eventsOf(note?.id ?? 0)).toEqual([[67]]);
  });
});
