import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { post } from './post';
import type { NotSent, Message } from './sender';
import { SmsGateway } from './sms';

let server: Server;
let status: number;
let received: IncomingHttpHeaders;
beforeAll(async () => {
  server = createServer((request, response) => {
    received = request.headers;
    response.writeHead(status, { 'Set-Cookie': ['session=4711', 'theme=dark'], 'X-Request-Id': 'r-1' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());
beforeEach(() => void (status = 200));

const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const signal = new AbortController().signal;

describe('What is kept of a message that was posted', () => {
  it('has no credentials, neither those that were sent nor those that came back', async () => {
    const sent = { url: new URL(address()), headers: { 'X-Team': '7' }, credentials: { Authorization: 'Bearer 0815' }, body: '{}' };
    const { reply } = await post(sent, signal);
    expect(received).toMatchObject({ authorization: 'Bearer 0815', 'x-team': '7' });
    expect(reply.requestHeaders).toEqual({
      'Content-Type': 'application/json',
      'Content-Length': 2,
      'User-Agent': 'recruitment-management-service',
      'X-Team': '7',
    });
    expect(reply.headers).toMatchObject({ 'x-request-id': 'r-1' });
    expect(JSON.stringify(reply)).not.toMatch(/0815|4711|dark/);
  });

  it('does not have the token of the gateway for text messages', async () => {
    status = 500;
    const message: Partial<Message> = { publicID: 'a-1', recipient: '+61412345678', body: 'Hello' };
    const refusal = await new SmsGateway(address(), 'token-0815').send(message as Message, signal).catch((error: NotSent) => error);
    expect(received.authorization).toBe('Bearer token-0815');
    expect(refusal).toMatchObject({ reply: { status: 500, requestHeaders: { 'Idempotency-Key': 'a-1' } } });
    expect(JSON.stringify(refusal)).not.toContain('token-0815');
  });
});
