import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord, inTransaction } from './support/database';

type Entry = { id: number; name: string; code: string | null; parentID: number | null; closed: boolean };
type List = {
  list: string;
  name: string;
  count: number;
  parentList: string | null;
  hasCodes: boolean;
  canGrow: boolean;
  canBeRenamed: boolean;
};
type Change = { recordID: number; action: string; fields: string };

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());

const LOOKUPS = '/api/Configuration/Lookups';
const get = async <T>(path: string): Promise<T> => (await service.http.get(path).expect(200)).body as T;
const entries = (list: string): Promise<Entry[]> => get(`${LOOKUPS}/${list}`);
const post = (list: string, body: object) => service.http.post(`${LOOKUPS}/${list}`).send(body);
const put = (list: string, body: object) => service.http.put(`${LOOKUPS}/${list}`).send(body);
const added = async (list: string, body: object): Promise<Entry> => (await post(list, body).expect(201)).body as Entry;
const changes = async (list: string): Promise<{ recordID: number; action: string; fields: Record<string, unknown> }[]> => {
  const found = await queryRows<Change>(service, "SELECT recordID, action, fields FROM record_change WHERE type = 'Lookup' ORDER BY id");
  return found
    .map((each) => ({ ...each, fields: JSON.parse(each.fields) as Record<string, unknown> }))
    .filter(({ fields }) => (fields['list'] as string[])[1] === list);
};

describe('Lookup lists', () => {
  it('are all listed with the number of their entries', async () => {
    const lists = await get<List[]>(LOOKUPS);
    expect(lists.map(({ list, count }) => ({ list, count }))).toEqual(
      (
        await queryRows<{ list: string; count: number }>(service, 'SELECT list, COUNT(*) AS count FROM lookup GROUP BY list ORDER BY list')
      ).map(({ list, count }) => ({ list, count: Number(count) })),
    );
  });

  it.each<[string, Partial<List>]>([
    ['jobStage', { name: 'Job stages', count: 8, parentList: 'jobStatus', hasCodes: false, canGrow: true, canBeRenamed: true }],
    ['currency', { name: 'Currencies', parentList: null, hasCodes: true, canGrow: true }],
    ['jobSeekingStatus', { name: 'Job seeking statuses', canGrow: true }],
    ['unit', { name: 'Units', canGrow: false, canBeRenamed: true }],
    ['country', { name: 'Countries', hasCodes: true, canGrow: false, canBeRenamed: false }],
  ])('describe themselves: %s', async (list, sent) => {
    const lists = await get<List[]>(LOOKUPS);
    expect(lists.find((each) => each.list === list)).toMatchObject(sent);
  });

  it('return their entries by id, with a path in any case', async () => {
    expect(await entries('JOBstage')).toEqual(await entries('jobStage'));
    expect((await entries('jobStage'))[5]).toEqual({ id: 6, name: 'Filled', code: null, parentID: 3, closed: true });
    expect((await entries('jobType'))[0]).toEqual({ id: 1, name: 'Permanent', code: 'PERM', parentID: null, closed: false });
    expect(await get(`${LOOKUPS}/jobStage/6`)).toEqual((await entries('jobStage'))[5]);
  });

  it.each(['nothing', 'job', '%', 'toString'])('are not found by the name %s', async (list) => {
    for (const response of [
      service.http.get(`${LOOKUPS}/${encodeURIComponent(list)}`),
      post(encodeURIComponent(list), { name: 'x' }),
      put(encodeURIComponent(list), [{ id: 1 }]),
    ])
      expect((await response.expect(404)).body).toMatchObject({ type: '/problems/not-found', detail: expect.stringContaining(list) });
  });

  it.each(['0', '-1', '999'])('have no entry %s', async (id) => void (await service.http.get(`${LOOKUPS}/rating/${id}`).expect(404)));
});

describe('A new lookup entry', () => {
  it('gets the next id of its list', async () => {
    const before = await entries('rating');
    const { body, headers } = await post('rating', { name: '  Gold  ' }).expect(201);
    expect(body).toEqual({ id: before.length + 1, name: 'Gold', code: null, parentID: null, closed: false });
    expect(headers['location']).toBe(`${LOOKUPS}/rating/${before.length + 1}`);
    expect(await get(headers['location'] as string)).toEqual(body);
    expect(await entries('rating')).toEqual([...before, body]);
    expect((await changes('rating')).at(-1)).toMatchObject({
      recordID: before.length + 1,
      action: 'created',
      fields: { list: [null, 'rating'], name: [null, 'Gold'] },
    });
  });

  it('can be used immediately, and its name is shown and searchable', async () => {
    const { id } = await added('contactStatus', { name: 'Überzeugt' });
    const contact = await seedRecord(service, 'Contact', { surname: 'Gates', statusID: id });
    const { body } = await service.http
      .post('/api/Automation/Search/Contacts/Filters')
      .send({ filters: JSON.stringify({ combinator: 'and', rules: [{ field: 'statusName', operator: '=', value: 'UBERZEUGT' }] }) })
      .expect(200);
    expect(body).toMatchObject([{ id: contact, statusName: 'Überzeugt' }]);
  });

  it('has a code where its list has codes', async () => {
    expect(await added('currency', { name: 'Japanese yen', code: 'JPY' })).toMatchObject({ code: 'JPY' });
    expect((await post('currency', { name: 'Swiss franc' }).expect(400)).body).toMatchObject({
      errors: [{ pointer: '/code', detail: expect.stringContaining('required') }],
    });
    expect((await post('rating', { name: 'Silver', code: 'S' }).expect(400)).body).toMatchObject({ errors: [{ pointer: '/code' }] });
    expect((await post('currency', { name: 'Other yen', code: 'jpy' }).expect(409)).body).toMatchObject({
      type: '/problems/conflict',
      detail: expect.stringContaining('jpy'),
    });
  });

  it('belongs to an entry of the parent list, and closes when that does', async () => {
    expect(await added('jobStage', { name: 'Given away', parentID: 4 })).toMatchObject({ parentID: 4, closed: true });
    expect(await added('jobStage', { name: 'Second interviews', parentID: 1, closed: false })).toMatchObject({
      parentID: 1,
      closed: false,
    });
    expect(await added('applicationStage', { name: 'Reference check', parentID: 3 })).toMatchObject({ parentID: 3, closed: false });
    expect(await added('applicationStage', { name: 'Lost touch', parentID: 5, closed: true })).toMatchObject({ parentID: 5, closed: true });
  });

  it.each<[string, object, string]>([
    ['rating', {}, '/name'],
    ['rating', { name: ' \u0301' }, '/name'],
    ['rating', { name: null }, '/name'],
    ['rating', { name: 'x'.repeat(201) }, '/name'],
    ['rating', { name: 5 }, '/name'],
    ['rating', { name: 'x', colour: 'red' }, '/colour'],
    ['rating', { name: 'x', parentID: 1 }, '/parentID'],
    ['rating', { name: 'x', closed: true }, '/closed'],
    ['rating', { name: 'x', closed: 'true' }, '/closed'],
    ['currency', { name: 'x', code: 'A B' }, '/code'],
    ['currency', { name: 'x', code: 'X'.repeat(41) }, '/code'],
    ['jobStage', { name: 'x' }, '/parentID'],
    ['jobStage', { name: 'x', parentID: 99 }, '/parentID'],
    ['jobStage', { name: 'x', parentID: 3, closed: false }, '/closed'],
    ['jobStage', { name: 'x', parentID: 1, closed: true }, '/closed'],
  ])('in %s is rejected: %j', async (list, body, pointer) => {
    const before = await entries(list);
    expect((await post(list, body).expect(400)).body).toMatchObject({
      errors: expect.arrayContaining([expect.objectContaining({ pointer })]),
    });
    expect(await entries(list)).toEqual(before);
  });

  it('that exists is returned as it is, and another one of the same name is rejected', async () => {
    const first = await added('outcome', { name: 'Filled by a friend' });
    expect(await added('outcome', { name: 'FILLED by a  friend' })).toEqual(first);
    expect((await entries('outcome')).filter(({ name }) => name === first.name)).toHaveLength(1);
    await added('jobStage', { name: 'Waiting', parentID: 2 });
    expect((await post('jobStage', { name: 'waiting', parentID: 1 }).expect(409)).body).toMatchObject({
      detail: expect.stringContaining('waiting'),
    });
  });

  it.each([
    'unit',
    'pipeline',
    'placementStatus',
    'offerStatus',
    'interviewStatus',
    'timesheetStatus',
    'advertStatus',
    'activityCategory',
    'activityStatus',
    'tagType',
    'tagSource',
    'country',
  ])(
    'is not allowed in %s, whose ids the service knows',
    async (list) =>
      void expect((await post(list, { name: 'Another', code: 'QQ' }).expect(409)).body).toMatchObject({
        type: '/problems/conflict',
        detail: expect.stringContaining(list),
      }),
  );

  it('gets an id of its own, however many are created concurrently', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Group ${index}`);
    const created = await Promise.all([...names, ...names].map((name) => added('billingGroup', { name })));
    expect(new Set(created.map(({ id }) => id)).size).toBe(12);
    expect((await entries('billingGroup')).map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  });

  it('is rejected by a list with a thousand entries', async () => {
    await inTransaction(service, async ({ em }) => {
      for (let id = 100; id < 1100; id++)
        await em.query('INSERT INTO lookup (list, id, name, folded, closed) VALUES (?, ?, ?, ?, 0)', [
          'nationality',
          id,
          `Nation ${id}`,
          `nation ${id}`,
        ]);
    });
    expect((await post('nationality', { name: 'One more' }).expect(409)).body).toMatchObject({ detail: expect.stringContaining('1000') });
  });
});

describe('Changing lookup entries', () => {
  it('keeps absent fields', async () => {
    const before = await entries('workType');
    const { body } = await put('workType', [{ id: 4, name: 'Shared' }, { id: 5 }]).expect(200);
    expect(body).toEqual([{ ...before[3], name: 'Shared' }, before[4]]);
    expect(await entries('workType')).toEqual(before.map((entry) => (entry.id === 4 ? { ...entry, name: 'Shared' } : entry)));
    expect(await changes('workType')).toEqual([
      { recordID: 4, action: 'updated', fields: { list: ['workType', 'workType'], name: ['Job share', 'Shared'] } },
    ]);
  });

  it('shows in records immediately', async () => {
    const contact = await seedRecord(service, 'Contact', { ratingID: 2, statusID: 3 });
    await put('contactStatus', [{ id: 3, name: 'Has left' }]).expect(200);
    const filters = JSON.stringify({ combinator: 'and', rules: [{ field: 'statusName', operator: '=', value: 'has left' }] });
    expect((await service.http.post('/api/Automation/Search/Contacts/Filters').send({ filters }).expect(200)).body).toMatchObject([
      { id: contact, statusName: 'Has left' },
    ]);
  });

  it('can swap two names', async () => {
    await put('gender', [
      { id: 1, name: 'Male' },
      { id: 2, name: 'Female' },
    ]).expect(200);
    expect((await entries('gender')).slice(0, 2).map(({ name }) => name)).toEqual(['Male', 'Female']);
  });

  it('is all or nothing', async () => {
    const before = await entries('documentType');
    expect(
      (
        await put('documentType', [
          { id: 1, name: 'CV' },
          { id: 99, name: 'Lost' },
        ]).expect(400)
      ).body,
    ).toMatchObject({ errors: [{ pointer: '/1/id' }] });
    expect(
      (
        await put('documentType', [
          { id: 1, name: 'CV' },
          { id: 2, name: 'certificate' },
        ]).expect(409)
      ).body,
    ).toMatchObject({ detail: expect.stringContaining('ertificate') });
    expect(await entries('documentType')).toEqual(before);
    expect(await changes('documentType')).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['feeType', {}, ''],
    ['feeType', [], ''],
    ['feeType', [{ name: 'x' }], '/0/id'],
    ['feeType', [{ id: '1' }], '/0/id'],
    ['feeType', [{ id: 1 }, { id: 1 }], '/1/id'],
    ['feeType', [{ id: 1, name: null }], '/0/name'],
    ['feeType', [{ id: 1, name: ' ' }], '/0/name'],
    ['feeType', [{ id: 1, closed: true }], '/0/closed'],
    ['feeType', [{ id: 1, parentID: 1 }], '/0/parentID'],
    ['feeType', [{ id: 1, deleted: true }], '/0/deleted'],
    ['jobType', [{ id: 1, code: 'PERMANENT' }], '/0/code'],
    ['jobType', [{ id: 1, code: null }], '/0/code'],
    ['jobStage', [{ id: 2, parentID: null }], '/0/parentID'],
    ['jobStage', [{ id: 2, closed: true }], '/0/closed'],
    ['jobStage', [{ id: 6, parentID: 1 }], '/0/parentID'],
    ['jobStatus', [{ id: 1, closed: true }], '/0/closed'],
    ['applicationStage', [{ id: 7, parentID: 3 }], '/0/parentID'],
    ['applicationStage', [{ id: 8, closed: false }], '/0/closed'],
    ['activityType', [{ id: 1, parentID: 2 }], '/0/parentID'],
  ])('of %s is rejected: %j', async (list, body, pointer) => {
    const before = await entries(list);
    expect((await put(list, body as object).expect(400)).body).toMatchObject({
      errors: expect.arrayContaining([expect.objectContaining({ pointer })]),
    });
    expect(await entries(list)).toEqual(before);
  });

  it('with ids that the service knows can change their names only', async () => {
    await put('placementStatus', [
      { id: 2, name: 'Signed off' },
      { id: 2 + 1, name: 'Under way' },
    ]).expect(200);
    expect((await entries('placementStatus')).map(({ name }) => name)).toEqual(['Draft', 'Signed off', 'Under way', 'Ended', 'Cancelled']);
    expect((await put('country', [{ id: 1, name: 'Nowhere' }]).expect(409)).body).toMatchObject({
      detail: expect.stringContaining('ISO 3166'),
    });
  });

  it('without differences raises no event', async () => {
    await put('durationPeriod', [{ id: 1, name: 'Hours' }]).expect(200);
    expect(await changes('durationPeriod')).toEqual([]);
  });
});

describe('Figures that depend on a stage', () => {
  const figures = async (client: number, contact: number): Promise<number[]> => {
    const [one] = await queryRows<{ c: number; n: number }>(
      service,
      'SELECT cf.openJobs AS c, nf.openJobs AS n FROM client_figure cf JOIN contact_figure nf ON nf.id = ? WHERE cf.id = ?',
      [contact, client],
    );
    return [Number(one!.c), Number(one!.n)];
  };

  it('are correct when its status closes, opens, or changes', async () => {
    const client = await seedRecord(service, 'Client', { name: 'Harbour' });
    const contact = await seedRecord(service, 'Contact', { clientID: client });
    const stage = await added('jobStage', { name: 'Half way', parentID: 2 });
    for (const title of ['One', 'Two'])
      await service.http.post('/api/Jobs').send({ title, clientID: client, contact1ID: contact, stageID: stage.id }).expect(201);
    expect(await figures(client, contact)).toEqual([2, 2]);
    await put('jobStatus', [{ id: 2, closed: true }]).expect(200);
    expect(await get(`${LOOKUPS}/jobStage/${stage.id}`)).toMatchObject({ closed: true });
    expect(await get(`${LOOKUPS}/jobStage/5`)).toMatchObject({ closed: true });
    expect(await figures(client, contact)).toEqual([0, 0]);
    expect((await changes('jobStage')).filter(({ recordID }) => recordID === stage.id).at(-1)).toMatchObject({
      action: 'updated',
      fields: { closed: [false, true] },
    });
    await put('jobStage', [{ id: stage.id, parentID: 1 }]).expect(200);
    expect(await figures(client, contact)).toEqual([2, 2]);
    await put('jobStatus', [{ id: 2, closed: false }]).expect(200);
    await put('jobStage', [{ id: stage.id, parentID: 2 }]).expect(200);
    expect(await figures(client, contact)).toEqual([2, 2]);
  });

  it('close with their stage: with a close date, without adverts, with the event, and open with it', async () => {
    const stage = await added('jobStage', { name: 'Half frozen', parentID: 1 });
    const job = async (body: object): Promise<number> =>
      (
        (
          await service.http
            .post('/api/Jobs')
            .send({ title: 'Rigger', ...body })
            .expect(201)
        ).body as { id: number }
      ).id;
    const [one, elsewhere] = [await job({ stageID: stage.id }), await job({ stageID: 2 })];
    const advert = { jobID: one, statusID: 2, postedDate: '2026-01-01T00:00:00.000Z' };
    const { id: advertID } = (await service.http.post('/api/JobAdverts').send(advert).expect(201)).body as { id: number };
    const eventsOf = async (id: number): Promise<number[]> => {
      const found = await queryRows<{ events: string }>(service, "SELECT events FROM record_change WHERE type = 'Job' AND recordID = ?", [
        id,
      ]);
      return found.flatMap(({ events }) => JSON.parse(events) as number[]);
    };

    await put('jobStage', [{ id: stage.id, parentID: 3 }]).expect(200);
    expect(await get(`/api/Jobs/${one}`)).toMatchObject({ stageID: stage.id, closeDate: expect.any(String) as string, liveAdverts: 0 });
    expect(await get(`/api/JobAdverts/${advertID}`)).toMatchObject({ statusName: 'Withdrawn' });
    expect((await get<Record<string, unknown>>(`/api/Jobs/${elsewhere}`))['closeDate']).toBeUndefined();

    await put('jobStage', [{ id: stage.id, parentID: 1 }]).expect(200);
    expect((await get<Record<string, unknown>>(`/api/Jobs/${one}`))['closeDate']).toBeUndefined();
    expect((await eventsOf(one)).filter((id) => id === 38)).toHaveLength(1);
  });

  it('count an application under the current status of its stage', async () => {
    const stage = await added('applicationStage', { name: 'Assessment centre', parentID: 2 });
    const [job, candidate] = [
      await seedRecord(service, 'Job', { title: 'Welder' }),
      await seedRecord(service, 'Candidate', { surname: 'Zhou' }),
    ];
    await seedRecord(service, 'Application', { jobID: job, candidateID: candidate, stageID: stage.id });
    const counts = async (): Promise<object> =>
      get<Record<string, unknown>>(`/api/Jobs/${job}`).then(({ toDo, blue, yellow }) => ({ toDo, blue, yellow }));
    await put('applicationStage', [{ id: stage.id, parentID: 3 }]).expect(200);
    expect(await counts()).toEqual({ toDo: 0, blue: 0, yellow: 1 });
    await put('applicationStage', [{ id: stage.id, parentID: 1 }]).expect(200);
    expect(await counts()).toEqual({ toDo: 1, blue: 0, yellow: 0 });
  });
});
