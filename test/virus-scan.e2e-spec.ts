import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { apiClient } from './support/api-client';
import { startApp, type TestApp } from './support/app';
import { queryRows } from './support/database';

const MALWARE = 'This is what the scanner takes for malware.';

/** Speaks like clamd. */
class FakeClamd {
  readonly scanned: string[] = [];
  how: 'scans' | 'fails' | 'ends' = 'scans';
  /** As StreamMaxLength of clamd. */
  mostBytes = 1_000_000;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server = createServer((socket) => this.serve(socket));

  async listen(port = 0): Promise<number> {
    this.server.listen(port, '127.0.0.1');
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket)).on('error', () => undefined);
    let received = Buffer.alloc(0);
    socket.on('data', (data: Buffer) => {
      received = Buffer.concat([received, data]);
      if (received.length > this.mostBytes) return this.refuse(socket);
      if (received.toString() === 'zPING\0') return void socket.end('PONG\0');
      const file = fileIn(received);
      if (file !== undefined) this.answer(socket, file);
    });
  }

  /** Closes the connection without reading the rest. */
  private refuse(socket: Socket): void {
    socket.removeAllListeners('data').pause();
    socket.end('INSTREAM size limit exceeded. ERROR\0', () => socket.destroy());
  }

  private answer(socket: Socket, file: string): void {
    this.scanned.push(file);
    if (this.how === 'ends') return void socket.destroy();
    if (this.how === 'fails') return void socket.end("stream: Can't allocate memory ERROR\0");
    socket.end(file.includes(MALWARE) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
  }
}

/** @returns undefined until all of it is there */
function fileIn(received: Buffer): string | undefined {
  const command = 'zINSTREAM\0';
  if (received.length < command.length) return undefined;
  expect(received.subarray(0, command.length).toString()).toBe(command);
  const pieces: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces).toString();
    pieces.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

const clamd = new FakeClamd();
let port: number;
let service: TestApp;
const { createRecord, getRecord } = apiClient(() => service);
beforeAll(async () => {
  port = await clamd.listen();
  service = await startApp({ DEMO_DATA: 'false', CLAMD_ADDRESS: `127.0.0.1:${port}` });
});
beforeEach(() => void (clamd.how = 'scans'));
afterAll(async () => {
  await service.close();
  await clamd.close();
});

const newDocument = async (): Promise<number> =>
  (await createRecord('Documents', { name: 'Resume', candidateID: (await createRecord('Candidates')).id })).id;
const send = (id: number, text: string) => service.http.post(`/api/Documents/${id}/Content`).set('Content-Type', 'text/plain').send(text);
const storedContents = () => queryRows(service, 'SELECT documentID FROM document_content');

describe('A file that is sent', () => {
  it('is scanned as a whole before it is stored', async () => {
    const id = await newDocument();
    const text = 'Grace Nguyen\n'.repeat(20_000);
    await send(id, text).expect(200);
    expect(clamd.scanned.at(-1)).toBe(text);
    expect(await getRecord(`Documents/${id}`)).toMatchObject({ contentSize: text.length });
  });

  it('is refused if it is infected, and nothing of it is stored', async () => {
    const id = await newDocument();
    const before = await storedContents();
    expect((await send(id, `Dear all\n${MALWARE}`).expect(400)).body).toMatchObject({
      type: '/problems/infected-file',
      detail: 'The file contains Eicar-Test-Signature. Nothing was stored.',
    });
    expect(await storedContents()).toEqual(before);
    await service.http.get(`/api/Documents/${id}/Content`).expect(404);
    const resume = service.http.post('/api/Candidates/FromResume?lastName=Nguyen').set('Content-Type', 'text/plain');
    await resume.send(MALWARE).expect(400);
    expect((await service.http.get('/api/Candidates?limit=1000').expect(200)).text).not.toContain('"lastName":"Nguyen"');
  });

  it.each(['fails', 'ends'] as const)('is refused while the scanner %s, and taken when it scans again', async (how) => {
    const id = await newDocument();
    clamd.how = how;
    const response = await send(id, 'A resume').expect(503);
    expect(response.body).toMatchObject({ type: '/problems/virus-scan-unavailable' });
    expect(response.headers['retry-after']).toBe('30');
    clamd.how = 'scans';
    await send(id, 'A resume').expect(200);
  });

  it('is refused for good if it is larger than the scanner accepts, and the scanner goes on with others', async () => {
    const id = await newDocument();
    const response = await send(id, 'Grace Nguyen\n'.repeat(1_000_000)).expect(413);
    expect(response.body).toMatchObject({
      type: '/problems/too-large-to-scan',
      detail: 'The file has 13000000 bytes, which is more than the virus scanner accepts (StreamMaxLength of clamd). Nothing was stored.',
    });
    expect(response.headers['retry-after']).toBeUndefined();
    await service.http.get(`/api/Documents/${id}/Content`).expect(404);
    await send(id, 'A resume').expect(200);
  });

  it('is refused while there is no scanner', async () => {
    const id = await newDocument();
    await clamd.close();
    await send(id, 'A resume').expect(503);
    await clamd.listen(port);
    await send(id, 'A resume').expect(200);
  });
});
