import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import {
  createClient,
  ProblemError,
  TooManyRequests,
  Unavailable,
  type RecruitmentClient,
  type Retries,
} from 'recruitment-management-client';

interface Seen {
  readonly method: string | undefined;
  readonly key: string | undefined;
  readonly body: string;
}

type Reply = (response: ServerResponse, request: IncomingMessage) => void;

const fails =
  (status: number, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response
      .writeHead(status, { 'Content-Type': 'application/problem+json', ...headers })
      .end(JSON.stringify({ type: '/problems/unavailable', title: 'Not now', status, detail: 'Try again.', instance: '/api/Me' }));
const answers: Reply = (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id":7}');
const cutsOff: Reply = (_, { socket }) => socket.destroy();

/** A server that gives each request the next reply, and what it has seen. */
async function trying(
  replies: readonly Reply[],
  work: (client: RecruitmentClient, seen: readonly Seen[]) => Promise<void>,
  retries?: Retries,
): Promise<void> {
  const seen: Seen[] = [];
  const server: Server = createServer(async (request, response) => {
    const { method, headers } = request;
    seen.push({ method, key: headers['idempotency-key'] as string | undefined, body: await text(request) });
    replies[Math.min(seen.length, replies.length) - 1]?.(response, request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  try {
    await work(createClient({ url: `http://127.0.0.1:${port}`, retries }), seen);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('A request that the service could not answer', () => {
  it('is sent again until it is answered, with the same body and key', () =>
    trying([fails(503), cutsOff, fails(429, { 'Retry-After': '0' }), answers], async (client, seen) => {
      await client.post('/api/Clients', { body: { name: 'Harbour' } });
      assert.equal(seen.length, 4);
      assert.deepEqual(new Set(seen.map(({ body }) => body)), new Set(['{"name":"Harbour"}']));
      assert.equal(new Set(seen.map(({ key }) => key)).size, 1);
      assert.match(seen[0]?.key ?? '', /^[0-9a-f-]{36}$/);
    }));

  for (const wait of ['61', new Date(Date.now() + 86_400_000).toUTCString()])
    it(`is not sent again if Retry-After is too long: ${wait}`, () =>
      trying([fails(503, { 'Retry-After': wait }), answers], async (client, seen) => {
        await assert.rejects(client.get('/api/Me'), Unavailable);
        assert.equal(seen.length, 1);
      }));

  it('fails after so many attempts', () =>
    trying(
      [fails(429)],
      async (client, seen) => {
        await assert.rejects(client.get('/api/Me'), TooManyRequests);
        assert.equal(seen.length, 3);
      },
      { attempts: 3 },
    ));

  it('is not sent again when its wait is aborted', () =>
    trying([fails(429, { 'Retry-After': '30' })], async (client, seen) => {
      const stop = new AbortController();
      const answer = client.get('/api/Me', { signal: stop.signal });
      while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      stop.abort();
      await assert.rejects(answer, { name: 'AbortError' });
      assert.equal(seen.length, 1);
    }));
});

describe('A request whose response is lost', () => {
  it('is not sent again if it changes a certain version', () =>
    trying([cutsOff, answers], async (client, seen) => {
      const params = { path: { id: 7 }, header: { 'If-Match': '"1-x"' } };
      await assert.rejects(client.put('/api/Clients/{id}', { params, body: { name: 'Harbour' } }), TypeError);
      assert.equal(seen.length, 1);
    }));

  it('is sent again without one', () =>
    trying([cutsOff, answers], async (client, seen) => {
      await client.put('/api/Clients/{id}', { params: { path: { id: 7 } }, body: { name: 'Harbour' } });
      assert.equal(seen.length, 2);
    }));
});

describe('A response that is refused', () => {
  it('is not asked for again', () =>
    trying([fails(409), answers], async (client, seen) => {
      await assert.rejects(client.post('/api/Clients', { body: { name: 'Harbour' } }), { name: 'Conflict' });
      assert.equal(seen.length, 1);
    }));

  it('of a proxy is an error as well', () =>
    trying([(response) => response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>')], async (client) => {
      await assert.rejects(
        client.get('/api/Me'),
        (error) => error instanceof ProblemError && error.status === 502 && error.type === 'about:blank',
      );
    }));
});
