import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import {
  Conflict,
  createClient,
  each,
  etagOf,
  InvalidRequest,
  NotFound,
  PreconditionFailed,
  type RecruitmentClient,
} from 'recruitment-management-client';
import { Service } from './service.js';

const read = (name: string): Promise<string> => readFile(new URL(`../${name}`, import.meta.url), 'utf8');

let service: Service;
let client: RecruitmentClient;
before(async () => {
  service = await Service.start();
  client = createClient({ url: service.url });
});
after(() => service.stop());

describe('The client', () => {
  it('does what its README shows', async () => {
    const { example } = await import('./readme.js');
    const titles = await example(service.url);
    assert.ok(titles.length > 200);
  });

  it('has that example in its README word for word', async () => {
    const [, tested = ''] = /\/\/ README: begin\n([^]*?)\s*\/\/ README: end/.exec(await read('test/readme.ts')) ?? [];
    const [, shown] = /```ts\nimport .*\n\n([^]*?)\n```/.exec(await read('README.md')) ?? [];
    assert.equal(shown, tested.replaceAll(/^ {2}/gm, ''));
  });

  it('reads all pages of a list, and those of a search', async () => {
    const listed: number[] = [];
    const sizes: number[] = [];
    for await (const page of client.pages('/api/Contacts', { params: { query: { limit: 100 } } })) {
      sizes.push(page.length);
      listed.push(...page.map(({ id }) => id ?? 0));
    }
    assert.deepEqual(sizes, [100, 100, 47]);
    assert.equal(new Set(listed).size, 247);
    const found: number[] = [];
    for await (const { id } of each(client.searchPages('/api/Contacts/Query', { body: {}, params: { query: { limit: 60 } } })))
      found.push(id ?? 0);
    assert.deepEqual(found, listed);
  });

  it('sends back the last token of a write, so that no replica answers that lacks it', async () => {
    const answers = ['aa-7-1', null, 'aa-5-1', 'bb-2-1', 'latest'];
    const sent: (string | null)[] = [];
    const behindReplica = createClient({
      url: 'http://localhost',
      fetch: ({ headers }) => {
        sent.push(headers.get('X-Consistency-Token'));
        const token = answers.shift();
        return Promise.resolve(Response.json({}, { headers: token ? { 'X-Consistency-Token': token } : {} }));
      },
    });
    for (let count = 0; count < 6; count++) await behindReplica.get('/api/Contacts');
    assert.deepEqual(sent, [null, 'aa-7-1', 'aa-7-1', 'aa-7-1', 'bb-2-1', 'latest']);
  });

  it('creates, updates by version, and deletes', async () => {
    const created = await client.post('/api/Clients', { body: { name: 'Harbour' } });
    const path = { id: created.id ?? 0 };
    const read = await client.get('/api/Clients/{id}', { params: { path } });
    const header = { 'If-Match': etagOf(read) };
    const updated = await client.put('/api/Clients/{id}', { params: { path, header }, body: { phone: '+61 2 5550 0200' } });
    assert.equal(updated.phone, '+61 2 5550 0200');
    await assert.rejects(client.put('/api/Clients/{id}', { params: { path, header }, body: { phone: '' } }), PreconditionFailed);
    await client.delete('/api/Clients/{id}', { params: { path } });
    assert.equal((await client.get('/api/Clients/{id}', { params: { path } })).deleted, true);
  });

  it('sends batches', async () => {
    const outcomes = await client.post('/api/Opportunities/Batch', {
      body: {
        operations: [
          { method: 'create', body: { name: 'Tender' } },
          { method: 'delete', id: 987_654 },
        ],
      },
    });
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      [201, 404],
    );
    assert.equal(outcomes[1]?.problem?.detail, 'Opportunity 987654 not found.');
  });

  it('carries out a POST with the same key once', async () => {
    const header = { 'Idempotency-Key': crypto.randomUUID() };
    const create = () => client.post('/api/Clients', { params: { header }, body: { name: 'Once' } });
    assert.equal((await create()).id, (await create()).id);
  });

  it('throws problems as errors of their kind', async () => {
    await assert.rejects(client.get('/api/Jobs/{id}', { params: { path: { id: 987_654 } } }), (error) => {
      assert.ok(error instanceof NotFound);
      assert.deepEqual([error.status, error.type, error.message], [404, '/problems/not-found', 'Job 987654 not found.']);
      return true;
    });
    await assert.rejects(client.post('/api/Clients', { body: {} as { name: string } }), (error) => {
      assert.ok(error instanceof InvalidRequest);
      assert.deepEqual(error.problem.errors, [{ pointer: '/name', detail: 'is required' }]);
      return true;
    });
    const header = { 'Idempotency-Key': crypto.randomUUID() };
    await client.post('/api/Clients', { params: { header }, body: { name: 'One' } });
    await assert.rejects(client.post('/api/Clients', { params: { header }, body: { name: 'Another' } }), Conflict);
  });
});

describe('A client with a key', () => {
  it('sends it', async () => {
    const guarded = await Service.start({ API_KEYS: `Client:${await hashOf('secret-of-the-client')}` });
    try {
      const me = await createClient({ url: `${guarded.url}/`, key: async () => 'secret-of-the-client' }).get('/api/Me');
      assert.equal(me.name, 'Client');
      await assert.rejects(createClient({ url: guarded.url, key: 'wrong' }).get('/api/Me'), { name: 'Unauthenticated', status: 401 });
    } finally {
      await guarded.stop();
    }
  });
});

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(digest).toString('hex');
}
