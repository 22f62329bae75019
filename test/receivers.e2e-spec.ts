import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startApp, type TestApp } from './support/app';
import { inTransaction, queryRows } from './support/database';
import { WebhookReceiver } from './support/receiver';

/** More than the worker looks at together. */
const MANY = 150;

let service: TestApp;
let slow: WebhookReceiver;
let quick: WebhookReceiver;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', WEBHOOK_ALLOW_PRIVATE: 'true' });
  [slow, quick] = [await WebhookReceiver.open(), await WebhookReceiver.open()];
});
afterAll(async () => {
  await service.close();
  await slow.close();
  await quick.close();
});

async function queue(count: number, to: string): Promise<void> {
  const { queueDeliveries } = await import('../src/deliveries/index.js');
  const deliveries = Array.from({ length: count }, () => ({ kind: 'webhook' as const, to, body: '{}' }));
  await inTransaction(service, (transaction) => queueDeliveries(transaction, deliveries));
}
const sentTo = async (to: string): Promise<number> =>
  Number(
    (await queryRows<{ count: number }>(service, "SELECT COUNT(*) AS count FROM delivery WHERE state = 'sent' AND recipient = ?", [to]))[0]
      ?.count,
  );
async function untilReceived(receiver: WebhookReceiver, count: number): Promise<void> {
  while (receiver.received.length < count) await pause(10);
}

describe('Messages to a receiver that does not answer', () => {
  it('keep only a few connections, and none that go to others waiting', async () => {
    const held: ServerResponse[] = [];
    slow.respond = (response) => void held.push(response);
    await queue(MANY, slow.url);
    await untilReceived(slow, 1);
    await queue(30, quick.url);
    await untilReceived(quick, 30);
    expect(slow.received.length).toBeLessThanOrEqual(4);
    slow.respond = (response) => void response.writeHead(204).end();
    held.forEach((response) => response.writeHead(204).end());
    while ((await sentTo(slow.url)) < MANY) await pause(20);
  });
});

describe('Messages to a receiver that fails', () => {
  it('are tried a few times only, and arrive once it has recovered', async () => {
    slow.received.length = 0;
    slow.respond = (response) => void response.writeHead(503).end();
    const before = await sentTo(slow.url);
    await queue(40, slow.url);
    await untilReceived(slow, 3);
    await queue(1, quick.url);
    await untilReceived(quick, 31);
    const [waiting] = await queryRows<{ count: number }>(
      service,
      'SELECT COUNT(*) AS count FROM delivery WHERE attempts = 0 AND recipient = ?',
      [slow.url],
    );
    expect(Number(waiting?.count)).toBeGreaterThan(20);
    slow.respond = (response) => void response.writeHead(204).end();
    while ((await sentTo(slow.url)) < before + 20) await pause(20);
  });
});

describe('Messages to 200 hosts, one of which does not answer', () => {
  it('arrive at all others, and there once it answers', async () => {
    const held: ServerResponse[] = [];
    const arrived = new Set<string>();
    let hangs = true;
    // every address of 127.0.0.0/8 is this machine
    const server = createServer((request, response) => {
      request.resume();
      const { host = '' } = request.headers;
      if (hangs && host.startsWith('127.0.1.0:')) return void held.push(response);
      arrived.add(host);
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
    const { port } = server.address() as AddressInfo;
    const [dead, ...others] = Array.from({ length: 200 }, (_, index) => `127.0.1.${index}:${port}`);
    await queue(MANY, `http://${dead}/hook`);
    while (held.length === 0) await pause(10);
    for (const host of others) await queue(1, `http://${host}/hook`);
    while (arrived.size < others.length) await pause(10);
    expect([...arrived].sort()).toEqual(others.sort());
    // on a slow machine, some have been given up by now and tried again
    expect(held.filter(({ destroyed }) => !destroyed).length).toBeLessThanOrEqual(4);
    hangs = false;
    held.forEach((response) => response.writeHead(204).end());
    while ((await sentTo(`http://${dead}/hook`)) < MANY) await pause(20);
    await new Promise((resolve) => server.close(resolve));
  });
});
