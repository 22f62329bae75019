import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord, inTransaction, setDeleted } from './support/database';
import { recordTypeNamed, types } from './support/record-types';

let service: TestApp;

beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: '2026-11-20T01:00:00.000Z' });
  for (let id = 1; id <= 5; id++) {
    await seedRecord(service, 'Candidate', { id, fullName: `Candidate ${id}` });
    await seedRecord(service, 'Contact', { id, fullName: `Contact ${id}` });
    await seedRecord(service, 'Client', { id, name: `Client ${id}` });
    await seedRecord(service, 'Job', { id, title: `Job ${id}` });
  }
  await seedRecord(service, 'Candidate', { id: 6, fullName: 'Gone', deleted: true });
});
afterAll(() => service.close());

type Body = Record<string, unknown>;
const created = async (body: Body = {}): Promise<number> =>
  Number(
    (
      (
        await service.http
          .post('/api/Lists')
          .send({ name: 'To call', type: 'Candidate', ...body })
          .expect(201)
      ).body as Body
    )['id'],
  );
const list = async (id: number): Promise<Body> => (await service.http.get(`/api/Lists/${id}`).expect(200)).body as Body;
const add = (id: number, ids: unknown) => service.http.post(`/api/Lists/${id}/Records`).send({ ids });
const recordsOf = async (id: number): Promise<Body[]> => (await service.http.get(`/api/Lists/${id}/Records`).expect(200)).body as Body[];
const idsOf = async (id: number): Promise<unknown[]> => (await recordsOf(id)).map((each) => each['id']);
const problems = (body: unknown) => (body as { errors: { pointer: string; detail: string }[] }).errors;
const changes = async (id: number): Promise<unknown[]> =>
  (
    await queryRows<{ fields: string }>(service, "SELECT fields FROM record_change WHERE type = 'SavedList' AND recordID = ? ORDER BY id", [
      id,
    ])
  ).map(({ fields }) => JSON.parse(fields) as unknown);

describe('A saved list', () => {
  it('is created with a name and a type, and can be read at its Location', async () => {
    const { body, headers } = await service.http
      .post('/api/Lists')
      .send({ name: 'To call', type: 'Candidate', description: 'This week' })
      .expect(201);
    const { id } = body as Body;
    expect(headers['location']).toBe(`/api/Lists/${String(id)}`);
    expect(headers['etag']).toMatch(/^"1-/);
    expect(body).toMatchObject({
      name: 'To call',
      type: 'Candidate',
      description: 'This week',
      count: 0,
      createdByID: 1,
      createdByName: 'Administrator',
      deleted: false,
    });
    expect((await service.http.get(`/api/Lists?ids=${String(id)}`).expect(200)).body).toEqual([body]);
  });

  it.each<[string, Body, string[]]>([
    ['without a name', { type: 'Job' }, ['/name']],
    ['with an empty name', { name: ' ', type: 'Job' }, ['/name']],
    ['without a type', { name: 'Mine' }, ['/type']],
    ['of a type that lists do not support', { name: 'Mine', type: 'Placement' }, ['/type']],
    ['of a type in another spelling', { name: 'Mine', type: 'candidate' }, ['/type']],
    ['of null', { name: 'Mine', type: null }, ['/type']],
  ])('is rejected %s', async (_, body, pointers) => {
    expect(problems((await service.http.post('/api/Lists').send(body).expect(400)).body).map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('can change its name, but not its type', async () => {
    const id = await created();
    const { headers } = await service.http.get(`/api/Lists/${id}`).expect(200);
    expect(
      (
        await service.http
          .put(`/api/Lists/${id}`)
          .send({ name: 'Called', type: 'Candidate', count: 7 })
          .set('If-Match', String(headers['etag']))
          .expect(200)
      ).body,
    ).toMatchObject({ name: 'Called', count: 0 });
    await service.http.put(`/api/Lists/${id}`).send({ name: 'Late' }).set('If-Match', String(headers['etag'])).expect(412);
    expect(((await service.http.put(`/api/Lists/${id}`).send({ type: 'Job' }).expect(409)).body as Body)['detail']).toContain(
      'holds Candidate records',
    );
    expect(problems((await service.http.put(`/api/Lists/${id}`).send({ name: null }).expect(400)).body)).toMatchObject([
      { pointer: '/name' },
    ]);
    await service.http.put('/api/Lists/99999').send({ name: 'x' }).expect(404);
  });

  it('that is deleted can be read, but takes no records until it is restored', async () => {
    const id = await created();
    await add(id, [1]).expect(200);
    await service.http.delete(`/api/Lists/${id}`).expect(204);
    expect(await list(id)).toMatchObject({ deleted: true, count: 1 });
    expect(await idsOf(id)).toEqual([1]);
    await add(id, [2]).expect(409);
    await service.http.delete(`/api/Lists/${id}/Records/1`).expect(409);
    await service.http.put(`/api/Lists/${id}`).send({ deleted: false }).expect(200);
    await add(id, [2]).expect(200);
    expect(await idsOf(id)).toEqual([1, 2]);
  });
});

describe('Records on a list', () => {
  it.each([
    ['Candidate', 'Candidate 2'],
    ['Contact', 'Contact 2'],
    ['Client', 'Client 2'],
    ['Job', 'Job 2'],
  ])('can be of the type %s', async (type, name) => {
    const id = await created({ type });
    expect((await add(id, [3, 2, 2]).expect(200)).body).toMatchObject({ id, type, count: 2 });
    expect(await recordsOf(id)).toEqual([
      { id: 2, name, addedDate: expect.stringMatching(/^2026-11-20T/) as unknown, addedByID: 1, addedByName: 'Administrator' },
      expect.objectContaining({ id: 3 }),
    ]);
  });

  it('keep when they were added, and raise one event', async () => {
    const id = await created();
    await add(id, [1, 2]).expect(200);
    const before = await recordsOf(id);
    await add(id, [2, 1]).expect(200);
    await add(id, []).expect(200);
    expect(await recordsOf(id)).toEqual(before);
    await add(id, [3]).expect(200);
    expect((await changes(id)).slice(1)).toEqual([{ count: [0, 2] }, { count: [2, 3] }]);
  });

  it.each<[string, unknown, string]>([
    ['that do not exist', [1, 99], '/ids/1'],
    ['of deleted records', [6], '/ids/0'],
    ['0', [0], '/ids/0'],
    ['sent as strings', ['1'], '/ids'],
    ['that are not an array', 1, '/ids'],
    ['left out', undefined, '/ids'],
    ['null', null, '/ids'],
    ['more than a thousand', Array.from({ length: 1001 }, (_, index) => index), '/ids'],
  ])('cannot be added with ids %s', async (_, ids, pointer) => {
    const id = await created();
    expect(problems((await add(id, ids).expect(400)).body).map((each) => each.pointer)).toEqual([pointer]);
    expect(await list(id)).toMatchObject({ count: 0 });
  });

  it('are returned in pages, without deleted ones', async () => {
    const id = await created();
    await add(id, [1, 2, 3, 4, 5]).expect(200);
    await setDeleted(service, 'Candidate', 4);
    expect(await list(id)).toMatchObject({ count: 4 });
    const first = await service.http.get(`/api/Lists/${id}/Records?limit=3`).expect(200);
    expect((first.body as Body[]).map((each) => each['id'])).toEqual([1, 2, 3]);
    expect(first.headers['x-total-count']).toBe('4');
    const next = /<(.+)>/.exec(String(first.headers['link']))?.[1] ?? '';
    expect(((await service.http.get(next).expect(200)).body as Body[]).map((each) => each['id'])).toEqual([5]);
    await setDeleted(service, 'Candidate', 4, false);
    expect(await idsOf(id)).toEqual([1, 2, 3, 4, 5]);
  });

  it('are removed one by one', async () => {
    const id = await created();
    await add(id, [1, 2]).expect(200);
    await service.http.delete(`/api/Lists/${id}/Records/1`).expect(204);
    expect(((await service.http.delete(`/api/Lists/${id}/Records/1`).expect(404)).body as Body)['detail']).toBe(
      `The candidate 1 is not on the list ${id}.`,
    );
    expect(await idsOf(id)).toEqual([2]);
    expect((await changes(id)).at(-1)).toEqual({ count: [2, 1] });
  });

  it('are found on existing lists only', async () => {
    await service.http.get('/api/Lists/99999/Records').expect(404);
    await add(99999, [1]).expect(404);
    await service.http.delete('/api/Lists/99999/Records/1').expect(404);
  });

  it('can be added by other modules, of the matching type', async () => {
    const id = await created();
    const { addToList } = await import('../src/lists/index.js');
    const put = (ids: number[], type: string) =>
      inTransaction(service, (transaction) => addToList(transaction, id, ids, recordTypeNamed(type)));
    expect(await put([1, 2], 'Candidate')).toEqual([1, 2]);
    expect(await put([2, 3], 'Candidate')).toEqual([3]);
    await expect(put([1], 'Job')).rejects.toThrow(`List ${id} holds Candidate records and cannot take a job.`);
    expect(await idsOf(id)).toEqual([1, 2, 3]);
  });

  it('can be queried by filter rules', async () => {
    const { select, parseFilter } = await import('../src/core/query/index.js');
    const { rows } = await import('../src/core/database/rows.js');
    const { Sql } = await import('../src/core/sql/index.js');
    const id = await created();
    await add(id, [2, 4]).expect(200);
    await created({ type: 'Job' }).then((jobs) => add(jobs, [3]).expect(200));
    const type = recordTypeNamed('Candidate');
    const tree = parseFilter(types, type, {
      combinator: 'and',
      rules: [
        { field: 'lists', match: { mode: 'some' }, value: { combinator: 'and', rules: [{ field: 'id', operator: '=', value: id }] } },
      ],
    });
    const found = await inTransaction(service, ({ em, caller, now }) => {
      const { from, where, params } = select(type, { where: tree, types, scope: caller.scope, now, timeZone: 'UTC' });
      return rows(em, new Sql(`SELECT r.id FROM ${from} WHERE ${where} ORDER BY r.id`, params));
    });
    expect(found).toEqual([[2], [4]]);
  });
});
