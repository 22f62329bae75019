import { Agent, request as send, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { compileService, type CompiledService } from './support/compile-service';
import { ServiceProcess } from './support/service-process';
import { makeEmptyDatabase, type TestDatabase } from './support/test-database';

const CLIENTS = 40;

interface Answer {
  readonly status: number;
  readonly connection: string | undefined;
}

let program: CompiledService;
let database: TestDatabase;
let service: ServiceProcess;

beforeAll(async () => {
  program = await compileService();
  database = await makeEmptyDatabase();
});
beforeEach(async () => {
  service = ServiceProcess.start(program.main, { DATABASE_URL: database.url, DEMO_DATA: 'false' });
  await service.listening();
});
afterEach(() => service.kill());
afterAll(async () => {
  await database.drop();
  program.remove();
});

describe('A process that is told to stop', () => {
  it('resets no client, asks each to close its connection, and exits', async () => {
    let stopping = false;
    const clients = Array.from({ length: CLIENTS }, () => keepAsking(() => stopping));
    await pause(500);
    stopping = true;
    service.terminate();
    const last = await Promise.all(clients);
    expect(last.map(({ connection }) => connection)).toEqual(Array.from({ length: CLIENTS }, () => 'close'));
    expect(last.every(({ status }) => status === 200)).toBe(true);
    await service.exited();
  });

  it('answers a request on an open connection just afterwards, and is not ready', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await get('/health/ready', agent);
    service.terminate();
    await pause(200);
    expect(await get('/api/Jobs', agent)).toMatchObject({ status: 200 });
    expect(await get('/health/ready')).toMatchObject({ status: 503 });
    await service.exited();
  });

  it('does not wait for connections that send nothing, and finishes a request that has begun', async () => {
    const silent = await opened();
    const slow = await opened();
    const closed = once(silent, 'close');
    const answer = once(slow, 'data');
    slow.write('POST /api/Jobs/Search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{');
    await pause(100);
    service.terminate();
    await closed;
    slow.write('}');
    expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 200[^]*Connection: close/);
    await service.exited();
  });
});

/** Asks one request after the other on a connection of its own. @returns the first answer that closes it after the signal */
async function keepAsking(isStopping: () => boolean): Promise<Answer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const answer = await get('/api/Jobs?limit=5', agent);
    if (isStopping() && answer.connection === 'close') return answer;
    expect(answer).toEqual({ status: 200, connection: 'keep-alive' });
  }
}

const get = (path: string, agent?: Agent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage): void => {
      response.resume().once('end', () => resolve({ status: response.statusCode!, connection: response.headers.connection }));
    };
    send(`${service.url}${path}`, { agent: agent ?? new Agent() }, answered)
      .once('error', reject)
      .end();
  });

async function opened(): Promise<Socket> {
  const socket = connect(Number(new URL(service.url!).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}
