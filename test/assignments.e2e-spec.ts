import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord } from './support/database';
import { pointersOf, apiClient, type RecordBody } from './support/api-client';

let service: TestApp;
let divisions: { sales: number; build: number; care: number; gone: number };
let owner: number;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false' });
  const division = (name: string, more: object = {}): Promise<number> => seedRecord(service, 'Division', { name, ...more });
  divisions = {
    sales: await division('Sales', { countryCode: 'NZ' }),
    build: await division('Building'),
    care: await division('Care'),
    gone: await division('Gone', { deleted: true }),
  };
  owner = await seedRecord(service, 'User', { name: 'Zoë', isActive: true });
});
afterAll(() => service.close());
const { createRecord, getRecord, updateRecord, deleteRecord, expectProblem, changesTo } = apiClient(() => service);

const KINDS = [
  ['Contacts', 'Contact', 18],
  ['Candidates', 'Candidate', 2],
  ['Clients', 'Client', 27],
] as const;

describe.each(KINDS)('The assignment of %s', (group, type, updated) => {
  const one = async (): Promise<[path: string, id: number]> => {
    const { id } = await createRecord(group, group === 'Clients' ? { name: 'Assigned' } : {});
    return [`${group}/${id}/Assignment`, id];
  };
  const recordOf = (id: number): Promise<RecordBody> => getRecord(`${group}/${id}`);

  it('initially has the creator as owner', async () => {
    const [path] = await one();
    expect(await getRecord(path)).toEqual({ ownerID: 1, ratingID: 0, divisionIDs: [], latitude: null, longitude: null });
  });

  it('is saved as sent, and absent fields keep their values', async () => {
    const [path] = await one();
    const complete = {
      ownerID: owner,
      ratingID: 2,
      divisionIDs: [divisions.build, divisions.sales].sort(),
      latitude: -33.5,
      longitude: 151.25,
    };
    expect(await updateRecord(path, complete)).toEqual(complete);
    expect(await updateRecord(path, {})).toEqual(complete);
    expect(await updateRecord(path, { ratingID: 3 })).toEqual({ ...complete, ratingID: 3 });
    expect(await getRecord(path)).toEqual({ ...complete, ratingID: 3 });
    const none = { ownerID: 0, ratingID: 0, divisionIDs: [], latitude: null, longitude: null };
    expect(await updateRecord(path, { ownerID: 0, ratingID: null, divisionIDs: null, latitude: null, longitude: null })).toEqual(none);
  });

  it('names the divisions in the record, sorted', async () => {
    const [path, id] = await one();
    await updateRecord(path, { divisionIDs: [divisions.sales, divisions.care, divisions.sales, divisions.build] });
    expect(await recordOf(id)).toMatchObject({ divisions: 'Building; Care; Sales' });
    await updateRecord(path, { divisionIDs: [divisions.care] });
    expect(await recordOf(id)).toMatchObject({ divisions: 'Care' });
    await updateRecord(path, { divisionIDs: [] });
    expect((await recordOf(id))['divisions']).toBe(type === 'Candidate' ? '' : null);
  });

  it('counts as a change of the record', async () => {
    const [path, id] = await one();
    await updateRecord(path, { divisionIDs: [divisions.care], ratingID: 1 });
    await updateRecord(path, { divisionIDs: [divisions.care], ratingID: 1 });
    const changes = await changesTo(type, id);
    expect(changes).toHaveLength(2);
    expect(changes[1]).toMatchObject({
      action: 'updated',
      events: [updated],
      fields: { divisionIDs: [[], [divisions.care]], ratingID: [null, 1] },
    });
    const { headers } = await service.http.get(`/api/${path}`).expect(200);
    expect(headers['etag']).toMatch(/^"2-/);
    await service.http.put(`/api/${path}`).set('If-Match', '"1-x"').send({ ratingID: 4 }).expect(412);
    await service.http.put(`/api/${path}`).set('If-Match', String(headers['etag'])).send({ ratingID: 5 }).expect(200);
    expect(await queryRows(service, `SELECT version, ratingID FROM ${type.toLowerCase()} WHERE id = ${id}`)).toEqual([
      { version: 3, ratingID: 5 },
    ]);
  });

  it.each<[body: () => object, pointer: string]>([
    [() => ({ ownerID: 99_999 }), '/ownerID'],
    [() => ({ ratingID: 99 }), '/ratingID'],
    [() => ({ divisionIDs: [divisions.care, 99_999] }), '/divisionIDs/1'],
    [() => ({ divisionIDs: [divisions.gone] }), '/divisionIDs/0'],
    [() => ({ divisionIDs: ['1'] }), '/divisionIDs'],
    [() => ({ divisionIDs: 1 }), '/divisionIDs'],
    [() => ({ latitude: 90.1 }), '/latitude'],
    [() => ({ latitude: -90.1 }), '/latitude'],
    [() => ({ longitude: 180.1 }), '/longitude'],
    [() => ({ longitude: '151' }), '/longitude'],
    [() => ({ name: 'A' }), '/name'],
  ])('is rejected with %s', async (body, pointer) => {
    const [path] = await one();
    const before = await getRecord(path);
    expect(pointersOf(await expectProblem('put', path, body(), 400))).toEqual([pointer]);
    expect(await getRecord(path)).toEqual(before);
  });

  it('accepts the extreme coordinates', async () => {
    const [path] = await one();
    expect(await updateRecord(path, { latitude: -90, longitude: 180 })).toMatchObject({ latitude: -90, longitude: 180 });
  });

  it('keeps a division that has been deleted since', async () => {
    const [path] = await one();
    const late = await seedRecord(service, 'Division', { name: 'Late' });
    await updateRecord(path, { divisionIDs: [late] });
    await queryRows(service, `UPDATE division SET deleted = 1 WHERE id = ${late}`);
    expect(await updateRecord(path, { divisionIDs: [late, divisions.care] })).toMatchObject({
      divisionIDs: [late, divisions.care].sort((one, other) => one - other),
    });
  });

  it('is consistent after concurrent writes', async () => {
    const [path, id] = await one();
    const lists = [[divisions.sales], [divisions.build, divisions.care], [], [divisions.care]];
    await Promise.all(lists.map((divisionIDs) => updateRecord(path, { divisionIDs })));
    const divisionIDs = (await getRecord(path))['divisionIDs'] as number[];
    const names = new Map([
      [divisions.sales, 'Sales'],
      [divisions.build, 'Building'],
      [divisions.care, 'Care'],
    ]);
    expect((await recordOf(id))['divisions'] || '').toBe(
      divisionIDs
        .map((each) => names.get(each))
        .sort()
        .join('; '),
    );
    expect(lists.map(String)).toContain(String(divisionIDs));
  });

  it('returns 404 for an unknown record, and works for a deleted one', async () => {
    const [path, id] = await one();
    await deleteRecord(`${group}/${id}`);
    await getRecord(path);
    await service.http.get(`/api/${group}/99999/Assignment`).expect(404);
    await service.http.put(`/api/${group}/99999/Assignment`).send({}).expect(404);
  });
});

describe('The country of a division', () => {
  it.each<[group: string, phone: string]>([
    ['Contacts', 'phone'],
    ['Candidates', 'mobile'],
  ])('is the default country for the phone numbers of %s', async (group, phone) => {
    const { id } = await createRecord(group, { [phone]: '021 123 4567' });
    expect((await getRecord(`${group}/${id}`))[`${phone}_Standardised`]).toBe('');
    await updateRecord(`${group}/${id}/Assignment`, { divisionIDs: [divisions.sales] });
    expect((await getRecord(`${group}/${id}`))[`${phone}_Standardised`]).toBe('+64211234567');
    await updateRecord(`${group}/${id}/Assignment`, { divisionIDs: [divisions.care] });
    expect((await getRecord(`${group}/${id}`))[`${phone}_Standardised`]).toBe('');
  });
});
