import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord, inTransaction } from './support/database';

type Division = {
  id: number;
  name: string;
  countryCode: string | null;
  countryName: string | null;
  createdDate: string;
  updatedDate: string;
  deleted: boolean;
};

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());

const DIVISIONS = '/api/divisions';
const post = (body: object) => service.http.post(DIVISIONS).send(body);
const put = (id: number | string, body: object) => service.http.put(`${DIVISIONS}/${id}`).send(body);
const created = async (body: object): Promise<Division> => (await post(body).expect(201)).body as Division;
const found = async (id: number): Promise<Division> => (await service.http.get(`${DIVISIONS}/${id}`).expect(200)).body as Division;
const listed = async (query = ''): Promise<number[]> =>
  ((await service.http.get(`${DIVISIONS}?limit=1000${query}`).expect(200)).body as Division[]).map(({ id }) => id);
const changes = (id: number) =>
  queryRows<{ action: string; version: number; fields: string }>(
    service,
    "SELECT action, version, fields FROM record_change WHERE type = 'Division' AND recordID = ? ORDER BY id",
    [id],
  );

describe('A division', () => {
  it('is created, and can be read at its Location', async () => {
    const { body, headers } = await post({ name: 'Engineering', countryCode: 'NZL' }).expect(201);
    const { id } = body as Division;
    expect(body).toMatchObject({
      name: 'Engineering',
      countryCode: 'NZ',
      countryName: 'New Zealand',
      deleted: false,
      createdDate: expect.any(String),
    });
    expect(headers['location']).toBe(`${DIVISIONS}/${id}`);
    expect(await found(id)).toEqual(body);
    expect(await listed()).toContain(id);
    expect((await changes(id)).map(({ action, version }) => ({ action, version }))).toEqual([{ action: 'created', version: 1 }]);
  });

  it('takes its country by name too', async () =>
    expect(await created({ name: 'Dublin', countryName: 'ireland' })).toMatchObject({ countryCode: 'IE', countryName: 'Ireland' }));

  it('keeps absent fields', async () => {
    const { id } = await created({ name: 'Health', countryCode: 'AU' });
    expect((await put(id, { name: 'Healthcare' }).expect(200)).body).toMatchObject({ id, name: 'Healthcare', countryCode: 'AU' });
    expect((await put(id, { countryCode: null }).expect(200)).body).toMatchObject({
      name: 'Healthcare',
      countryCode: null,
      countryName: null,
    });
    expect(JSON.parse((await changes(id)).at(-1)!.fields)).toEqual({ countryCode: ['AU', null] });
  });

  it.each<[object, string]>([
    [{}, '/name'],
    [{ name: ' ' }, '/name'],
    [{ name: null }, '/name'],
    [{ name: 5 }, '/name'],
    [{ name: 'x'.repeat(201) }, '/name'],
    [{ name: 'x', countryCode: 'XX' }, '/countryCode'],
    [{ name: 'x', countryName: 'Atlantis' }, '/countryName'],
    [{ name: 'x', region: 'AU' }, '/region'],
    [{ name: 'x', deleted: 'no' }, '/deleted'],
  ])(
    'cannot be created from %j',
    async (body, pointer) => void expect((await post(body).expect(400)).body).toMatchObject({ errors: [{ pointer }] }),
  );

  it.each<[object, string]>([
    [{ name: '' }, '/name'],
    [{ name: null }, '/name'],
    [{ id: 999999 }, '/id'],
    [{ countryCode: 'XX' }, '/countryCode'],
  ])('cannot be changed by %j', async (body, pointer) => {
    const before = await created({ name: 'Fixed' });
    expect((await put(before.id, body).expect(400)).body).toMatchObject({ errors: [{ pointer }] });
    expect(await found(before.id)).toEqual(before);
  });

  it('can be deleted, is returned by its id, is not listed, and can be restored', async () => {
    const { id } = await created({ name: 'Closing' });
    await service.http.delete(`${DIVISIONS}/${id}`).expect(204, '');
    await service.http.delete(`${DIVISIONS}/${id}`).expect(204);
    expect(await found(id)).toMatchObject({ deleted: true });
    expect(await listed()).not.toContain(id);
    expect((await put(id, { deleted: false }).expect(200)).body).toMatchObject({ deleted: false });
    expect(await listed()).toContain(id);
    expect((await changes(id)).map(({ action }) => action)).toEqual(['created', 'deleted', 'restored']);
  });

  it.each([
    ['Job', 'division', '1 job'],
    ['Opportunity', 'division', '1 opportunity'],
  ])('cannot be deleted while a %s belongs to it', async (type, field, sent) => {
    const { id } = await created({ name: 'Busy' });
    const record = await seedRecord(service, type, { [field]: id });
    expect((await service.http.delete(`${DIVISIONS}/${id}`).expect(409)).body).toMatchObject({
      type: '/problems/in-use',
      detail: expect.stringContaining(sent),
    });
    expect(await found(id)).toMatchObject({ deleted: false });
    await queryRows(service, `UPDATE ${type.toLowerCase()} SET deleted = 1 WHERE id = ?`, [record]);
    await service.http.delete(`${DIVISIONS}/${id}`).expect(204);
  });

  it.each(['contact', 'candidate', 'client'])('cannot be deleted while a %s is assigned to it', async (table) => {
    const { id } = await created({ name: 'Busy' });
    const records = [
      await seedRecord(
        service,
        table.replace(/^./, (letter) => letter.toUpperCase()),
      ),
      await seedRecord(
        service,
        table.replace(/^./, (letter) => letter.toUpperCase()),
      ),
    ];
    for (const record of records)
      await queryRows(service, `INSERT INTO ${table}_division (recordID, divisionID) VALUES (?, ?)`, [record, id]);
    expect((await service.http.delete(`${DIVISIONS}/${id}`).expect(409)).body).toMatchObject({
      detail: expect.stringContaining(`2 ${table}s`),
    });
  });

  it('checks If-Match', async () => {
    const { id } = await created({ name: 'One' });
    const { etag } = (await service.http.get(`${DIVISIONS}/${id}`)).headers as { etag: string };
    await put(id, { name: 'Two' }).set('If-Match', etag).expect(200);
    await put(id, { name: 'Three' }).set('If-Match', etag).expect(412);
    await service.http.delete(`${DIVISIONS}/${id}`).set('If-Match', etag).expect(412);
    expect(await found(id)).toMatchObject({ name: 'Two', deleted: false });
  });

  it.each(['0', '-1', '999999'])('returns 404 for the unknown id %s', async (id) => {
    for (const response of [service.http.get(`${DIVISIONS}/${id}`), put(id, { name: 'x' }), service.http.delete(`${DIVISIONS}/${id}`)])
      await response.expect(404);
  });

  it('is listed by its id and by when it changed', async () => {
    const [one, other] = [await created({ name: 'One' }), await created({ name: 'Other' })];
    expect(await listed(`&ids=${other.id},${one.id},0`)).toEqual([one.id, other.id]);
    expect(await listed(`&updatedSince=${other.updatedDate}`)).toContain(other.id);
    expect(await listed('&updatedSince=2999-01-01')).toEqual([]);
  });
});

describe('A new name of a division', () => {
  const KINDS = [
    ['Contact', 'contact', 'Contacts'],
    ['Candidate', 'candidate', 'Candidates'],
    ['Client', 'client', 'Clients'],
  ] as const;

  it.each(KINDS)('is shown by every %s assigned to it, and searchable', async (type, table, path) => {
    const [north, south] = [await created({ name: 'North' }), await created({ name: 'Süd' })];
    const ids = [
      await seedRecord(service, type, { divisions: 'North' }),
      await seedRecord(service, type, { divisions: 'North; Süd' }),
      await seedRecord(service, type, { divisions: 'Süd' }),
      await seedRecord(service, type),
    ];
    const links: [number, number][] = [
      [ids[0]!, north.id],
      [ids[1]!, north.id],
      [ids[1]!, south.id],
      [ids[2]!, south.id],
    ];
    for (const [record, division] of links)
      await queryRows(service, `INSERT INTO ${table}_division (recordID, divisionID) VALUES (?, ?)`, [record, division]);
    await put(north.id, { name: 'Ümland', countryCode: 'AU' }).expect(200);
    const shown = await Promise.all(
      ids.map(
        async (id) => ((await service.http.get(`/api/${path}/${id}`).expect(200)).body as { divisions: string | null }).divisions || null,
      ),
    );
    expect(shown).toEqual(['Ümland', 'Süd; Ümland', 'Süd', null]);
    const texts = await queryRows<{ divisions: string | null }>(
      service,
      `SELECT divisions FROM ${table}_text WHERE id IN (${ids.join()}) ORDER BY id`,
    );
    expect(texts.map(({ divisions }) => divisions)).toEqual(['umland', 'sud; umland', 'sud', null]);
    expect(await queryRows(service, `SELECT version FROM ${table} WHERE id IN (${ids.join()}) AND version > 0`)).toEqual([]);
  });

  it('reaches more records than fit into one batch', async () => {
    const { id } = await created({ name: 'Large' });
    const first = await seedRecord(service, 'Contact', { divisions: 'Large' });
    await inTransaction(service, async ({ em }) => {
      const { insertRecord } = await import('../src/core/records/index.js');
      const { contacts } = await import('../src/contacts/index.js');
      for (let index = 0; index < 501; index++) await insertRecord(em, contacts, { divisions: 'Large' });
      await em.query('INSERT INTO contact_division (recordID, divisionID) SELECT id, ? FROM contact WHERE id >= ?', [id, first]);
    });
    await put(id, { name: 'Larger' }).expect(200);
    expect(await queryRows(service, 'SELECT divisions, COUNT(*) AS count FROM contact WHERE id >= ? GROUP BY divisions', [first])).toEqual([
      { divisions: 'Larger', count: expect.anything() as unknown },
    ]);
  });
});

describe('A caller limited to some divisions', () => {
  it('sees only these, and cannot create others', async () => {
    const { Records } = await import('../src/core/records/index.js');
    const { divisions } = await import('../src/divisions/index.js');
    const [own, other] = [await created({ name: 'Own' }), await created({ name: 'Other' })];
    const caller = { userID: 1, name: 'branch', scope: { divisions: [own.id] } };
    const records = service.app.get(Records, { strict: false });
    const { responses } = await records.list(caller, divisions, { limit: 1000 });
    expect(responses.map(({ id }) => id)).toEqual([own.id]);
    expect(await records.find(caller, divisions, own.id)).toMatchObject({ name: 'Own' });
    await expect(records.find(caller, divisions, other.id)).rejects.toMatchObject({ status: 404 });
    await expect(records.update(caller, divisions, other.id, { name: 'Mine' })).rejects.toMatchObject({ status: 404 });
    await expect(records.remove(caller, divisions, other.id)).rejects.toMatchObject({ status: 404 });
    await expect(records.create(caller, divisions, { name: 'More' })).rejects.toMatchObject({ status: 403 });
    expect(await found(other.id)).toEqual(other);
  });
});
