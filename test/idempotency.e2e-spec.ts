import { createHash } from 'node:crypto';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Response } from 'supertest';
import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord, inTransaction } from './support/database';
import { operationsOf, type Operation } from './support/operations';

type Body = Record<string, unknown>;

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());

const post = (key: string, body: object, path = '/api/Opportunities') => service.http.post(path).set('Idempotency-Key', key).send(body);
const created = async (): Promise<number> =>
  Number((await queryRows<{ n: number }>(service, 'SELECT COUNT(*) AS n FROM opportunity'))[0]?.n);
const eventCount = async (): Promise<number> =>
  Number((await queryRows<{ n: number }>(service, 'SELECT COUNT(*) AS n FROM record_change'))[0]?.n);
const keys = async (): Promise<number> =>
  Number((await queryRows<{ n: number }>(service, 'SELECT COUNT(*) AS n FROM idempotent_answer'))[0]?.n);

/** The parts of a replayed response that must be identical. */
const answerOf = ({ status, text, headers }: Response) => {
  const {
    date: _,
    connection: __,
    'keep-alive': ___,
    'x-request-id': ____,
    'idempotency-replayed': _____,
    ...rest
  } = headers as Record<string, string>;
  return { status, text, headers: rest };
};
const isReplayed = ({ headers }: Response): boolean => (headers as Body)['idempotency-replayed'] === 'true';

describe('A POST with an Idempotency-Key', () => {
  it('is executed once, and returns the identical response each time', async () => {
    const before = [await created(), await eventCount()];
    const first = await post('the-same', { name: 'Café “fit-out” 🎉', value: 1.5 }).expect(201);
    const again = [
      await post('the-same', { name: 'Café “fit-out” 🎉', value: 1.5 }),
      await post('the-same', { name: 'Café “fit-out” 🎉', value: 1.5 }),
    ];
    expect(isReplayed(first)).toBe(false);
    expect(first.headers).toMatchObject({
      location: expect.stringMatching(/^\/api\/Opportunities\/\d+$/) as string,
      etag: expect.stringContaining('"1-') as string,
    });
    for (const response of again) {
      expect(isReplayed(response)).toBe(true);
      expect(answerOf(response)).toEqual(answerOf(first));
    }
    expect([await created(), await eventCount()]).toEqual(before.map((amount) => amount + 1));
  });

  it('returns the same response as one without a key', async () => {
    const [plain, keyed] = [
      await service.http.post('/api/Opportunities').send({ name: 'Plain' }).expect(201),
      await post('plain', { name: 'Plain' }).expect(201),
    ];
    expect(Object.keys(answerOf(keyed).headers).sort()).toEqual(Object.keys(answerOf(plain).headers).sort());
    expect(keyed.headers['content-type']).toBe(plain.headers['content-type']);
    expect({ ...(keyed.body as Body), id: 0, createdDate: '', updatedDate: '' }).toEqual({
      ...(plain.body as Body),
      id: 0,
      createdDate: '',
      updatedDate: '',
    });
  });

  it('keeps its response when the record has changed since', async () => {
    const first = await post('kept', { name: 'As it was' }).expect(201);
    await service.http.put(String(first.headers['location'])).send({ name: 'As it is' }).expect(200);
    expect((await post('kept', { name: 'As it was' }).expect(201)).text).toBe(first.text);
  });

  it('is executed when it comes with another key', async () => {
    const before = await created();
    await post('one', { name: 'Twins' }).expect(201);
    await post('One', { name: 'Twins' }).expect(201);
    expect(await created()).toBe(before + 2);
  });

  it.each<[string, () => PromiseLike<Response>]>([
    ['another body', () => post('taken', { name: 'Other' })],
    ['no body at all', () => service.http.post('/api/Automation/2147483647/Runs').set('Idempotency-Key', 'taken')],
    [
      'another path',
      () =>
        service.http
          .post('/api/Configuration/JobPosting')
          .set('Idempotency-Key', 'taken')
          .send([{ type: 'advertDays', value: '30' }]),
    ],
  ])('is rejected when its key was used for another request: %s', async (_, request) => {
    await post('taken', { name: 'Taken' });
    const before = await created();
    const response = await request();
    expect([response.status, (response.body as Body)['type']]).toEqual([409, '/problems/idempotency-key-reused']);
    expect(await created()).toBe(before);
  });

  it('leaves nothing when it fails, so that it can be sent again', async () => {
    const before = await keys();
    const clientID = 4000;
    const failed = await post('later', { name: 'For a client to come', clientID }).expect(400);
    expect(isReplayed(failed)).toBe(false);
    expect(await keys()).toBe(before);
    await seedRecord(service, 'Client', { id: clientID, name: 'New client' });
    const done = await post('later', { name: 'For a client to come', clientID }).expect(201);
    expect(isReplayed(done)).toBe(false);
    expect(isReplayed(await post('later', { name: 'For a client to come', clientID }).expect(201))).toBe(true);
  });

  it('is executed once when sent many times concurrently, and all get the same response', async () => {
    const before = [await created(), await eventCount()];
    const responses = await Promise.all(Array.from({ length: 20 }, async () => post('at-once', { name: 'Only one' })));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(responses.filter(isReplayed)).toHaveLength(19);
    expect([await created(), await eventCount()]).toEqual(before.map((amount) => amount + 1));
  });

  it('is executed by the next one when the first of many fails', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, async () => post('all-fail', { name: 'x', clientID: 999_999 })));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 400));
    expect(responses.filter(isReplayed)).toEqual([]);
  });

  it.each(['', ' ', 'a b', 'ä', 'x'.repeat(256)])('is rejected with the key %j', async (key) => {
    const before = await created();
    // sent as bytes: a client library would refuse to send it
    const response = await post(Buffer.from(key).toString('latin1'), { name: 'x' });
    expect([response.status, (response.body as Body)['type']]).toEqual([400, '/problems/invalid-request']);
    expect(await created()).toBe(before);
  });

  it('accepts a key of 255 characters', async () => {
    await post('~'.repeat(255), { name: 'Long' }).expect(201);
    expect(isReplayed(await post('~'.repeat(255), { name: 'Long' }).expect(201))).toBe(true);
  });

  it('is executed each time where it only reads', async () => {
    const before = await keys();
    for (const path of ['/api/Jobs/Search', '/api/Automation/Search/Contacts/Filters']) {
      for (const body of [{}, {}, { unknown: 1 }]) expect(isReplayed(await post('reading', body, path))).toBe(false);
    }
    expect(await keys()).toBe(before);
  });

  it('runs its after-commit effects once', async () => {
    const { id } = (
      await post(
        'automation',
        {
          name: 'By hand',
          triggerID: 3,
          eventID: 17,
          statusID: 1,
          filtersJSON: '{"all":true}',
          actionsJSON: '[{"type":"addTag","params":{"tag":"A","typeId":4}}]',
        },
        '/api/Automation',
      ).expect(200)
    ).body as { id: number };
    const first = await post('run', {}, `/api/Automation/${id}/Runs`).expect(202);
    const second = await post('run', {}, `/api/Automation/${id}/Runs`).expect(202);
    expect(answerOf(second)).toEqual(answerOf(first));
    expect(await queryRows(service, 'SELECT id FROM automation_run WHERE automationID = ?', [id])).toHaveLength(1);
  });

  it('is retried with its complete body after a temporary failure of the database', async () => {
    const { Records } = await import('../src/core/records/index.js');
    const records = service.app.get(Records, { strict: false });
    const create = records.create.bind(records);
    const tried = jest.spyOn(records, 'create').mockImplementationOnce(async (caller, type, body, how) => {
      await create(caller, type, body, how);
      Object.assign(body, { name: 'Spoilt' });
      throw Object.assign(new Error('busy'), { errno: 1213, code: 'SQLITE_BUSY' });
    });
    const before = [await created(), await eventCount()];
    const first = await post('refused', { name: 'Tried twice' }).expect(201);
    expect(tried).toHaveBeenCalledTimes(2);
    tried.mockRestore();
    expect([isReplayed(first), (first.body as Body)['name']]).toEqual([false, 'Tried twice']);
    expect((await post('refused', { name: 'Tried twice' }).expect(201)).text).toBe(first.text);
    expect([await created(), await eventCount()]).toEqual(before.map((amount) => amount + 1));
  });

  it('is remembered in the database, across a restart', async () => {
    const first = await post('restart', { name: 'Before' }).expect(201);
    service = await service.restart();
    const again = await post('restart', { name: 'Before' }).expect(201);
    expect(isReplayed(again)).toBe(true);
    expect(answerOf(again)).toEqual(answerOf(first));
  });

  it('is remembered for a day', async () => {
    const { Housekeeping } = await import('../src/core/housekeeping/index.js');
    const age = (key: string, hours: number) =>
      inTransaction(service, ({ em, now }) =>
        em.query('UPDATE idempotent_answer SET at = ? WHERE idempotencyKey = ?', [
          new Date(now.getTime() - hours * 3_600_000).toISOString().slice(0, 23).replace('T', ' '),
          key,
        ]),
      );
    await post('young', { name: 'Young' }).expect(201);
    await post('old', { name: 'Old' }).expect(201);
    await age('young', 23.9);
    await age('old', 24.1);
    await service.app.get(Housekeeping, { strict: false }).catchUp();
    expect(isReplayed(await post('young', { name: 'Young' }).expect(201))).toBe(true);
    expect(isReplayed(await post('old', { name: 'Old' }).expect(201))).toBe(false);
  });
});

describe('With API keys', () => {
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

  it('an Idempotency-Key is separate for each caller', async () => {
    const keyed = await startApp({ DEMO_DATA: 'false', API_KEYS: `first:${hash('one')},second:${hash('two')}` });
    try {
      const send = (key: string) =>
        keyed.http.post('/api/Opportunities').set('Authorization', `Bearer ${key}`).set('Idempotency-Key', 'shared').send({ name: 'Mine' });
      const [first, second, again] = [await send('one').expect(201), await send('two').expect(201), await send('one').expect(201)];
      expect([first, second, again].map(isReplayed)).toEqual([false, false, true]);
      expect(again.text).toBe(first.text);
      expect((second.body as Body)['id']).not.toBe((first.body as Body)['id']);
    } finally {
      await keyed.close();
    }
  });
});

describe('The OpenAPI document', () => {
  it('declares the Idempotency-Key for every POST that changes something, and for no other operation', async () => {
    const { body } = await service.http.get('/api/openapi.json').expect(200);
    const document = body as OpenAPIObject;
    const takes = ({ described }: Operation): boolean =>
      (described.parameters ?? []).some((each) => 'name' in each && each.name === 'Idempotency-Key');
    const operations = operationsOf(document);
    const reading = operations.filter((each) => each.method === 'post' && !takes(each)).map(({ path }) => path);
    expect(reading.filter((path) => !/\/(Search|Query|Filters|Preview)$/.test(path))).toEqual([]);
    expect(
      operations.filter((each) => takes(each) && (each.method !== 'post' || !each.statuses.includes(409))).map(({ name }) => name),
    ).toEqual([]);
    expect(operations.filter(takes).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['POST /api/Opportunities', 'POST /api/Automation', 'POST /api/Configuration/JobPosting']),
    );
    expect(JSON.stringify(document)).not.toContain('x-only-reads');
  });
});
