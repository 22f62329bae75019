import type { Response } from 'supertest';
import { startApp, type TestApp } from './support/app';
import { asked, make } from './support/make';

type Body = Record<string, unknown>;

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());

/** Records that are made, changed and deleted by the common verbs, each with two fields that can be written. */
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
  Number((await asked<{ version: number }>(service, `SELECT version FROM ${type.toLowerCase()} WHERE id = ?`, [id]))[0]?.version);
const rowsOf = async (type: string, id: number): Promise<number> =>
  (await asked(service, 'SELECT id FROM record_change WHERE type = ? AND recordID = ?', [type, id])).length;

describe.each(KINDS)('%s', (type, path, written, [first, second]) => {
  const get = (id: number, ifNoneMatch?: string) =>
    ifNoneMatch === undefined ? service.http.get(path(id)) : service.http.get(path(id)).set('If-None-Match', ifNoneMatch);
  const put = (id: number, body: object, ifMatch?: string) =>
    (ifMatch === undefined ? service.http.put(written(id)) : service.http.put(written(id)).set('If-Match', ifMatch)).send(body);
  const tag = async (id: number): Promise<string> => etagOf(await get(id).expect(200));

  describe('when it is read', () => {
    it('has an ETag, the same as long as nothing changes, and another after a change', async () => {
      const id = await make(service, type, { [first]: 'As it was', version: 3 });
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
    ])('is not sent again to who has %s', async (_, header) => {
      const id = await make(service, type, { [first]: 'Known', version: 1 });
      const etag = await tag(id);
      const answer = await get(id, header(etag)).expect(304);
      expect([answer.text, etagOf(answer), (answer.headers as Body)['content-type']]).toEqual(['', etag, undefined]);
    });

    it.each(['"1-somethingelse"', '"x"', 'x', ''])('is sent to who has %j', async (header) => {
      const id = await make(service, type, { [first]: 'New', version: 1 });
      expect((await get(id, header).expect(200)).body).toMatchObject({ id, [first]: 'New' });
    });

    it('answers HEAD with the ETag of GET, and 304 likewise', async () => {
      const id = await make(service, type, { [first]: 'Head', version: 1 });
      const etag = await tag(id);
      expect(etagOf(await service.http.head(path(id)).expect(200))).toBe(etag);
      const known = await service.http.head(path(id)).set('If-None-Match', etag).expect(304);
      expect(etagOf(known)).toBe(etag);
    });
  });

  describe('when it is changed', () => {
    it.each<[string, (etag: string) => string]>([
      ['its ETag', (etag) => etag],
      ['its ETag as a weak one', (etag) => `W/${etag}`],
      ['its ETag among others', (etag) => `"9-x", ${etag}`],
      ['*', () => '*'],
    ])('is changed by who shows %s', async (_, header) => {
      const id = await make(service, type, { [first]: 'Before', version: 2 });
      const answer = await put(id, { [first]: 'After' }, header(await tag(id))).expect(200);
      expect(answer.body).toMatchObject({ [first]: 'After' });
      expect(await versionOf(type, id)).toBe(3);
    });

    it.each(['"1-abcdefghijklmnop"', '"3-abcdefghijklmnop"', '"of somebody else"', '"1-x", "3-y"', 'W/"1-x"', '""'])(
      'is left alone for who shows %s',
      async (header) => {
        const id = await make(service, type, { [first]: 'Before', version: 2 });
        const before = await get(id).expect(200);
        const rows = await rowsOf(type, id);
        expect(problemOf(await put(id, { [first]: 'After' }, header))).toEqual([412, '/problems/precondition-failed']);
        expect(problemOf(await service.http.delete(path(id)).set('If-Match', header))).toEqual([412, '/problems/precondition-failed']);
        expect((await get(id).expect(200)).text).toBe(before.text);
        expect(await rowsOf(type, id)).toBe(rows);
      },
    );

    it.each(['abc', '"open', '1', '"1-x" "2-y"', '"1-x",,"2-y"', '*, "1-x"', ''])('refuses %j as no ETag', async (header) => {
      const id = await make(service, type, { [first]: 'Before', version: 1 });
      expect(problemOf(await put(id, { [first]: 'After' }, header))).toEqual([400, '/problems/invalid-request']);
      expect(problemOf(await service.http.delete(path(id)).set('If-Match', header))).toEqual([400, '/problems/invalid-request']);
      expect((await get(id).expect(200)).body).toMatchObject({ [first]: 'Before' });
    });

    it('is deleted by who shows its ETag', async () => {
      const id = await make(service, type, { [first]: 'Before', version: 1 });
      await service.http
        .delete(path(id))
        .set('If-Match', await tag(id))
        .expect(204);
      expect(await asked(service, `SELECT id FROM ${type.toLowerCase()} WHERE id = ? AND deleted = 1`, [id])).toHaveLength(1);
    });

    it('takes the change of one of twenty editors who read it at the same time', async () => {
      const id = await make(service, type, { [first]: 'Before', version: 1 });
      const etag = await tag(id);
      const answers = await Promise.all(Array.from({ length: 20 }, async (_, index) => put(id, { [first]: `By ${index}` }, etag)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
      const winner = answers.findIndex(({ status }) => status === 200);
      expect((await get(id).expect(200)).body).toMatchObject({ [first]: `By ${winner}` });
      expect([await versionOf(type, id), await rowsOf(type, id)]).toEqual([2, 1]);
    });

    it('takes the last of two editors who show nothing, and loses no field of the first', async () => {
      const id = await make(service, type, { [first]: 'Before', [second]: 'Before', version: 1 });
      await put(id, { [first]: 'By the first', [second]: 'By the first' }).expect(200);
      await put(id, { [first]: 'By the second' }).expect(200);
      expect((await get(id).expect(200)).body).toMatchObject({ [first]: 'By the second', [second]: 'By the first' });
    });

    it('keeps every field of many editors who show nothing', async () => {
      const id = await make(service, type, { version: 1 });
      await Promise.all(
        Array.from({ length: 20 }, async (_, index) => put(id, { [index % 2 ? first : second]: `By ${index}` }).expect(200)),
      );
      const { body } = (await get(id).expect(200)) as { body: Body };
      expect([body[first], body[second]].map((text) => Number(String(text).slice(3)) % 2)).toEqual([1, 0]);
      expect(await versionOf(type, id)).toBe(21);
    });
  });
});

describe('If-Match holds as well for', () => {
  it.each<[what: string, begin: () => Promise<[read: string, written: string]>, bodies: [object, object]]>([
    [
      'a job',
      async () => of('/api/Jobs', await make(service, 'Job', { title: 'Painter', stageID: 1 })),
      [{ title: 'Fitter' }, { title: 'Welder' }],
    ],
    [
      'a contact',
      async () => of('/api/Contacts', await make(service, 'Contact', { surname: 'Lee' })),
      [{ surname: 'Li' }, { surname: 'Leigh' }],
    ],
    ['a client', async () => of('/api/Clients', await make(service, 'Client', { name: 'Harbour' })), [{ name: 'Haven' }, { name: 'Port' }]],
    [
      'a saved contact search',
      async () => of('/api/Contacts/Searches', await make(service, 'ContactSearch', { name: 'Mine' })),
      [{ name: 'Yours' }, { name: 'Theirs' }],
    ],
    [
      'its criteria',
      async () => {
        const id = await make(service, 'ContactSearch', { name: 'Criteria' });
        return [`/api/Contacts/Searches/${id}`, `/api/Contacts/Search/${id}`];
      },
      [{ location: 'Parramatta' }, { location: 'Newtown' }],
    ],
    [
      'a pay frequency',
      async () =>
        of('/api/Configuration/Placements/Pay-Frequencies', await make(service, 'PayFrequency', { name: 'Weekly', isEnabled: true })),
      [{ name: 'Fortnightly' }, { name: 'Monthly' }],
    ],
    [
      'payroll settings',
      async () => {
        const path = `/api/divisions/${await make(service, 'Division', { name: 'Paid' })}/payroll-integration`;
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
  it('is another one when a figure has changed or a name, and still that of the version for an editor', async () => {
    const clientID = await make(service, 'Client', { name: 'Harbour Group', version: 1 });
    const jobID = await make(service, 'Job', { title: 'Painter', clientID, stageID: 1, version: 1 });
    const read = async () => service.http.get(`/api/Jobs/${jobID}`).expect(200);
    const before = await read();
    const { refreshConcerned } = await import('../src/records/index.js');
    const { recordTypeNamed } = await import('../src/fields/record-type.js');
    const { within } = await import('./support/make.js');
    const applicationID = await make(service, 'Application', { jobID, stageID: 1 });
    await within(service, ({ em }) => refreshConcerned(em, recordTypeNamed('Application'), applicationID));
    const counted = await read();
    expect((counted.body as Body)['total']).toBe(1);
    expect(etagOf(counted)).not.toBe(etagOf(before));
    expect(etagOf(counted)).toMatch(/^"1-/);
    expect(etagOf(before)).toMatch(/^"1-/);
    await within(service, ({ em }) => em.query("UPDATE client SET name = 'Harbour Holdings' WHERE id = ?", [clientID]));
    expect(etagOf(await read())).not.toBe(etagOf(counted));
  });

  it('comes with a record that was made, and is the one it is read with', async () => {
    const made = await service.http.post('/api/Opportunities').send({ name: 'Fit-out' }).expect(201);
    expect(etagOf(await service.http.get(String((made.headers as Body)['location'])).expect(200))).toBe(etagOf(made));
  });

  it('is not on lists', async () => expect((await service.http.get('/api/Opportunities').expect(200)).headers).not.toHaveProperty('etag'));
});
