import type { Response } from 'supertest';
import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord } from './support/database';
import { recordTypeNamed } from './support/record-types';

type Body = Record<string, unknown>;

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());

/** Record types with create, update and delete, each with two writable fields. */
const KINDS: readonly (readonly [
  type: string,
  path: (id: number) => string,
  written: (id: number) => string,
  fields: readonly [string, string],
])[] = [
  ['Opportunity', (id) => `/api/Opportunities/${id}`, (id) => `/api/Opportunities/${id}`, ['name', 'description']],
  ['Candidate', (id) => `/api/Candidates/${id}`, (id) => `/api/Candidates/${id}/V2`, ['firstName', 'jobTitle']],
];

const of = (path: string, id: number): [string, string] => [`${path}/${id}`, `${path}/${id}`];
const etagOf = ({ headers }: Response): string => String((headers as Body)['etag']);
const problemOf = ({ status, body }: Response): unknown[] => [status, (body as Body)['type']];
const versionOf = async (type: string, id: number): Promise<number> =>
  Number((await queryRows<{ version: number }>(service, `SELECT version FROM ${type.toLowerCase()} WHERE id = ?`, [id]))[0]?.version);
const rowsOf = async (type: string, id: number): Promise<number> =>
  (await queryRows(service, 'SELECT id FROM record_change WHERE type = ? AND recordID = ?', [type, id])).length;

describe.each(KINDS)('%s', (type, path, written, [first, second]) => {
  const get = (id: number, ifNoneMatch?: string) =>
    ifNoneMatch === undefined ? service.http.get(path(id)) : service.http.get(path(id)).set('If-None-Match', ifNoneMatch);
  const put = (id: number, body: object, ifMatch?: string) =>
    (ifMatch === undefined ? service.http.put(written(id)) : service.http.put(written(id)).set('If-Match', ifMatch)).send(body);
  const tag = async (id: number): Promise<string> => etagOf(await get(id).expect(200));

  describe('when read', () => {
    it('has an ETag that changes only with the record', async () => {
      const id = await seedRecord(service, type, { [first]: 'As it was', version: 3 });
      const before = await tag(id);
      expect(before).toMatch(/^"3-[\w-]{16}"$/);
      expect(await tag(id)).toBe(before);
      const changed = await put(id, { [first]: 'As it is' }).expect(200);
      expect(etagOf(changed)).toMatch(/^"4-/);
      expect(await tag(id)).toBe(etagOf(changed));
    });

    it.each<[string, (etag: string) => string]>([
      ['its ETag', (etag) => etag],
      ['its ETag as a weak one', (etag) => `W/${etag}`],
      ['its ETag among others', (etag) => `"1-x", ${etag} , W/"other"`],
      ['*', () => '*'],
    ])('returns 304 for %s', async (_, header) => {
      const id = await seedRecord(service, type, { [first]: 'Known', version: 1 });
      const etag = await tag(id);
      const response = await get(id, header(etag)).expect(304);
      expect([response.text, etagOf(response), (response.headers as Body)['content-type']]).toEqual(['', etag, undefined]);
    });

    it.each(['"1-somethingelse"', '"x"', 'x', ''])('returns 200 for If-None-Match %j', async (header) => {
      const id = await seedRecord(service, type, { [first]: 'New', version: 1 });
      expect((await get(id, header).expect(200)).body).toMatchObject({ id, [first]: 'New' });
    });

    it('answers HEAD with the ETag of GET, and 304 likewise', async () => {
      const id = await seedRecord(service, type, { [first]: 'Head', version: 1 });
      const etag = await tag(id);
      expect(etagOf(await service.http.head(path(id)).expect(200))).toBe(etag);
      const known = await service.http.head(path(id)).set('If-None-Match', etag).expect(304);
      expect(etagOf(known)).toBe(etag);
    });
  });

  describe('when changed', () => {
    it.each<[string, (etag: string) => string]>([
      ['its ETag', (etag) => etag],
      ['its ETag as a weak one', (etag) => `W/${etag}`],
      ['its ETag among others', (etag) => `"9-x", ${etag}`],
      ['*', () => '*'],
    ])('accepts If-Match with %s', async (_, header) => {
      const id = await seedRecord(service, type, { [first]: 'Before', version: 2 });
      const response = await put(id, { [first]: 'After' }, header(await tag(id))).expect(200);
      expect(response.body).toMatchObject({ [first]: 'After' });
      expect(await versionOf(type, id)).toBe(3);
    });

    it.each(['"1-abcdefghijklmnop"', '"3-abcdefghijklmnop"', '"of somebody else"', '"1-x", "3-y"', 'W/"1-x"', '""'])(
      'returns 412 for If-Match %s',
      async (header) => {
        const id = await seedRecord(service, type, { [first]: 'Before', version: 2 });
        const before = await get(id).expect(200);
        const rows = await rowsOf(type, id);
        expect(problemOf(await put(id, { [first]: 'After' }, header))).toEqual([412, '/problems/precondition-failed']);
        expect(problemOf(await service.http.delete(path(id)).set('If-Match', header))).toEqual([412, '/problems/precondition-failed']);
        expect((await get(id).expect(200)).text).toBe(before.text);
        expect(await rowsOf(type, id)).toBe(rows);
      },
    );

    it.each<[string, (etag: string) => string]>([
      ['*', () => '*'],
      ['its ETag', (etag) => etag],
      ['its ETag among others', (etag) => `W/"9-x", ${etag}`],
    ])('returns 412 for If-None-Match with %s', async (_, header) => {
      const id = await seedRecord(service, type, { [first]: 'Before', version: 2 });
      const before = await get(id).expect(200);
      const excluded = header(etagOf(before));
      expect(problemOf(await put(id, { [first]: 'After' }).set('If-None-Match', excluded))).toEqual([412, '/problems/precondition-failed']);
      const removed = await service.http.delete(path(id)).set('If-None-Match', excluded);
      expect(problemOf(removed)).toEqual([412, '/problems/precondition-failed']);
      expect((await get(id).expect(200)).text).toBe(before.text);
    });

    it('accepts If-None-Match with another version, unless If-Match differs, and rejects a malformed one', async () => {
      const id = await seedRecord(service, type, { [first]: 'Before', version: 2 });
      const etag = await tag(id);
      expect((await put(id, { [first]: 'After' }, '"1-x"').set('If-None-Match', '"1-x"')).status).toBe(412);
      expect(problemOf(await put(id, { [first]: 'After' }).set('If-None-Match', '2'))).toEqual([400, '/problems/invalid-request']);
      await put(id, { [first]: 'After' }, etag)
        .set('If-None-Match', '"1-x"')
        .expect(200);
      expect(await versionOf(type, id)).toBe(3);
    });

    it.each(['abc', '"open', '1', '"1-x" "2-y"', '"1-x",,"2-y"', '*, "1-x"', ''])('rejects If-Match %j as malformed', async (header) => {
      const id = await seedRecord(service, type, { [first]: 'Before', version: 1 });
      expect(problemOf(await put(id, { [first]: 'After' }, header))).toEqual([400, '/problems/invalid-request']);
      expect(problemOf(await service.http.delete(path(id)).set('If-Match', header))).toEqual([400, '/problems/invalid-request']);
      expect((await get(id).expect(200)).body).toMatchObject({ [first]: 'Before' });
    });

    it('can be deleted with its ETag', async () => {
      const id = await seedRecord(service, type, { [first]: 'Before', version: 1 });
      await service.http
        .delete(path(id))
        .set('If-Match', await tag(id))
        .expect(204);
      expect(await queryRows(service, `SELECT id FROM ${type.toLowerCase()} WHERE id = ? AND deleted = 1`, [id])).toHaveLength(1);
    });

    it('accepts one of twenty concurrent changes with the same ETag', async () => {
      const id = await seedRecord(service, type, { [first]: 'Before', version: 1 });
      const etag = await tag(id);
      const responses = await Promise.all(Array.from({ length: 20 }, async (_, index) => put(id, { [first]: `By ${index}` }, etag)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
      const winner = responses.findIndex(({ status }) => status === 200);
      expect((await get(id).expect(200)).body).toMatchObject({ [first]: `By ${winner}` });
      expect([await versionOf(type, id), await rowsOf(type, id)]).toEqual([2, 1]);
    });

    it('without If-Match the last of two changes wins, without losing other fields of the first', async () => {
      const id = await seedRecord(service, type, { [first]: 'Before', [second]: 'Before', version: 1 });
      await put(id, { [first]: 'By the first', [second]: 'By the first' }).expect(200);
      await put(id, { [first]: 'By the second' }).expect(200);
      expect((await get(id).expect(200)).body).toMatchObject({ [first]: 'By the second', [second]: 'By the first' });
    });

    it('without If-Match every field of many concurrent changes is kept', async () => {
      const id = await seedRecord(service, type, { version: 1 });
      await Promise.all(
        Array.from({ length: 20 }, async (_, index) => put(id, { [index % 2 ? first : second]: `By ${index}` }).expect(200)),
      );
      const { body } = (await get(id).expect(200)) as { body: Body };
      expect([body[first], body[second]].map((text) => Number(String(text).slice(3)) % 2)).toEqual([1, 0]);
      expect(await versionOf(type, id)).toBe(21);
    });
  });
});

describe('What fetch reads with an If-None-Match of its own, which makes it ask for no-cache, too,', () => {
  it.each<[what: string, path: () => Promise<string>]>([
    ['a record', async () => `/api/Opportunities/${await seedRecord(service, 'Opportunity', { name: 'Known' })}`],
    ['the OpenAPI document', () => Promise.resolve('/api/openapi.json')],
    ['the catalogue of automations', () => Promise.resolve('/api/Automation/Catalogue')],
    [
      'the contents of a document',
      async () => {
        const candidateID = await seedRecord(service, 'Candidate', { lastName: 'Nguyen' });
        const path = `/api/Documents/${await seedRecord(service, 'Document', { name: 'Resume', candidateID })}/Content`;
        await service.http.post(path).type('text/plain').send('Years of experience').expect(200);
        return path;
      },
    ],
  ])('is a 304 while it is the same: %s', async (_, pathOf) => {
    const path = await pathOf();
    const etag = etagOf(await service.http.get(path).expect(200));
    const read = (ifNoneMatch: string) =>
      service.http.get(path).set({ 'If-None-Match': ifNoneMatch, 'Cache-Control': 'no-cache', Pragma: 'no-cache' });
    await read(etag).expect(304);
    await read('"other"').expect(200);
  });
});

describe('If-Match works as well for', () => {
  it.each<[what: string, begin: () => Promise<[read: string, written: string]>, bodies: [object, object]]>([
    [
      'a job',
      async () => of('/api/Jobs', await seedRecord(service, 'Job', { title: 'Painter', stageID: 1 })),
      [{ title: 'Fitter' }, { title: 'Welder' }],
    ],
    [
      'a contact',
      async () => of('/api/Contacts', await seedRecord(service, 'Contact', { surname: 'Lee' })),
      [{ surname: 'Li' }, { surname: 'Leigh' }],
    ],
    [
      'a client',
      async () => of('/api/Clients', await seedRecord(service, 'Client', { name: 'Harbour' })),
      [{ name: 'Haven' }, { name: 'Port' }],
    ],
    [
      'a saved contact search',
      async () => of('/api/Contacts/Searches', await seedRecord(service, 'ContactSearch', { name: 'Mine' })),
      [{ name: 'Yours' }, { name: 'Theirs' }],
    ],
    [
      'the criteria of a saved contact search',
      async () => {
        const id = await seedRecord(service, 'ContactSearch', { name: 'Criteria' });
        return [`/api/Contacts/Searches/${id}`, `/api/Contacts/Search/${id}`];
      },
      [{ location: 'Parramatta' }, { location: 'Newtown' }],
    ],
    [
      'a pay frequency',
      async () =>
        of('/api/Configuration/Placements/Pay-Frequencies', await seedRecord(service, 'PayFrequency', { name: 'Weekly', isEnabled: true })),
      [{ name: 'Fortnightly' }, { name: 'Monthly' }],
    ],
    [
      'payroll settings',
      async () => {
        const path = `/api/divisions/${await seedRecord(service, 'Division', { name: 'Paid' })}/payroll-integration`;
        await service.http.put(path).send({ entityID: 1 }).expect(200);
        return [path, path];
      },
      [{ entityID: 2 }, { entityID: 3 }],
    ],
  ])('%s', async (_, begin, [first, second]) => {
    const [read, written] = await begin();
    const seen = etagOf(await service.http.get(read).expect(200));
    await service.http.put(written).set('If-Match', seen).send(first).expect(200);
    const late = await service.http.put(written).set('If-Match', seen).send(second);
    expect(problemOf(late)).toEqual([412, '/problems/precondition-failed']);
    const now = await service.http.get(read).set('If-None-Match', seen).expect(200);
    expect(now.body).toMatchObject(first);
    await service.http.put(written).set('If-Match', etagOf(now)).send(second).expect(200);
  });
});

describe('An ETag', () => {
  it('changes with a figure or a display name, yet If-Match still compares the version only', async () => {
    const clientID = await seedRecord(service, 'Client', { name: 'Harbour Group', version: 1 });
    const jobID = await seedRecord(service, 'Job', { title: 'Painter', clientID, stageID: 1, version: 1 });
    const read = async () => service.http.get(`/api/Jobs/${jobID}`).expect(200);
    const before = await read();
    const { refreshAffectedFigures } = await import('../src/core/records/index.js');
    const { inTransaction } = await import('./support/database.js');
    const applicationID = await seedRecord(service, 'Application', { jobID, stageID: 1 });
    await inTransaction(service, ({ em }) => refreshAffectedFigures(em, recordTypeNamed('Application'), [{ id: applicationID }]));
    const counted = await read();
    expect((counted.body as Body)['total']).toBe(1);
    expect(etagOf(counted)).not.toBe(etagOf(before));
    expect(etagOf(counted)).toMatch(/^"1-/);
    expect(etagOf(before)).toMatch(/^"1-/);
    await inTransaction(service, ({ em }) => em.query("UPDATE client SET name = 'Harbour Holdings' WHERE id = ?", [clientID]));
    expect(etagOf(await read())).not.toBe(etagOf(counted));
  });

  it('comes with a created record, and is the one it is read with', async () => {
    const created = await service.http.post('/api/Opportunities').send({ name: 'Fit-out' }).expect(201);
    expect(etagOf(await service.http.get(String((created.headers as Body)['location'])).expect(200))).toBe(etagOf(created));
  });

  it('is not sent with lists', async () =>
    expect((await service.http.get('/api/Opportunities').expect(200)).headers).not.toHaveProperty('etag'));
});
