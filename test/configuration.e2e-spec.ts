import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord, inTransaction } from './support/database';

type Setting = { type: string; value: string };

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());

const PARTS = ['JobPosting', 'Clients'] as const;
type Part = (typeof PARTS)[number];
const path = (part: Part): string => `/api/Configuration/${part}`;
const post = (part: Part, body: unknown) => service.http.post(path(part)).send(body as object);
const listed = async (part: Part): Promise<Setting[]> => (await service.http.get(path(part)).expect(200)).body as Setting[];
const remove = (part: Part, type: string) => service.http.delete(`${path(part)}/${encodeURIComponent(type)}`);

beforeEach(() => queryRows(service, 'DELETE FROM setting'));

describe.each(PARTS)('The settings of %s', (part) => {
  it('are empty initially', async () => expect(await listed(part)).toEqual([]));

  it('are saved, returned as an array, and listed by type', async () => {
    const settings = [
      { type: 'zebra', value: 'last' },
      { type: 'Ärger', value: '' },
      { type: 'banner', value: 'Zeile\n🚚' },
    ];
    expect((await post(part, settings).expect(200)).body).toEqual(settings);
    expect(await listed(part)).toEqual([settings[1], settings[2], settings[0]]);
  });

  it('leave other types unchanged', async () => {
    await post(part, [
      { type: 'one', value: '1' },
      { type: 'two', value: '2' },
    ]).expect(200);
    await post(part, [
      { type: 'two', value: '22' },
      { type: 'three', value: '3' },
    ]).expect(200);
    expect(await listed(part)).toEqual([
      { type: 'one', value: '1' },
      { type: 'three', value: '3' },
      { type: 'two', value: '22' },
    ]);
  });

  it.each([
    ['Überschrift', 'UBERSCHRIFT'],
    ['site name', ' Site  NAME '],
    ['ﬁnish', 'FINISH'],
  ])('are identified by their folded types: %j equals %j', async (type, again) => {
    await post(part, [{ type, value: 'old' }]).expect(200);
    await post(part, [{ type: again, value: 'new' }]).expect(200);
    expect(await listed(part)).toEqual([{ type: again, value: 'new' }]);
  });

  it('are saved completely or not at all', async () => {
    await post(part, [{ type: 'kept', value: 'as it was' }]).expect(200);
    await post(part, [
      { type: 'kept', value: 'changed' },
      { type: 'new', value: 'x' },
      { type: '', value: 'wrong' },
    ]).expect(400);
    expect(await listed(part)).toEqual([{ type: 'kept', value: 'as it was' }]);
  });

  it.each<[what: string, body: unknown, pointers: string[]]>([
    ['an empty array', [], ['']],
    ['an object', { type: 'one', value: '1' }, ['']],
    ['a string', '"one"', ['']],
    ['null', 'null', ['']],
    ['a setting without a type', [{ value: '1' }], ['/0/type']],
    ['a setting without a value', [{ type: 'one', value: '1' }, { type: 'two' }], ['/1/value']],
    ['null for either', [{ type: null, value: null }], ['/0/type', '/0/value']],
    ['a number for either', [{ type: 1, value: 30 }], ['/0/type', '/0/value']],
    ['an empty type', [{ type: '', value: '1' }], ['/0/type']],
    ['a blank type', [{ type: ' \t', value: '1' }], ['/0/type']],
    ['a type that folds to nothing', [{ type: '\u0301', value: '1' }], ['/0/type']],
    ['a type of 101 characters', [{ type: 'x'.repeat(101), value: '1' }], ['/0/type']],
    ['a value of 4001 characters', [{ type: 'one', value: '🚚'.repeat(4001) }], ['/0/value']],
    ['a value with NUL', [{ type: 'one', value: 'a\0' }], ['/0/value']],
    ['an unknown field', [{ type: 'one', value: '1', note: '' }], ['/0/note']],
    ['an array of non-objects', ['one'], ['/0']],
    ['a nested array', [[{ type: 'one', value: '1' }]], ['/0']],
    [
      'the same type twice',
      [
        { type: 'one', value: '1' },
        { type: 'two', value: '2' },
        { type: 'one', value: '1' },
      ],
      ['/2/type'],
    ],
    [
      'the same type twice, folded',
      [
        { type: 'Café', value: '1' },
        { type: 'CAFE', value: '1' },
      ],
      ['/1/type'],
    ],
    ['more than a thousand', Array.from({ length: 1001 }, (_, index) => ({ type: `type ${index}`, value: '' })), ['']],
  ])('cannot be %s', async (_, body, pointers) => {
    const { body: problem } = await service.http
      .post(path(part))
      .set('Content-Type', 'application/json')
      .send(typeof body === 'string' ? body : JSON.stringify(body))
      .expect(400);
    expect(problem).toMatchObject({
      type: '/problems/invalid-request',
      instance: path(part),
      errors: pointers.map((pointer) => ({ pointer })),
    });
    expect(await listed(part)).toEqual([]);
  });

  it('require a body', async () => void (await service.http.post(path(part)).expect(400)));

  it.each([
    ['a value of 4000 characters', { type: 'long', value: '🚚'.repeat(4000) }],
    ['a type of 100 characters', { type: 'é'.repeat(100), value: '' }],
    ['a type of 100 characters that each fold to eighteen', { type: 'ﷺ'.repeat(100), value: '' }],
    ['a type of symbols', { type: '%_\\\'"`;--', value: '' }],
    ['a type named like a member of every object', { type: 'constructor', value: '' }],
    ['a type named __proto__', { type: '__proto__', value: '' }],
    ['a type with a slash', { type: 'a/b?c#d', value: 'x' }],
  ])('can be %s', async (_, setting) => {
    await post(part, [setting]).expect(200);
    expect(await listed(part)).toEqual([setting]);
    await remove(part, setting.type).expect(204);
    expect(await listed(part)).toEqual([]);
  });

  it('can be saved a thousand at once', async () => {
    const settings = Array.from({ length: 1000 }, (_, index) => ({ type: `type ${String(index).padStart(4, '0')}`, value: String(index) }));
    await post(part, settings).expect(200);
    expect(await listed(part)).toEqual(settings);
    await post(part, settings.toReversed()).expect(200);
    expect(await listed(part)).toHaveLength(1000);
  });

  it('are removed one by one, by folded type', async () => {
    await post(part, [
      { type: 'Überschrift', value: '1' },
      { type: 'other', value: '2' },
    ]).expect(200);
    await remove(part, 'UBERSCHRIFT').expect(204, '');
    expect((await remove(part, 'Überschrift').expect(404)).body).toMatchObject({
      type: '/problems/not-found',
      detail: expect.stringContaining('Überschrift'),
    });
    expect(await listed(part)).toEqual([{ type: 'other', value: '2' }]);
  });

  it('are all present after concurrent requests', async () => {
    const types = Array.from({ length: 10 }, (_, index) => `type ${index}`);
    const responses = await Promise.all(
      types.map((type) =>
        post(part, [
          { type, value: '1' },
          { type: 'shared', value: type },
        ]),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(types.map(() => 200));
    expect((await listed(part)).map(({ type }) => type)).toEqual(['shared', ...types]);
  });
});

describe('The log of changes', () => {
  const logged = async (): Promise<{ action: string; fields: unknown }[]> => {
    const found = await queryRows<{ recordID: number; action: string; fields: string }>(
      service,
      "SELECT action, fields FROM record_change WHERE type = 'Setting' AND recordID = 0 ORDER BY id",
    );
    return found.map(({ action, fields }) => ({ action, fields: JSON.parse(fields) as unknown }));
  };

  it('records what was saved, what differed, and what was removed', async () => {
    const before = (await logged()).length;
    await post('Clients', [
      { type: 'Banner', value: 'x' },
      { type: 'other', value: '1' },
    ]).expect(200);
    await post('Clients', [
      { type: 'banner', value: 'y' },
      { type: 'other', value: '1' },
    ]).expect(200);
    await post('Clients', [{ type: 'banner', value: 'y' }]).expect(200);
    await post('Clients', [
      { type: 'banner', value: 'z' },
      { type: 'banner', value: 'z' },
    ]).expect(400);
    await remove('Clients', 'BANNER').expect(204);
    await remove('Clients', 'BANNER').expect(404);
    expect((await logged()).slice(before)).toEqual([
      { action: 'updated', fields: { 'Clients/Banner': [null, 'x'], 'Clients/other': [null, '1'] } },
      { action: 'updated', fields: { 'Clients/banner': ['x', 'y'] } },
      { action: 'deleted', fields: { 'Clients/banner': ['y', null] } },
    ]);
  });

  it('is how the service itself reads settings', async () => {
    const { settingOf } = await import('../src/configuration/index.js');
    await post('JobPosting', [{ type: 'AdvertDays', value: '21' }]).expect(200);
    expect(await inTransaction(service, ({ em }) => settingOf(em, 'JobPosting', 'advertDays'))).toBe('21');
    expect(await inTransaction(service, ({ em }) => settingOf(em, 'Clients', 'advertDays'))).toBeUndefined();
  });
});

describe('Settings that the service uses', () => {
  it.each<[Part, string, string]>([
    ['JobPosting', 'advertDays', '1'],
    ['JobPosting', 'AdvertDays', '365'],
    ['JobPosting', 'closeWhenFilled', 'TRUE'],
    ['JobPosting', 'closewhenfilled', 'false'],
    ['JobPosting', 'defaultSource', ''],
    ['JobPosting', 'defaultSource', 'x'.repeat(200)],
    ['Clients', 'inactiveAfterDays', '3650'],
    ['Clients', 'defaultStatus', 'PROSPECT'],
    ['Clients', 'defaultStatus', '2'],
    ['Clients', 'advertDays', 'of no meaning here'],
    ['JobPosting', 'defaultStatus', 'of no meaning here'],
  ])('%s %s can be %s', async (part, type, value) => {
    expect((await post(part, [{ type, value }]).expect(200)).body).toEqual([{ type, value }]);
  });

  it.each<[Part, string, string]>([
    ['JobPosting', 'advertDays', '0'],
    ['JobPosting', 'ADVERTDAYS', '366'],
    ['JobPosting', 'advertDays', '30 days'],
    ['JobPosting', 'advertDays', '1.5'],
    ['JobPosting', 'advertDays', '-1'],
    ['JobPosting', 'advertDays', ''],
    ['JobPosting', 'closeWhenFilled', 'yes'],
    ['JobPosting', 'defaultSource', 'x'.repeat(201)],
    ['Clients', 'inactiveAfterDays', '3651'],
    ['Clients', 'inactiveAfterDays', ''],
    ['Clients', 'defaultStatus', 'Nonsense'],
    ['Clients', 'defaultStatus', '999'],
    ['Clients', 'defaultStatus', ''],
    ['Clients', 'défaultStatus', '2147483648'],
  ])('%s %s cannot be %s', async (part, type, value) => {
    expect(
      (
        await post(part, [
          { type: 'before', value: '' },
          { type, value },
        ]).expect(400)
      ).body,
    ).toMatchObject({ errors: [{ pointer: '/1/value', detail: expect.stringMatching(/^must be/) }] });
    expect(await listed(part)).toEqual([]);
  });

  it('of one part do not affect the other', async () => {
    await post('Clients', [{ type: 'banner', value: 'of clients' }]).expect(200);
    expect(await listed('JobPosting')).toEqual([]);
    await remove('JobPosting', 'banner').expect(404);
  });
});

describe('Pay frequencies', () => {
  const PAY = '/api/Configuration/Placements/Pay-Frequencies';
  type PayFrequency = { id: number; customerId: number; name: string; isEnabled: boolean };
  const WEEKS = { periodID: 1, periodName: 'Weekly' };
  const weekly = (): Promise<number> =>
    seedRecord(service, 'PayFrequency', { customerId: 7, name: 'Weekly', isEnabled: true, periodID: 1 });
  const put = (id: number | string, body: object) => service.http.put(`${PAY}/${id}`).send(body);
  const saved = async (id: number, body: object): Promise<PayFrequency> => (await put(id, body).expect(200)).body as PayFrequency;

  it('are listed by id, and read one by one', async () => {
    const id = await weekly();
    const list = (await service.http.get(PAY).expect(200)).body as PayFrequency[];
    expect(list.map((each) => each.id)).toEqual(
      (await queryRows<{ id: number }>(service, 'SELECT id FROM pay_frequency ORDER BY id')).map((row) => Number(row.id)),
    );
    expect(list.at(-1)).toEqual({ id, customerId: 7, name: 'Weekly', isEnabled: true, ...WEEKS });
    expect((await service.http.get(`${PAY}/${id}`).expect(200)).body).toEqual(list.at(-1));
  });

  it('keep fields that are absent from a change', async () => {
    const id = await weekly();
    expect(await saved(id, { name: 'Fortnightly' })).toEqual({ id, customerId: 7, name: 'Fortnightly', isEnabled: true, ...WEEKS });
    expect(await saved(id, { isEnabled: false })).toEqual({ id, customerId: 7, name: 'Fortnightly', isEnabled: false, ...WEEKS });
    expect(await saved(id, { customerId: -2147483648 })).toEqual({
      id,
      customerId: -2147483648,
      name: 'Fortnightly',
      isEnabled: false,
      ...WEEKS,
    });
    expect((await service.http.get(`${PAY}/${id}`)).body).toEqual({
      id,
      customerId: -2147483648,
      name: 'Fortnightly',
      isEnabled: false,
      ...WEEKS,
    });
  });

  it('are cleared of fields that are null', async () => {
    const id = await weekly();
    expect(await saved(id, { customerId: null, name: null, isEnabled: null })).toEqual({
      id,
      customerId: 0,
      name: '',
      isEnabled: false,
      ...WEEKS,
    });
  });

  it('can share a name', async () => {
    await saved(await weekly(), { name: 'Monthly' });
    await saved(await weekly(), { name: 'Monthly' });
  });

  it.each(['own', 0, null])('accept the id %s in the body', async (sent) => {
    const id = await weekly();
    expect(await saved(id, { id: sent === 'own' ? id : sent })).toMatchObject({ id });
  });

  it.each<[object, string]>([
    [{ id: 2147483647, name: 'Lost' }, '/id'],
    [{ id: '1', name: 'Lost' }, '/id'],
    [{ name: 5 }, '/name'],
    [{ name: 'x'.repeat(201) }, '/name'],
    [{ customerId: '7' }, '/customerId'],
    [{ customerId: 7.5 }, '/customerId'],
    [{ isEnabled: 'true' }, '/isEnabled'],
    [{ isEnabled: 1 }, '/isEnabled'],
    [{ enabled: true }, '/enabled'],
  ])('cannot be changed by %j', async (body, pointer) => {
    const id = await weekly();
    expect((await put(id, body).expect(400)).body).toMatchObject({ errors: [{ pointer }] });
    expect((await service.http.get(`${PAY}/${id}`)).body).toEqual({ id, customerId: 7, name: 'Weekly', isEnabled: true, ...WEEKS });
  });

  it.each(['0', '-1', '999999'])('return 404 for the id %s', async (id) => {
    await put(id, {}).expect(404);
    await service.http.get(`${PAY}/${id}`).expect(404);
  });

  it.each(['abc', '1.5', '99999999999'])('reject %s as an id', async (id) => {
    for (const response of [put(id, {}), service.http.get(`${PAY}/${id}`)])
      expect((await response.expect(400)).body).toMatchObject({ errors: [{ pointer: '/id', in: 'path' }] });
  });

  it('are found with a path in any case', async () =>
    void (await service.http
      .put(`${PAY.toLowerCase()}/${await weekly()}`)
      .send({})
      .expect(200)));

  it('are enabled by default', async () => {
    const { body, headers } = await service.http.post(PAY).send({ name: 'Quarterly' }).expect(201);
    const { id } = body as PayFrequency;
    expect(body).toEqual({ id, customerId: 0, name: 'Quarterly', isEnabled: true, ...WEEKS });
    expect(headers['location']).toBe(`${PAY}/${id}`);
    expect((await service.http.get(headers['location'] as string).expect(200)).body).toEqual(body);
    expect((await service.http.post(PAY).send({ name: 'Quarterly', customerId: 9, isEnabled: false }).expect(201)).body).toMatchObject({
      customerId: 9,
      isEnabled: false,
    });
  });

  it.each<[object, string]>([
    [{}, '/name'],
    [{ name: 5 }, '/name'],
    [{ name: 'x', customerId: '7' }, '/customerId'],
    [{ name: 'x', isEnabled: 1 }, '/isEnabled'],
    [{ name: 'x', deleted: true }, '/deleted'],
  ])(
    'cannot be created from %j',
    async (body, pointer) =>
      void expect((await service.http.post(PAY).send(body).expect(400)).body).toMatchObject({ errors: [{ pointer }] }),
  );

  it('are listed page by page', async () => {
    const all = (await service.http.get(PAY).expect(200)).body as PayFrequency[];
    const { body, headers } = await service.http.get(`${PAY}?limit=2`).expect(200);
    expect(headers['x-total-count']).toBe(String(all.length));
    const [, link = ''] = /<([^>]+)>; rel="next"/.exec(headers['link'] as string) ?? [];
    expect([...(body as PayFrequency[]), ...((await service.http.get(link).expect(200)).body as PayFrequency[])]).toEqual(all.slice(0, 4));
  });

  it('check If-Match', async () => {
    const id = await weekly();
    const { etag } = (await service.http.get(`${PAY}/${id}`)).headers as { etag: string };
    const { headers } = await put(id, { name: 'Monthly' }).set('If-Match', etag).expect(200);
    expect(headers['etag']).not.toBe(etag);
    expect((await put(id, { name: 'Yearly' }).set('If-Match', etag).expect(412)).body).toMatchObject({
      type: '/problems/precondition-failed',
    });
    expect((await service.http.get(`${PAY}/${id}`)).body).toMatchObject({ name: 'Monthly' });
    const changes = await queryRows<{ fields: string }>(
      service,
      "SELECT fields FROM record_change WHERE type = 'PayFrequency' AND recordID = ?",
      [id],
    );
    expect(changes.map(({ fields }) => JSON.parse(fields) as unknown)).toEqual([{ name: ['Weekly', 'Monthly'] }]);
  });

  it('are listed by when they changed', async () => {
    const id = await weekly();
    await saved(id, { name: 'Changed' });
    expect(
      ((await service.http.get(`${PAY}?updatedSince=2020-01-01&ids=${id}`).expect(200)).body as PayFrequency[]).map((each) => each.id),
    ).toEqual([id]);
    expect((await service.http.get(`${PAY}?updatedSince=2999-01-01`).expect(200)).body).toEqual([]);
  });
});
