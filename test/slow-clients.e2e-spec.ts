import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { startApp, type TestApp } from './support/app';

/** More than requests that work at a time, on any database. */
const CLIENTS = 40;

let service: TestApp;
const sockets: Socket[] = [];
beforeAll(async () => void (service = await startApp()));
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));
afterAll(() => service.close());

/** A client that has sent so much, and reads nothing. */
async function sendSlowly(text: string): Promise<Socket> {
  const { port } = service.app.getHttpServer().address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').pause();
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const readAndWrite = async (): Promise<void> => {
  await service.http.post('/api/Jobs/Search').send({ jobTitle: 'engineer' }).expect(200);
  await service.http.put('/api/Candidates/1/V2').send({ weeksNotice: 3 }).expect(200);
};

describe('Others are served while many clients', () => {
  it('send their bodies slowly, and get their responses in the end', async () => {
    const head = 'POST /api/Jobs/Search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{';
    const slow = await Promise.all(Array.from({ length: CLIENTS }, () => sendSlowly(head)));
    await readAndWrite();
    const answers = slow.map(async (socket) => {
      const answer = once(socket, 'data');
      socket.write('}');
      socket.resume();
      return String((await answer)[0]);
    });
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('send their headers slowly', async () => {
    await Promise.all(Array.from({ length: CLIENTS }, () => sendSlowly('GET /api/Jobs HTTP/1.1\r\nHost: loc')));
    await readAndWrite();
  });

  it('read their responses slowly', async () => {
    // of each, the first few fill the buffers of the connection, and the next one cannot be written; all together may be in the process
    const request = 'GET /api/Contacts?limit=200 HTTP/1.1\r\nHost: localhost\r\n\r\n';
    await Promise.all(Array.from({ length: 8 }, () => sendSlowly(request.repeat(12))));
    await readAndWrite();
  });
});
