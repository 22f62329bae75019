import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import fc from 'fast-check';
import { startApp, type TestApp } from './support/app';
import { apiClient, pointersOf, type Body } from './support/api-client';
import { ADMIN_KEY, createKey, createUser, requestAs, WITH_ADMIN } from './support/api-keys';
import { queryRows } from './support/database';
import { createAsAdmin } from './support/offices';

interface Outcome extends Body {
  readonly index: number;
  readonly status: number;
  readonly id?: number;
  readonly etag?: string;
  readonly record?: Body;
  readonly problem?: Body;
}

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());

const { createRecord, getRecord, changesTo, expectProblem } = apiClient(() => service);
const send = (path: string, body: object) => service.http.post(`/api/${path}`).send(body);
const batch = async (path: string, operations: readonly object[], options: object = {}): Promise<Outcome[]> =>
  (await send(`${path}/Batch`, { operations, ...options }).expect(200)).body as Outcome[];
const refused = (path: string, body: object, status = 400): Promise<Body> => expectProblem('post', `${path}/Batch`, body, status);
const statuses = (outcomes: readonly Outcome[]): number[] => outcomes.map(({ status }) => status);
const count = async (table: string, where = '1 = 1'): Promise<number> =>
  Number((await queryRows<{ n: number }>(service, `SELECT COUNT(*) AS n FROM ${table} WHERE ${where}`))[0]?.n);

/** Waits until every change has its entry. */
async function auditOf({ app }: TestApp): Promise<void> {
  const { AuditWriter } = await import('../src/core/audit/audit-writer.service.js');
  await app.get(AuditWriter, { strict: false }).catchUp();
}

describe('A batch', () => {
  it('creates, updates and deletes in its order, and says what became of each operation', async () => {
    const { id } = await createRecord('Clients', { name: 'Old' });
    const outcomes = await batch('Clients', [
      { method: 'create', body: { name: 'New' } },
      { method: 'update', id, body: { name: 'Renamed' } },
      { method: 'update', id, body: { phone: '02 9000 0000' } },
      { method: 'delete', id },
    ]);
    expect(outcomes).toEqual([
      { index: 0, status: 201, id: expect.any(Number) as number, etag: expect.stringMatching(/^"1-/) as string },
      { index: 1, status: 200, id, etag: expect.stringMatching(/^"2-/) as string },
      { index: 2, status: 200, id, etag: expect.stringMatching(/^"3-/) as string },
      { index: 3, status: 204, id },
    ]);
    expect(await getRecord(`Clients/${outcomes[0]?.id}`)).toMatchObject({ name: 'New', deleted: false });
    expect(await getRecord(`Clients/${id}`)).toMatchObject({ name: 'Renamed', deleted: true });
    expect((await changesTo('Client', id)).map(({ action }) => action)).toEqual(['created', 'updated', 'updated', 'deleted']);
  });

  it('returns records and ETags as single requests do', async () => {
    const outcomes = await batch('Opportunities', [{ method: 'create', body: { name: 'Tender' } }], { returnRecords: true });
    const response = await service.http.get(`/api/Opportunities/${outcomes[0]?.id}`).expect(200);
    expect(outcomes).toEqual([
      { index: 0, status: 201, id: outcomes[0]?.id, etag: response.headers['etag'], record: response.body as Body },
    ]);
  });

  it('saves what succeeds when others fail, with the problems of single requests', async () => {
    const outcomes = await batch('Clients', [
      { method: 'create', body: { name: 'Fine' } },
      { method: 'create', body: { name: 7, phne: '1' } },
      { method: 'create', body: {} },
      { method: 'update', id: 987_654, body: { name: 'Nobody' } },
      { method: 'delete', id: 987_654 },
      { method: 'create', body: { name: 'Fine too' } },
    ]);
    expect(statuses(outcomes)).toEqual([201, 400, 400, 404, 404, 201]);
    for (const [index, body] of [
      [1, { name: 7, phne: '1' }],
      [2, {}],
    ] as const) {
      const single = await expectProblem('post', 'Clients', body, 400);
      expect(outcomes[index]?.problem).toEqual({ ...single, instance: '/api/Clients/Batch' });
    }
    expect(outcomes[3]?.problem).toEqual({
      ...(await expectProblem('put', 'Clients/987654', { name: 'Nobody' }, 404)),
      instance: '/api/Clients/Batch',
    });
    expect(await count('client', "name LIKE 'Fine%'")).toBe(2);
  });

  it('leaves nothing of an operation whose rules refuse it after others have been carried out', async () => {
    const [clientID, other] = [(await createRecord('Clients', { name: 'A' })).id, (await createRecord('Clients', { name: 'B' })).id];
    const contact = (await createRecord('Contacts', { surname: 'Of B', clientID: other })).id;
    const before = await count('record_change');
    const operations = [{ method: 'create', body: { title: 'Job', clientID, contact1ID: contact } }];
    const [single, outcomes] = [await expectProblem('post', 'Jobs', operations[0]!.body, 409), await batch('Jobs', operations)];
    expect(outcomes[0]?.problem).toEqual({ ...single, instance: '/api/Jobs/Batch' });
    expect(await count('record_change')).toBe(before);
    const confirmed = (await send('Jobs/Batch?allowContactOfAnotherClient=true', { operations }).expect(200)).body as Outcome[];
    expect(statuses(confirmed)).toEqual([201]);
  });

  it('refuses a version that is not the latest', async () => {
    const { id } = await createRecord('Clients', { name: 'Versions' });
    const { etag } = (await service.http.get(`/api/Clients/${id}`).expect(200)).headers as { etag: string };
    const outcomes = await batch('Clients', [
      { method: 'update', id, ifMatch: etag, body: { phone: '1' } },
      { method: 'update', id, ifMatch: etag, body: { phone: '2' } },
      { method: 'delete', id, ifMatch: etag },
      { method: 'update', id, ifMatch: 'no tag', body: { phone: '3' } },
      { method: 'delete', id, ifMatch: '*' },
    ]);
    expect(statuses(outcomes)).toEqual([200, 412, 412, 400, 204]);
    expect(await getRecord(`Clients/${id}`)).toMatchObject({ phone: '1' });
    const again = await batch('Clients', [{ method: 'update', id, ifMatch: outcomes[0]?.etag, body: {} }]);
    expect(statuses(again)).toEqual([412]);
  });

  it('of 1,000 operations is carried out, and of more is not', async () => {
    const { id } = await createRecord('Opportunities', { name: 'Busy' });
    const operations = Array.from({ length: 1000 }, (_, index) => ({ method: 'update', id, body: { value: index } }));
    expect(new Set(statuses(await batch('Opportunities', operations)))).toEqual(new Set([200]));
    expect(await getRecord(`Opportunities/${id}`)).toMatchObject({ value: 999 });
    const problem = await refused('Opportunities', { operations: [...operations, { method: 'delete', id }] });
    expect(problem['errors']).toEqual([{ pointer: '/operations', detail: 'must be an array of 1 to 1000 items' }]);
  });

  it.each<[why: string, body: object, pointers: string[]]>([
    ['no operation', { operations: [] }, ['/operations']],
    ['another method', { operations: [{ method: 'patch', id: 1, body: {} }] }, ['/operations/0/method']],
    ['an update without id and body', { operations: [{ method: 'update' }] }, ['/operations/0/id', '/operations/0/body']],
    [
      'a new record with an id',
      { operations: [{ method: 'create', id: 1, ifMatch: '*', body: {} }] },
      ['/operations/0/id', '/operations/0/ifMatch'],
    ],
    ['a deletion with a body', { operations: [{ method: 'delete', id: 1, body: {} }] }, ['/operations/0/body']],
    ['a body that is no object', { operations: [{ method: 'update', id: 1, body: [] }] }, ['/operations/0/body']],
    [
      'too many records',
      { returnRecords: true, operations: Array.from({ length: 101 }, () => ({ method: 'delete', id: 1 })) },
      ['/operations'],
    ],
  ])('with %s is refused as a whole', async (_, body, pointers) => {
    expect(pointersOf(await refused('Clients', body))).toEqual(pointers);
  });
});

describe('A batch that saves all or nothing', () => {
  it('saves all', async () => {
    const outcomes = await batch(
      'Clients',
      [
        { method: 'create', body: { name: 'One' } },
        { method: 'create', body: { name: 'Two' } },
      ],
      { atomic: true },
    );
    expect(statuses(outcomes)).toEqual([201, 201]);
  });

  it.each<[why: string, failing: (id: number) => object, status: number, errors: unknown]>([
    [
      'body',
      () => ({ method: 'create', body: { name: 7 } }),
      400,
      [{ pointer: '/operations/2/body/name', detail: 'must be a string, not null' }],
    ],
    ['id', () => ({ method: 'update', id: 987_654, body: {} }), 404, undefined],
    ['version', (id) => ({ method: 'delete', id, ifMatch: '"99-x"' }), 412, undefined],
  ])('leaves nothing when a %s is refused, and names the operation', async (_, failing, status, errors) => {
    const { id } = await createRecord('Clients', { name: 'Stays' });
    const tables = ['client', 'client_text', 'record_change', 'audit_entry'];
    await auditOf(service);
    const before = await Promise.all(tables.map((table) => count(table)));
    const operations = [
      { method: 'create', body: { name: 'Gone' } },
      { method: 'update', id, body: { name: 'Changed' } },
      failing(id),
      { method: 'delete', id },
    ];
    const problem = await refused('Clients', { atomic: true, operations }, status);
    expect(problem).toMatchObject({
      status,
      pointer: '/operations/2',
      detail: expect.stringMatching(/^Operation 2 failed, so that nothing was saved: /) as string,
    });
    await auditOf(service);
    if (errors) expect(pointersOf(problem)).toEqual((errors as { pointer: string }[]).map(({ pointer }) => pointer));
    expect(await Promise.all(tables.map((table) => count(table)))).toEqual(before);
    expect(await getRecord(`Clients/${id}`)).toMatchObject({ name: 'Stays', deleted: false });
  });
});

describe('A batch with an Idempotency-Key', () => {
  it.each([true, false])('is carried out once, and answered the same again (atomic: %s)', async (atomic) => {
    const key = randomUUID();
    const name = `Once ${key}`;
    const body = { atomic, operations: [{ method: 'create', body: { name } }, ...(atomic ? [] : [{ method: 'create', body: {} }])] };
    const [first, again] = [
      await send('Clients/Batch', body).set('Idempotency-Key', key).expect(200),
      await send('Clients/Batch', body).set('Idempotency-Key', key).expect(200).expect('Idempotency-Replayed', 'true'),
    ];
    expect(again.text).toBe(first.text);
    expect(statuses(first.body as Outcome[])).toEqual(atomic ? [201] : [201, 400]);
    expect(await count('client', `name = '${name}'`)).toBe(1);
  });

  it('can be sent again after it has failed as a whole', async () => {
    const key = randomUUID();
    const failing = { atomic: true, operations: [{ method: 'update', id: 987_654, body: {} }] };
    await send('Clients/Batch', failing).set('Idempotency-Key', key).expect(404);
    await send('Clients/Batch', { operations: [{ method: 'create', body: { name: 'Later' } }] })
      .set('Idempotency-Key', key)
      .expect(200);
  });
});

describe('Batches at the same time', () => {
  it('change the same records as often as they say, in opposite orders as well', async () => {
    const ids = await Promise.all(
      Array.from({ length: 5 }, async (_, index) => (await createRecord('Opportunities', { name: `At once ${index}` })).id),
    );
    const operations = (each: readonly number[], name: string) => each.map((id) => ({ method: 'update', id, body: { name } }));
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        send('Opportunities/Batch', {
          atomic: index % 3 !== 0,
          operations: operations(index % 2 ? ids : ids.toReversed(), `Batch ${index}`),
        }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    for (const id of ids) expect(await changesTo('Opportunity', id)).toHaveLength(7);
  });
});

/** What single requests are, as operations of batches of a type. */
interface RandomOperation {
  readonly type: 'Clients' | 'Contacts' | 'Opportunities';
  readonly operation: {
    readonly method: 'create' | 'update' | 'delete';
    readonly id?: number;
    readonly ifMatch?: string;
    readonly body?: object;
  };
}

const name = fc.constantFrom('Harbour', 'Bay', 'Hart', 7);
const clientID = fc.constantFrom(1, 2, 3, 77);
const externalID = fc.constantFrom('A-1', 'A-2', 'A-3');
const BODIES = {
  Clients: fc.record({ name, externalID, phone: fc.constantFrom('1', '2') }, { requiredKeys: ['name'] }),
  Contacts: fc.record({ surname: name, clientID, externalID }, { requiredKeys: ['surname'] }),
  Opportunities: fc.record({ name, clientID, value: fc.integer({ min: 0, max: 9 }) }, { requiredKeys: ['name'] }),
};
const id = fc.integer({ min: 1, max: 8 });
const ifMatch = fc.constantFrom('*', '"1-x"', '"2-x", "3-x"', 'none');
const randomOperation = fc
  .constantFrom('Clients' as const, 'Contacts' as const, 'Opportunities' as const)
  .chain((type) =>
    fc
      .oneof(
        fc.record<RandomOperation['operation']>({ method: fc.constant('create'), body: BODIES[type] }),
        fc.record<RandomOperation['operation']>(
          { method: fc.constant('update'), id, ifMatch, body: BODIES[type] },
          { requiredKeys: ['method', 'id', 'body'] },
        ),
        fc.record<RandomOperation['operation']>({ method: fc.constant('delete'), id, ifMatch }, { requiredKeys: ['method', 'id'] }),
      )
      .map((operation): RandomOperation => ({ type, operation })),
  );

const timeless = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a moment'));

describe('Random batches', () => {
  const STATE = [
    'SELECT id, name, deleted, version, externalID, ownerID FROM client ORDER BY id',
    'SELECT id, surname, clientID, deleted, version, externalID, ownerID FROM contact ORDER BY id',
    'SELECT id, name, clientID, deleted, version, ownerID FROM opportunity ORDER BY id',
    'SELECT * FROM client_text ORDER BY id',
    'SELECT * FROM client_figure ORDER BY id',
    'SELECT type, recordID, action, version, events, fields, concerned FROM record_change ORDER BY id',
    'SELECT type, recordID, action, version, events, fields, userID, source FROM audit_entry ORDER BY sequence',
  ];
  const stateOf = async (of: TestApp): Promise<unknown> => {
    await auditOf(of);
    return timeless(await Promise.all(STATE.map((query) => queryRows(of, query))));
  };

  async function alone(of: TestApp, { type, operation: { method, id, ifMatch, body } }: RandomOperation) {
    const path = `/api/${type}${id === undefined ? '' : `/${id}`}`;
    const request = { create: () => of.http.post(path), update: () => of.http.put(path), delete: () => of.http.delete(path) }[method]();
    if (ifMatch !== undefined) void request.set('If-Match', ifMatch);
    const response = await request.send(body);
    const answer = response.body as Body;
    const saved = response.status === 204 ? { id } : { id: answer['id'], record: answer };
    return response.status < 300
      ? { status: response.status, ...saved }
      : { status: response.status, problem: { ...answer, instance: '' } };
  }

  async function together(of: TestApp, operations: readonly RandomOperation[], options: object, key: string | undefined) {
    const request = of.http.post(`/api/${operations[0]?.type}/Batch`);
    if (key !== undefined) void request.set('Idempotency-Key', key);
    const response = await request.send({ ...options, returnRecords: true, operations: operations.map(({ operation }) => operation) });
    expect([response.status, response.text]).toEqual([200, response.text]);
    return (response.body as Outcome[]).map(({ status, id, record, problem }) =>
      problem ? { status, problem: { ...problem, instance: '' } } : { status, id, ...(record ? { record } : {}) },
    );
  }

  it.each([undefined, 'a key'])('leave and answer what single requests do (key: %s)', async (key) => {
    const [one, other] = [await startApp({ DEMO_DATA: 'false' }), await startApp({ DEMO_DATA: 'false' })];
    try {
      const all = fc.sample(randomOperation, { numRuns: 240, seed: 20261125 });
      const expected = [];
      for (const each of all) expected.push(await alone(one, each));
      const outcomes = [];
      for (const [start, end] of runsOf(all))
        outcomes.push(...(await together(other, all.slice(start, end), {}, key && `${key.length}-${start}`)));
      expect(timeless(outcomes)).toEqual(timeless(expected));
      expect(await stateOf(other)).toEqual(await stateOf(one));
      expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 201, 204, 400, 404, 409, 412]));
    } finally {
      await one.close();
      await other.close();
    }
  });
});

/** Where operations on the same type follow each other: from the first up to the one after the last. */
function runsOf(all: readonly RandomOperation[]): [start: number, end: number][] {
  const starts = all.flatMap(({ type }, index) => (type === all[index - 1]?.type ? [] : [index]));
  return starts.map((start, index) => [start, starts[index + 1] ?? all.length]);
}

describe('The operations of a batch', () => {
  let guarded: TestApp;
  beforeAll(async () => void (guarded = await startApp(WITH_ADMIN)));
  afterAll(() => guarded.close());

  const as = (key: string, path: string, operations: readonly object[]) =>
    requestAs(guarded, key, 'post', `/api/${path}/Batch`).send({ operations });
  const keyOf = async (scopes: readonly string[], divisionIDs?: readonly number[]): Promise<string> => {
    const name = randomUUID();
    const role = await requestAs(guarded, ADMIN_KEY, 'post', '/api/Roles').send({ name, scopes }).expect(201);
    const userID = await createUser(guarded, { name, roleID: (role.body as { id: number }).id, divisionIDs });
    return (await createKey(guarded, { name, userID })).key;
  };

  it('need the scope to write', async () => {
    const operations = [{ method: 'create', body: { name: 'Client' } }];
    await as(await keyOf(['clients:read']), 'Clients', operations).expect(403);
    const { body } = await as(await keyOf(['clients:read', 'clients:write']), 'Clients', operations).expect(200);
    expect(statuses(body as Outcome[])).toEqual([201]);
  });

  it('need the scopes of the fields that they set, and return none of those that are hidden', async () => {
    const key = await keyOf(['jobs:read', 'jobs:write']);
    const operations = [
      { method: 'create', body: { title: 'Paid', rateFrom: 50 } },
      { method: 'create', body: { title: 'Plain' } },
    ];
    const { body } = await requestAs(guarded, key, 'post', '/api/Jobs/Batch').send({ operations, returnRecords: true }).expect(200);
    const [refusal, saved] = body as Outcome[];
    expect(refusal).toMatchObject({ status: 403, problem: { type: '/problems/missing-scope', missing: ['pay'] } });
    expect(saved).toMatchObject({ status: 201, record: { title: 'Plain' } });
    expect(saved?.record).not.toHaveProperty('rateFrom');
  });

  it('find nothing of other divisions', async () => {
    const [north, south] = [
      await createAsAdmin(guarded, 'divisions', { name: 'North' }),
      await createAsAdmin(guarded, 'divisions', { name: 'South' }),
    ];
    const id = await createAsAdmin(guarded, 'Opportunities', { name: 'Of the south', division: south });
    const key = await keyOf(['opportunities:read', 'opportunities:write'], [north]);
    const { body } = await as(key, 'Opportunities', [
      { method: 'update', id, body: { name: 'Taken' } },
      { method: 'delete', id },
      { method: 'create', body: { name: 'Of the north', division: north } },
      { method: 'create', body: { name: 'Of the south', division: south } },
    ]).expect(200);
    const [update, remove, own, foreign] = statuses(body as Outcome[]);
    expect([update, remove, own]).toEqual([404, 404, 201]);
    const single = await requestAs(guarded, key, 'post', '/api/Opportunities').send({ name: 'Of the south', division: south });
    expect(foreign).toBe(single.status);
  });
});

describe('Every type of record that is created, updated and deleted by standard routes', () => {
  it('has batches', () => {
    const { paths } = JSON.parse(readFileSync(join(__dirname, '../openapi.json'), 'utf8')) as OpenAPIObject;
    const written = Object.entries(paths).flatMap(([path, item]) =>
      /_remove$/.test(item.delete?.operationId ?? '') ? [[path, item.delete?.operationId]] : [],
    );
    const operations = Object.values(paths).flatMap(({ post }) => post?.operationId ?? []);
    const without = written.filter(([, id]) => !operations.includes(String(id).replace('_remove', '_batch'))).map(([path]) => path);
    // what they respond to a POST is more than a record: a run, a secret
    expect(without).toEqual(['/api/Automation/{id}', '/api/Webhooks/{id}']);
  });
});
