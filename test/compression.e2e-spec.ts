import { request as send, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startApp, type TestApp } from './support/app';
import { ADMIN_KEY, createKey, requestAs, WITH_ADMIN } from './support/api-keys';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Sent as it is written, and not decoded, unlike with supertest. */
function ask(service: TestApp, path: string, headers: Record<string, string>, method = 'GET', body?: string): Promise<Answer> {
  const { port } = service.app.getHttpServer().address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const outgoing = send({ port, path, method, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(pieces) }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const decoded = ({ headers, bytes }: Answer): string => {
  const encoding = headers['content-encoding'];
  return (encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
};

let service: TestApp;
beforeAll(async () => {
  service = await startApp({ CLOCK_START: '2026-11-20T02:00:00Z', COMPRESSION: 'true' });
});
afterAll(() => service.close());

describe('Responses', () => {
  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['gzip;q=0.1, br;q=0.1, identity;q=0.9', undefined],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['deflate', undefined],
    ['identity', undefined],
    ['gzip;q=0, br;q=0, identity;q=0', undefined],
    ['', undefined],
  ])('for a client that accepts "%s" are in %s', async (accepted, encoding) => {
    const plain = await ask(service, '/api/Jobs?limit=20', {});
    for (const path of ['/api/Jobs?limit=20', '/api/Clients?limit=20']) {
      const answer = await ask(service, path, { 'Accept-Encoding': accepted });
      expect([answer.status, answer.headers['content-encoding'], answer.headers['vary']]).toEqual([200, encoding, 'Accept-Encoding']);
      expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(JSON.parse(decoded(answer))).toHaveLength(20);
      if (path.includes('Jobs')) expect(decoded(answer)).toBe(plain.bytes.toString());
      if (encoding) expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 3);
    }
  });

  it('that are short are sent as they are', async () => {
    const answer = await ask(service, '/api/Jobs/1?fields=id', { 'Accept-Encoding': 'br' });
    expect([answer.headers['content-encoding'], answer.bytes.toString()]).toEqual([undefined, '{"id":1}']);
  });

  it('of a single record have a weak ETag, by which they are not sent again and the record is changed', async () => {
    const plain = await ask(service, '/api/Jobs/2', {});
    const answer = await ask(service, '/api/Jobs/2', { 'Accept-Encoding': 'gzip' });
    const etag = String(answer.headers['etag']);
    expect(etag).toBe(`W/${plain.headers['etag']}`);
    for (const headers of [{ 'Accept-Encoding': 'gzip' }, {}] as Record<string, string>[]) {
      const again = await ask(service, '/api/Jobs/2', { ...headers, 'If-None-Match': etag });
      expect([again.status, again.bytes.length, again.headers['content-encoding']]).toEqual([304, 0, undefined]);
    }
    await service.http.put('/api/Jobs/2').set('If-Match', etag).send({ title: 'Sous chef' }).expect(200);
    await service.http.put('/api/Jobs/2').set('If-Match', etag).send({ title: 'Chef' }).expect(412);
  });

  it('to HEAD have the headers of GET', async () => {
    const headers = { 'Accept-Encoding': 'br' };
    const [head, get] = [await ask(service, '/api/Jobs/3', headers, 'HEAD'), await ask(service, '/api/Jobs/3', headers)];
    for (const name of ['content-encoding', 'content-length', 'etag', 'vary', 'content-type'])
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    expect(head.bytes).toHaveLength(0);
  });

  it('to searches, exports and imports are compressed', async () => {
    const headers = { 'Accept-Encoding': 'br', 'Content-Type': 'application/json' };
    const found = await ask(service, '/api/Jobs/Search', headers, 'POST', '{}');
    expect([found.headers['content-encoding'], (JSON.parse(decoded(found)) as unknown[]).length]).toEqual(['br', 100]);
    for (const encoding of ['br', 'gzip']) {
      const exported = await ask(service, '/api/Jobs/Export', { 'Accept-Encoding': encoding });
      expect(exported.headers['content-encoding']).toBe(encoding);
      expect(decoded(exported)).toBe((await ask(service, '/api/Jobs/Export', {})).bytes.toString());
    }
    const imported = await ask(
      service,
      '/api/Clients/Import',
      { ...headers, 'Content-Type': 'application/x-ndjson' },
      'POST',
      '{"id": 1}\n',
    );
    expect([imported.headers['content-encoding'], decoded(imported)]).toEqual(['br', expect.stringContaining('"summary"')]);
  });

  it('are complete when many are asked for at once', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => ask(service, '/api/Jobs?limit=100', { 'Accept-Encoding': 'br' })));
    expect(new Set(all.map(decoded)).size).toBe(1);
  });

  it('of errors are readable', async () => {
    const answer = await ask(service, '/api/Jobs/99999', { 'Accept-Encoding': 'br' });
    expect([answer.status, answer.headers['content-encoding'], JSON.parse(answer.bytes.toString())]).toEqual([
      404,
      undefined,
      expect.objectContaining({ status: 404 }),
    ]);
  });

  it('with COMPRESSION=false are left to the proxy', async () => {
    const other = await startApp();
    try {
      const answer = await ask(other, '/api/Jobs?limit=20', { 'Accept-Encoding': 'br, gzip' });
      expect([answer.headers['content-encoding'], answer.headers['vary']]).toEqual([undefined, undefined]);
      expect(JSON.parse(answer.bytes.toString())).toHaveLength(20);
    } finally {
      await other.close();
    }
  });
});

describe('Caches', () => {
  it.each(['/api/Jobs', '/api/Jobs/1', '/api/Me', '/api/openapi.json', '/api/Automation/Catalogue'])(
    'keep %s for one user, and ask each time',
    async (path) => {
      expect((await service.http.get(path)).headers['cache-control']).toBe('private, no-cache');
    },
  );

  it('keep no keys', async () => {
    const other = await startApp(WITH_ADMIN);
    try {
      const { id } = await createKey(other, { name: 'Website' });
      const rotated = await requestAs(other, ADMIN_KEY, 'post', `/api/ApiKeys/${id}/Rotate`).expect(201);
      expect(rotated.headers['cache-control']).toBe('no-store');
    } finally {
      await other.close();
    }
  });

  it.each(['/api/openapi.json', '/api/Automation/Catalogue'])('are told by an ETag that %s is as before', async (path) => {
    for (const headers of [{}, { 'Accept-Encoding': 'br' }] as Record<string, string>[]) {
      const { headers: first } = await ask(service, path, headers);
      const again = await ask(service, path, { ...headers, 'If-None-Match': String(first['etag']) });
      expect([again.status, again.bytes.length, again.headers['etag']]).toEqual([304, 0, first['etag']]);
      expect((await ask(service, path, { ...headers, 'If-None-Match': '"other"' })).status).toBe(200);
    }
  });

  it.each(['swagger-ui-bundle.js', 'start.js', 'document.json', 'swagger-ui.css'])(
    'are compressed if they are files of the documentation: %s',
    async (file) => {
      const plain = await ask(service, `/api/docs/${file}`, {});
      const compressed = await ask(service, `/api/docs/${file}`, { 'Accept-Encoding': 'gzip' });
      expect([plain.headers['content-encoding'], compressed.headers['content-encoding']]).toEqual([undefined, 'gzip']);
      expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 3);
      expect(decoded(compressed)).toBe(decoded(plain));
      for (const headers of [{}, { 'Accept-Encoding': 'gzip' }] as Record<string, string>[]) {
        const { headers: first } = await ask(service, `/api/docs/${file}`, headers);
        expect((await ask(service, `/api/docs/${file}`, { ...headers, 'If-None-Match': String(first['etag']) })).status).toBe(304);
      }
    },
  );
});
