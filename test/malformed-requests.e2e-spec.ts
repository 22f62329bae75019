import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { startApp, type TestApp } from './support/app';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());

/** Sends bytes on a connection of their own. @returns all that comes back until the connection is closed */
async function answerTo(...parts: readonly string[]): Promise<string> {
  const { port } = service.app.getHttpServer().address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => (answer += data.toString()));
  socket.on('error', () => undefined);
  for (const part of parts) socket.write(part);
  await once(socket, 'close');
  return answer;
}

const POST = 'POST /api/Contacts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

describe('A request that is not valid HTTP', () => {
  it.each<[what: string, status: number, parts: readonly string[]]>([
    ['is no HTTP at all', 400, ['nonsense\r\n\r\n']],
    ['has a bad header', 400, ['GET /api/Jobs HTTP/1.1\r\nHost: localhost\r\nBad Header\r\n\r\n']],
    ['has a URL of 200 kB', 431, [`GET /api/Jobs?${'a'.repeat(200_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`]],
    ['has a header of 200 kB', 431, [`GET /api/Jobs HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(200_000)}\r\n\r\n`]],
    ['has a bad size of a chunk', 400, [`${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`]],
    ['has two lengths', 400, [`${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`]],
    ['has no Host', 400, ['GET /api/Jobs HTTP/1.1\r\nConnection: close\r\n\r\n']],
    ['expects what the service does not do', 417, ['GET /api/Jobs HTTP/1.1\r\nHost: localhost\r\nExpect: x\r\n\r\n']],
  ])('and %s gets a problem with the status %i', async (_, status, parts) => {
    const answer = await answerTo(...parts);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain('Content-Type: application/problem+json');
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ status });
    await service.http.get('/health/live').expect(200);
  });

  it('is not taken for the one before it', async () => {
    const answer = await answerTo('GET /api/Jobs HTTP/1.1\r\nHost: localhost\r\n\r\nnonsense\r\n\r\n');
    expect(answer.startsWith('HTTP/1.1 400')).toBe(false);
  });

  it('is answered after the one before it', async () => {
    const answer = await answerTo(
      'GET /api/Jobs?limit=1000 HTTP/1.1\r\nHost: localhost\r\n\r\n',
      `${POST}Expect: x\r\nContent-Length: 2\r\n\r\n{}`,
    );
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 417']);
  });
});
