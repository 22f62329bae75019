import type { Body } from './support/api-client';
import { ADMIN_KEY, createKey, createUser, requestAs, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import { asText, CSV, NDJSON, parseNdjson, type RowResult } from './support/bulk';

let service: TestApp;
let north: number;
let south: number;
let ada: number;
let limited: string;
const twins: number[] = [];

const asAdmin = (method: 'get' | 'post' | 'put', path: string) => requestAs(service, ADMIN_KEY, method, `/api/${path}`);
const created = async (path: string, body: object): Promise<number> =>
  ((await asAdmin('post', path).send(body).expect(201)).body as { id: number }).id;
const found = async (path: string): Promise<Body> => (await asAdmin('get', path).expect(200)).body as Body;

async function imported(path: string, text: string, type = CSV, key = ADMIN_KEY): Promise<readonly RowResult[]> {
  const response = await asText(requestAs(service, key, 'post', `/api/${path}`).set('Content-Type', type)).send(text);
  expect([response.status, response.body]).toEqual([200, response.body]);
  return parseNdjson<RowResult>(response.body as string).slice(0, -1);
}
async function one(path: string, text: string, type?: string, key?: string): Promise<RowResult> {
  const lines = await imported(path, text, type, key);
  expect(lines).toHaveLength(1);
  return lines[0]!;
}

beforeAll(async () => {
  service = await startApp(WITH_ADMIN);
  [north, south] = [await created('divisions', { name: 'North' }), await created('divisions', { name: 'South; east' })];
  ada = await createUser(service, { name: 'Ada Byron', email: 'ada@owners.example' });
  for (const _ of [1, 2]) twins.push(await createUser(service, { name: 'Twin' }));
  const userID = await createUser(service, { name: 'Limited', roleID: 1, divisionIDs: [north] });
  ({ key: limited } = await createKey(service, { name: 'Limited', userID }));
});
afterAll(() => service.close());

describe('The owner in an import', () => {
  it.each<[path: string, field: string, read: string, body: object]>([
    ['Candidates', 'ownerID', '/Assignment', { firstName: 'A' }],
    ['Contacts', 'ownerID', '/Assignment', { surname: 'A' }],
    ['Clients', 'ownerID', '', { name: 'A' }],
    ['Jobs', 'consultantID1', '', { title: 'A' }],
    ['Activities', 'assignedToID', '', { notes: 'A' }],
  ])('of %s is a user by name, e-mail address or id', async (path, field, read, body) => {
    for (const owner of ['ada byron', 'ADA@owners.example']) {
      const { id } = await one(`${path}/Import`, JSON.stringify({ ...body, owner }), NDJSON);
      expect(await found(`${path}/${id}${read}`)).toMatchObject({ [field]: ada });
    }
    const id = await created(path, body);
    expect(await one(`${path}/Import`, `id,owner\n${id},Ada Byron`)).toMatchObject({ outcome: 'updated' });
    expect(await one(`${path}/Import`, `id,${field}\n${id},${ada}`)).toMatchObject({ outcome: 'unchanged' });
    expect(await one(`${path}/Import`, `id,owner\n${id},\\N`)).toMatchObject({ outcome: 'updated' });
    expect(await found(`${path}/${id}${read}`)).toMatchObject({ [field]: 0 });
  });

  it.each<[row: () => object, pointer: string, detail: () => RegExp]>([
    [() => ({ owner: 'Nobody' }), '/owner', () => /^must be the name or the e-mail address of a user$/],
    [() => ({ owner: 'Twin' }), '/owner', () => new RegExp(`Twin may be the users ${twins.join(', ')}$`)],
    [() => ({ owner: 7 }), '/owner', () => /name or the e-mail/],
    [() => ({ owner: 'Ada Byron', ownerID: 1 }), '/owner', () => /must not be given together with ownerID/],
    [() => ({ ownerID: 'x' }), '/ownerID', () => /whole number/],
    [() => ({ ownerID: 99999 }), '/ownerID', () => /id of an existing user/],
  ])('%# is refused', async (row, pointer, detail) => {
    const line = await one('Candidates/Import', JSON.stringify({ firstName: 'A', ...row() }), NDJSON);
    expect(line).toMatchObject({ outcome: 'failed', errors: [{ pointer, detail: expect.stringMatching(detail()) as string }] });
  });
});

describe('The divisions in an import', () => {
  const divisionsOf = async (path: string, id: number | undefined) => (await found(`${path}/${id}/Assignment`))['divisionIDs'];

  it('are given by names or ids, with semicolons between or as JSON', async () => {
    const rows: [cell: string, expected: () => number[]][] = [
      ['north', () => [north]],
      ['"[""South; east"",""North""]"', () => [north, south]],
      [`[${south}]`, () => [south]],
      [`NORTH;${south}`, () => [north, south]],
      ['\\N', () => []],
    ];
    const id = await created('Candidates', { firstName: 'A' });
    for (const [cell, expected] of rows) {
      expect(await one('Candidates/Import', `id,divisions\n${id},${cell}`)).toMatchObject({ outcome: 'updated' });
      expect(await divisionsOf('Candidates', id)).toEqual(expected());
    }
    const { id: fresh } = await one('Clients/Import', 'name,divisions\nA,North');
    expect(await divisionsOf('Clients', fresh)).toEqual([north]);
  });

  it('stay what they are where the text of an export is sent back', async () => {
    const id = await created('Contacts', { surname: 'A' });
    await asAdmin('put', `Contacts/${id}/Assignment`)
      .send({ divisionIDs: [north, south] })
      .expect(200);
    const { divisions } = await found(`Contacts/${id}`);
    expect(divisions).toBe('North; South; east');
    expect(await one('Contacts/Import', JSON.stringify({ id, divisions }), NDJSON)).toMatchObject({ outcome: 'unchanged' });
    // the caller does not see the other one, but may leave it there
    expect(await one('Contacts/Import', JSON.stringify({ id, divisions, jobTitle: 'Buyer' }), NDJSON, limited)).toMatchObject({
      outcome: 'updated',
    });
    expect(await divisionsOf('Contacts', id)).toEqual([north, south]);
  });

  it('of a job are one', async () => {
    const { id } = await one('Jobs/Import', 'title,divisions\nA,North');
    expect(await found(`Jobs/${id}`)).toMatchObject({ division: north });
    expect(await one('Jobs/Import', `id,divisions\n${id},${north};${south}`)).toMatchObject({ detail: '/divisions must be one division.' });
    expect(await one('Jobs/Import', `id,divisions,division\n${id},North,${south}`)).toMatchObject({
      detail: '/divisions must not be given together with division.',
    });
    expect(await one('Jobs/Import', `id,divisions\n${id},\\N`)).toMatchObject({ outcome: 'updated' });
    expect(await found(`Jobs/${id}`)).toMatchObject({ division: 0 });
  });

  it.each<[sent: unknown, pointer: string, key: () => string]>([
    ['Nowhere', '/divisions/0', () => ADMIN_KEY],
    [['North', 99999], '/divisions/1', () => ADMIN_KEY],
    [['North', true], '/divisions/1', () => ADMIN_KEY],
    [true, '/divisions', () => ADMIN_KEY],
    ['["South; east"]', '/divisions/0', () => limited],
  ])('%j are refused', async (divisions, pointer, key) => {
    const line = await one('Clients/Import', JSON.stringify({ name: 'A', divisions }), NDJSON, key());
    expect(line).toMatchObject({ outcome: 'failed', errors: [{ pointer }] });
  });
});

describe('The tags in an import', () => {
  const tagsOf = async (path: string, id: number | undefined) =>
    ((await asAdmin('get', `${path}/${id}/Tags`).expect(200)).body as Body[]).map(({ tag, typeId, source }) => [tag, typeId, source]);

  it.each(['Candidates', 'Contacts', 'Jobs'])('of %s replace those before', async (path) => {
    const id = await created(path, path === 'Jobs' ? { title: 'A' } : path === 'Contacts' ? { surname: 'A' } : { firstName: 'A' });
    await asAdmin('post', `${path}/${id}/Tags`).send({ tag: 'Cranes', typeId: 1 }).expect(201);
    await asAdmin('post', `${path}/${id}/Tags`).send({ tag: 'Old' }).expect(201);
    expect(await one(`${path}/Import`, `id,tags\n${id},cranes; Night shift ;night shift`)).toMatchObject({ outcome: 'updated' });
    expect(await tagsOf(path, id)).toEqual([
      ['Cranes', 1, 'api'],
      ['Night shift', 4, 'import'],
    ]);
    expect(await one(`${path}/Import`, `id,tags\n${id},Night shift;Cranes`)).toMatchObject({ outcome: 'unchanged' });
    for (const flag of ['true', 'FALSE'])
      expect(await one(`${path}/Import`, `id,tags\n${id},${flag}`)).toMatchObject({ outcome: 'unchanged' });
    const list = JSON.stringify([{ tag: 'Cranes', typeId: 2 }, 'A; b']).replaceAll('"', '""');
    expect(await one(`${path}/Import`, `id,tags\n${id},"${list}"`)).toMatchObject({ outcome: 'updated' });
    expect(await tagsOf(path, id)).toEqual([
      ['Cranes', 2, 'import'],
      ['A; b', 4, 'import'],
    ]);
    const csv = (await asText(asAdmin('get', `${path}/Export?ids=${id}`))).body as string;
    expect(await one(`${path}/Import`, csv)).toMatchObject({ outcome: 'unchanged' });
    expect(await one(`${path}/Import`, `id,tags\n${id},\\N`)).toMatchObject({ outcome: 'updated' });
    expect(await tagsOf(path, id)).toEqual([]);
  });

  it('are on new records, too, and are a change of them with its event', async () => {
    const lines = await imported('Candidates/Import', 'firstName,tags\nA,Cranes\nB,\nC,Rigging; Cranes');
    expect(lines.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created']);
    const tags = [];
    for (const { id } of lines) tags.push((await tagsOf('Candidates', id)).map(([tag]) => tag));
    expect(tags).toEqual([['Cranes'], [], ['Rigging', 'Cranes']]);
    const { body } = await asAdmin('get', 'Changes?limit=1000&types=Candidate').expect(200);
    const events = (body as Body[]).filter(({ recordID }) => recordID === lines[0]?.id).flatMap((change) => change['events']);
    expect(events).toEqual(expect.arrayContaining([1, 5]));
  });

  it.each<[tags: unknown, pointer: string]>([
    [['x'.repeat(201)], '/tags/0'],
    [['A', ''], '/tags/1'],
    [['A', 7], '/tags/1'],
    [[{ tag: 'A', typeId: 99 }], '/tags/0/typeId'],
    [[{ tag: 'A', typeId: 'Skill' }], '/tags/0/typeId'],
    [{ tag: 'A' }, '/tags'],
  ])('%j are refused, and nothing is created', async (tags, pointer) => {
    const [, line] = await imported(
      'Contacts/Import',
      [{ surname: 'B' }, { surname: 'Refused', tags }].map((row) => JSON.stringify(row)).join('\n'),
      NDJSON,
    );
    expect(line).toMatchObject({ outcome: 'failed', errors: [{ pointer }] });
  });

  it('are unknown of clients', async () => {
    const { body } = await asAdmin('post', 'Clients/Import').set('Content-Type', CSV).send('name,tags\nA,B').expect(400);
    expect(body).toMatchObject({ errors: [{ pointer: '/tags' }] });
  });
});

describe('A caller of one division', () => {
  it('finds no record of another one by its key, which is taken all the same', async () => {
    const id = await created('Clients', { name: 'Hidden', externalID: 'hidden', email: 'hidden@owners.example' });
    await asAdmin('put', `Clients/${id}/Assignment`)
      .send({ divisionIDs: [south] })
      .expect(200);
    expect(await one('Clients/Import?match=externalID', 'externalID,name\nhidden,Stolen', CSV, limited)).toMatchObject({
      outcome: 'failed',
      detail: 'A client that you do not see already has the externalID hidden. Change that record, or choose another externalID.',
    });
    expect(await one('Clients/Import?match=externalID&mode=update', 'externalID,name\nhidden,Stolen', CSV, limited)).toMatchObject({
      detail: 'No client has the externalID hidden.',
    });
    expect(await one('Clients/Import?match=email', 'email,name\nhidden@owners.example,Own', CSV, limited)).toMatchObject({
      outcome: 'created',
    });
    expect(await found(`Clients/${id}`)).toMatchObject({ name: 'Hidden' });
  });
});

describe('An import needs the right to write, an export the right to read', () => {
  it.each(['candidates', 'contacts', 'clients', 'jobs', 'applications', 'placements', 'timesheets', 'activities'])(
    'of %s',
    async (area) => {
      const role = await created('Roles', { name: `Reads ${area}`, scopes: [`${area}:read`] });
      const { key } = await createKey(service, { name: `Reads ${area}`, userID: await createUser(service, { name: area, roleID: role }) });
      await requestAs(service, key, 'get', `/api/${area}/Export`).expect(200);
      await requestAs(service, key, 'post', `/api/${area}/Import`).set('Content-Type', CSV).send('id\n1').expect(403);
    },
  );
});
