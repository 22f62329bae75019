import { startApp, type TestApp } from './support/app';
import type { Json } from './support/automations';
import { CSV, importText, NDJSON, type RowResult } from './support/bulk';
import { queryRows } from './support/database';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());

const found = async (path: string): Promise<Json> => (await service.http.get(`/api/${path}`).expect(200)).body as Json;
const created = async (path: string, body: object): Promise<number> =>
  ((await service.http.post(`/api/${path}`).send(body).expect(201)).body as { id: number }).id;
const lines = async (path: string, text: string, type = CSV): Promise<readonly RowResult[]> =>
  (await importText(service, path, text, { 'Content-Type': type })).lines;
const outcomes = (all: readonly RowResult[]) => all.map(({ outcome, id }) => [outcome, id]);
const count = async (table: string, where: string): Promise<number> =>
  Number((await queryRows<{ n: number }>(service, `SELECT COUNT(*) AS n FROM ${table} WHERE ${where}`))[0]?.n);

describe('A row is about the record', () => {
  it.each<[match: string, path: string, version: string, stored: Json, text: string]>([
    ['email', 'Candidates', '', { firstName: 'A', email1: 'Zoë@match.example' }, 'email1,jobTitle\nZOE@match.example,Rigger'],
    ['email', 'Contacts', '', { surname: 'A', email: 'ann@match.example' }, 'Email,Job Title\nANN@match.example,Rigger'],
    ['reference', 'Jobs', '', { title: 'A', jobReference: 'JOB-77' }, 'jobReference,clientReference\njob-77,Rigger'],
    ['externalID', 'Clients', '', { name: 'A', externalID: 'k-1' }, 'externalID,industry\nk-1,Rigger'],
    ['externalID', 'Activities', '', { notes: 'A', altId: 'crm-77' }, 'altId,notes\ncrm-77,Rigger'],
  ])('with its %s: %s', async (match, path, _, stored, text) => {
    const id = await created(path, stored);
    const all = await lines(`${path}/Import?match=${match}`, text);
    expect(outcomes(all)).toEqual([['updated', id]]);
    expect(JSON.stringify(await found(`${path}/${id}`))).toContain('Rigger');
    expect(outcomes(await lines(`${path}/Import?match=${match}`, text))).toEqual([['unchanged', id]]);
  });

  it.each<[what: string, mode: string, key: string, outcome: string, detail: RegExp | undefined]>([
    ['that exists', 'upsert', 'mode-1', 'updated', undefined],
    ['that exists', 'update', 'mode-1', 'updated', undefined],
    ['that exists', 'create', 'mode-1', 'failed', /^The client \d+ already has the externalID mode-1; mode create changes none\.$/],
    ['that does not exist', 'upsert', 'mode-2', 'created', undefined],
    ['that does not exist', 'update', 'mode-3', 'failed', /^No client has the externalID mode-3\.$/],
    ['that does not exist', 'create', 'mode-4', 'created', undefined],
    ['without a key', 'upsert', '', 'created', undefined],
    ['without a key', 'update', '', 'failed', /^\/externalID must be that of a client, since rows are matched by it\.$/],
    ['without a key', 'create', '', 'created', undefined],
    ['in another case', 'update', 'MODE-1', 'failed', /No client/],
  ])('%s, in mode %s: %s is %s', async (_, mode, key, outcome, detail) => {
    const [known] = await queryRows(service, "SELECT id FROM client WHERE externalKey = 'mode-1'");
    if (!known) await created('Clients', { name: 'Known', externalID: 'mode-1' });
    const [line] = await lines(`Clients/Import?match=externalID&mode=${mode}`, `externalID,name\n${key},Sent ${mode} ${key}`);
    expect(line).toMatchObject({ outcome });
    if (detail) expect(line?.detail).toMatch(detail);
  });

  it('only if it is the only one; the ids of several are named', async () => {
    const ids = [];
    for (let each = 0; each < 12; each++) ids.push(await created('Contacts', { surname: `Twin ${each}`, email: 'twins@match.example' }));
    const [line] = await lines('Contacts/Import?match=email', 'email,surname\ntwins@match.example,Changed');
    expect(line).toMatchObject({
      outcome: 'failed',
      detail: `The email twins@match.example is that of 12 records of type contact (${ids.slice(0, 10).join(', ')}, …): match by another column, or change all but one of them.`,
    });
    await service.http.delete(`/api/Contacts/${ids[0]}`).expect(204);
  });

  it('that is not deleted', async () => {
    const id = await created('Clients', { name: 'Deleted', externalID: 'deleted' });
    await service.http.delete(`/api/Clients/${id}`).expect(204);
    const [line] = await lines('Clients/Import?match=externalID', 'externalID,name\ndeleted,New');
    expect(line).toMatchObject({ outcome: 'created' });
    expect(line?.id).not.toBe(id);
  });

  it('whose id is in the row, too, or in which no id is', async () => {
    const [id, other] = [await created('Clients', { name: 'A', externalID: 'both' }), await created('Clients', { name: 'B' })];
    const text = `id,externalID,name\n${id},both,A1\n${other},both,A2\n${other},nobody,A3\n,both,A4`;
    const all = await lines('Clients/Import?match=externalID', text);
    expect(all.map(({ outcome, detail }) => [outcome, detail])).toEqual([
      ['updated', undefined],
      ['failed', `/id must be ${id}, the client with the externalID both, or absent.`],
      ['failed', '/id must be absent: no client has the externalID of the row.'],
      ['updated', undefined],
    ]);
    expect(await found(`Clients/${id}`)).toMatchObject({ name: 'A4' });
    expect(await found(`Clients/${other}`)).toMatchObject({ name: 'B' });
  });

  it('that an earlier row of the file has created, changed or deleted', async () => {
    const rows = [
      { externalID: 'twice', name: 'First' },
      { externalID: 'other', name: 'Between' },
      { externalID: 'twice', name: 'Second', industry: 'Ports' },
      { externalID: 'twice', deleted: true },
      { externalID: 'twice', name: 'Third' },
    ];
    const all = await lines('Clients/Import?match=externalID', rows.map((row) => JSON.stringify(row)).join('\n'), NDJSON);
    expect(all.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'updated', 'updated', 'created']);
    expect(new Set([all[0]?.id, all[2]?.id, all[3]?.id]).size).toBe(1);
    expect(await found(`Clients/${all[0]?.id}`)).toMatchObject({ name: 'Second', industry: 'Ports', deleted: true });
    expect(await found(`Clients/${all[4]?.id}`)).toMatchObject({ name: 'Third', industry: null });
  });

  it('that another import creates at the same time', async () => {
    const text = `email,surname\n${Array.from({ length: 250 }, (_, index) => `p${index}@atonce.example,Person ${index}`).join('\n')}`;
    const both = await Promise.all([1, 2, 3].map(() => lines('Contacts/Import?match=email', text)));
    expect(await count('contact', "email LIKE '%@atonce.example'")).toBe(250);
    for (const all of both) expect(all.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(both.flat().filter(({ outcome }) => outcome === 'created')).toHaveLength(250);
  });

  it('as if one row after the other were a file of its own', async () => {
    const rows = ['a', 'b', 'a', 'c', 'B', 'a', 'd', 'c'].map((key, index) => `seq-${key}@seq.example,Person ${index}`);
    const together = await lines('Candidates/Import?match=email', `email1,lastName\n${rows.join('\n')}`);
    expect(together.map(({ outcome }) => outcome)).toEqual([
      'created',
      'created',
      'updated',
      'created',
      'updated',
      'updated',
      'created',
      'updated',
    ]);
    const names = await queryRows<{ lastName: string }>(service, "SELECT lastName FROM candidate WHERE email1 LIKE 'seq-%' ORDER BY id");
    expect(names.map(({ lastName }) => lastName)).toEqual(['Person 5', 'Person 4', 'Person 7', 'Person 6']);
  });
});

describe('Matching', () => {
  it.each<[path: string, match: string, detail: RegExp]>([
    ['Clients', 'reference', /match must be one of id, email, externalID: clients have no reference/],
    ['Jobs', 'email', /match must be one of id, reference, externalID/],
    ['Timesheets', 'email', /match must be one of id, externalID/],
    ['Clients', 'name', /match must be one of id, email, reference, externalID/],
  ])('%s by %s is refused', async (path, match, detail) => {
    const { body } = await service.http.post(`/api/${path}/Import?match=${match}`).set('Content-Type', CSV).send('id\n1\n').expect(400);
    expect((body as { detail: string }).detail).toMatch(detail);
  });

  it('is refused without the column', async () => {
    const { body } = await service.http.post('/api/Clients/Import?match=externalID').set('Content-Type', CSV).send('name\nA\n').expect(400);
    expect(body).toMatchObject({ detail: 'The first line must contain externalID, by which rows are matched.' });
  });
});
