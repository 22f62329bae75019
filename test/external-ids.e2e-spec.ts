import { startApp, type TestApp } from './support/app';
import type { Json } from './support/automations';
import { queryRows } from './support/database';

let service: TestApp;
beforeAll(async () => void (service = await startApp()));
afterAll(() => service.close());

const post = (path: string, body: object) => service.http.post(`/api/${path}`).send(body);
const put = (path: string, body: object) => service.http.put(`/api/${path}`).send(body);
const created = async (path: string, body: object): Promise<number> => ((await post(path, body).expect(201)).body as { id: number }).id;
const found = async (path: string): Promise<Json> => (await service.http.get(`/api/${path}`).expect(200)).body as Json;

/** What each type needs besides. */
const TYPES: readonly (readonly [path: string, put: string, body: () => Promise<Json>])[] = [
  ['Candidates', '/V2', () => Promise.resolve({ firstName: 'Keyed' })],
  ['Contacts', '', () => Promise.resolve({ surname: 'Keyed' })],
  ['Clients', '', () => Promise.resolve({ name: 'Keyed' })],
  ['Jobs', '', () => Promise.resolve({ title: 'Keyed' })],
  ['Applications', '', application],
  ['Placements', '', application],
  ['Timesheets', '', timesheet],
];

async function application(): Promise<Json> {
  return { jobID: await created('Jobs', { title: 'Rigger' }), candidateID: await created('Candidates', { firstName: 'Applicant' }) };
}

async function timesheet(): Promise<Json> {
  const placementID = await created('Placements', { ...(await application()), startDate: '2026-11-02' });
  await service.http.post(`/api/Placements/${placementID}/Approve`).expect(200);
  return { placementID };
}

describe.each(TYPES)('The externalID of %s', (path, version, body) => {
  it('is saved, returned, found by filters, and left out when unset', async () => {
    const id = await created(path, { ...(await body()), externalID: 'Key-1 é' });
    expect(await found(`${path}/${id}`)).toMatchObject({ externalID: 'Key-1 é' });
    const filters = { filters: { combinator: 'and', rules: [{ field: 'externalID', operator: '=', value: 'key-1 e' }] } };
    expect((await post(`${path}/Query`, filters).expect(200)).body).toMatchObject([{ id }]);
    await put(`${path}/${id}${version}`, { externalID: null }).expect(200);
    expect(await found(`${path}/${id}`)).not.toHaveProperty('externalID');
    await put(`${path}/${id}${version}`, { externalID: '' }).expect(200);
    expect(await found(`${path}/${id}`)).not.toHaveProperty('externalID');
  });

  it('is that of one record, unless the other is deleted; upper and lower case differ', async () => {
    const [one, other] = [await body(), await body()];
    const id = await created(path, { ...one, externalID: 'taken' });
    const { body: problem } = await post(path, { ...other, externalID: 'taken' }).expect(409);
    expect(problem).toMatchObject({
      type: '/problems/external-id-in-use',
      detail: expect.stringMatching(new RegExp(` ${id} already has the externalID taken\\.`)) as string,
    });
    const second = await created(path, { ...other, externalID: 'TAKEN' });
    await put(`${path}/${second}${version}`, { externalID: 'taken' }).expect(409);
    await put(`${path}/${id}${version}`, { externalID: 'taken' }).expect(200);
    await service.http.delete(`/api/${path}/${id}`).expect(204);
    await put(`${path}/${second}${version}`, { externalID: 'taken' }).expect(200);
    await put(`${path}/${id}${version}`, { deleted: false }).expect(409);
    await put(`${path}/${second}${version}`, { externalID: 'free' }).expect(200);
    await put(`${path}/${id}${version}`, { deleted: false }).expect(200);
    expect(await found(`${path}/${id}`)).toMatchObject({ externalID: 'taken', deleted: false });
  });

  it('cannot be taken twice at once', async () => {
    const bodies = [];
    for (let each = 0; each < 4; each++) bodies.push(await body());
    const replies = await Promise.all(bodies.map((each) => post(path, { ...each, externalID: 'at once' })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });
});

describe('An externalID', () => {
  it.each([
    [' begins with a space', /begin or end with a space/],
    ['ends with a space ', /begin or end with a space/],
    ['has a\ttab', /control characters/],
    ['x'.repeat(101), /at most 100 characters/],
    [17, /must be a string/],
  ])('that is %j is refused', async (externalID, detail) => {
    const { body } = await post('Clients', { name: 'A', externalID }).expect(400);
    expect(body).toMatchObject({ errors: [{ pointer: '/externalID', detail: expect.stringMatching(detail) as string }] });
  });

  it('is not copied to a release of its job', async () => {
    const id = await created('Jobs', { title: 'Tower', externalID: 'tower' });
    const { body } = await post(`Jobs/${id}/Releases`, {}).expect(201);
    expect(body).not.toHaveProperty('externalID');
  });

  it('goes to the candidate that others are merged into, if it has none', async () => {
    const [id, duplicate] = [
      await created('Candidates', { firstName: 'A' }),
      await created('Candidates', { firstName: 'B', externalID: 'merged' }),
    ];
    await post(`Candidates/${id}/Merge`, { candidateIDs: [duplicate] }).expect(200);
    expect(await found(`Candidates/${id}`)).toMatchObject({ externalID: 'merged' });
    await put(`Candidates/${duplicate}/V2`, { deleted: false }).expect(409);
  });

  it('is gone when its person is erased, and free again', async () => {
    const candidateID = await created('Candidates', { firstName: 'Gone', externalID: 'erased' });
    const jobID = await created('Jobs', { title: 'Rigger' });
    await created('Applications', { jobID, candidateID, externalID: 'erased too' });
    await service.http.post(`/api/Candidates/${candidateID}/Erase`).expect(200);
    for (const table of ['candidate', 'application'])
      expect(await queryRows(service, `SELECT id FROM ${table} WHERE externalKey LIKE 'erased%' OR externalID LIKE 'erased%'`)).toEqual([]);
    await created('Candidates', { firstName: 'Next', externalID: 'erased' });
  });
});
