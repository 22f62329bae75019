import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { startApp, type TestApp } from './support/app';

let service: TestApp;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false' });
});
afterAll(() => service.close());

describe('Malformed HTTP', () => {
  /** Sends bytes as they are. @returns everything received until the connection is closed */
  function send(bytes: string): Promise<string> {
    const socket = connect((service.app.getHttpServer() as { address(): AddressInfo }).address().port, '127.0.0.1');
    socket.write(bytes);
    return text(socket);
  }

  it.each<[string, string, number]>([
    ['nonsense', 'nonsense\r\n\r\n', 400],
    ['an unknown method', 'FETCH /api/Me HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    ['a Content-Length that is not a number', 'POST /api/Jobs/Search HTTP/1.1\r\nHost: localhost\r\nContent-Length: many\r\n\r\n', 400],
    ['an endless URL', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 431],
  ])('is rejected: %s', async (_, bytes, status) => {
    const [head = '', body = ''] = (await send(bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} .*\r\nContent-Type: application/problem\\+json`));
    expect(JSON.parse(body)).toEqual({
      type: expect.any(String),
      title: expect.any(String),
      status,
      detail: expect.any(String),
      instance: '',
    });
  });
});

describe('A path', () => {
  it.each(['/api/Candidates/%E0/Activities', '/api/Jobs/%', '/%zz'])('that is not valid percent-encoding is rejected: %s', async (path) => {
    const { body } = await service.http
      .get(path)
      .expect(400)
      .expect('Content-Type', /problem\+json/);
    expect(body).toMatchObject({ status: 400, instance: path, detail: expect.stringContaining('percent-encoded') });
  });
});

describe('While the database is unavailable', () => {
  afterEach(() => jest.restoreAllMocks());

  it('the service is live, but not ready', async () => {
    const { DataSource } = await import('typeorm');
    jest.spyOn(DataSource.prototype, 'createQueryRunner').mockImplementation(() => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    });
    await service.http.get('/health/live').expect(200);
    const { body } = await service.http.get('/health/ready').expect(503).expect('Retry-After', '1');
    expect(body).toMatchObject({ type: '/problems/unavailable', status: 503 });
  });
});
