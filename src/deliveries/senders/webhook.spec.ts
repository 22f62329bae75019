import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Message, NotSent } from './sender';
import { WebhookSender } from './webhook';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const ID = '6f9b1b0e-6a3c-4c55-9d8e-0f5d2b6f1a11';
const open = { webhookSecret: SECRET, webhookAllowPrivate: true };

let server: Server;
let reply: RequestListener;
let requests: { request: IncomingMessage; body: string }[];
beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ request, body });
      reply(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());
beforeEach(() => {
  requests = [];
  reply = (_, response) => void response.writeHead(204).end();
});

const url = (path = '/hook', host = '127.0.0.1') => `http://${host}:${(server.address() as AddressInfo).port}${path}`;
const NO_SECRETS = { of: () => Promise.resolve([]) };
const message = (recipient: string): Message => ({
  publicID: ID,
  webhookID: null,
  recipient,
  replyTo: null,
  subject: null,
  body: '{"type":"job.filled","data":{"title":"Größe"}}',
  createdDate: new Date(),
  html: null,
  traceparent: null,
  personType: null,
  personID: null,
});
const send = (
  recipient = url(),
  settings = open,
  signal = AbortSignal.timeout(10_000),
  resolve?: ConstructorParameters<typeof WebhookSender>[2],
) => new WebhookSender(settings, NO_SECRETS, resolve).send(message(recipient), signal);
const refusal = (sending: Promise<unknown>): Promise<NotSent> =>
  sending.then(
    () => Promise.reject(new Error('was sent')),
    (error: NotSent) => error,
  );

describe('A webhook', () => {
  it('has a signature that the reference library accepts', async () => {
    await send(url('/hook?team=7'));
    const [{ request, body } = { request: undefined, body: '' }] = requests;
    expect(request).toMatchObject({
      method: 'POST',
      url: '/hook?team=7',
      headers: { 'content-type': 'application/json', 'webhook-id': ID },
    });
    expect(new Webhook(SECRET).verify(body, request?.headers as Record<string, string>)).toEqual({
      type: 'job.filled',
      data: { title: 'Größe' },
    });
    expect(() => new Webhook(SECRET).verify(`${body} `, request?.headers as Record<string, string>)).toThrow();
  });

  it('has no signature without a secret', async () => {
    await send(url(), { webhookSecret: undefined as never, webhookAllowPrivate: true });
    expect(requests[0]?.request.headers).toMatchObject({ 'webhook-id': ID, 'webhook-timestamp': expect.stringMatching(/^\d{10}$/) });
    expect(requests[0]?.request.headers).not.toHaveProperty('webhook-signature');
  });

  it.each([
    ['a private address', () => url().replace('http:', 'https:')],
    ['a private address in disguise', () => 'https://2130706433/'],
    ['plain http', () => 'http://8.8.8.8/'],
  ])('is not sent to %s', async (_, recipient) => {
    expect(await refusal(send(recipient(), { ...open, webhookAllowPrivate: false }))).toMatchObject({
      maxAttempts: 1,
      message: expect.stringContaining('WEBHOOK_ALLOW_PRIVATE'),
    });
    expect(requests).toEqual([]);
  });

  it('is not sent to a host that resolves to a private address, with a single lookup', async () => {
    const resolve = jest.fn(() => Promise.resolve([{ address: '127.0.0.1', family: 4 }]));
    expect(
      await refusal(
        send(
          `https://hooks.example.com:${(server.address() as AddressInfo).port}/`,
          { ...open, webhookAllowPrivate: false },
          undefined,
          resolve,
        ),
      ),
    ).toMatchObject({ maxAttempts: 1 });
    expect(resolve.mock.calls).toEqual([['hooks.example.com']]);
    expect(requests).toEqual([]);
  });

  it('does not follow redirects', async () => {
    reply = (_, response) => void response.writeHead(307, { Location: url('/elsewhere') }).end();
    expect(await refusal(send())).toMatchObject({
      maxAttempts: 1,
      message: 'The receiver responded with status 307. Redirects are not followed.',
    });
    expect(requests.map(({ request }) => request.url)).toEqual(['/hook']);
  });

  it('does not read an endless response', async () => {
    reply = (_, response) => {
      response.writeHead(200);
      const more = (): void => void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more)));
      more();
    };
    expect(await send()).toMatchObject({ status: 200, body: 'x'.repeat(1024) });
  });

  it('times out when the receiver does not respond', async () => {
    reply = () => undefined;
    expect(await refusal(send(url(), open, AbortSignal.timeout(100)))).toMatchObject({ message: 'The receiver did not respond in time.' });
    expect(
      await refusal(
        send(
          'https://hooks.example.com/',
          { ...open, webhookAllowPrivate: false },
          AbortSignal.timeout(50),
          () => new Promise(() => undefined),
        ),
      ),
    ).toMatchObject({
      message: 'The receiver did not respond in time.',
    });
  });

  it('ignores proxy settings', async () => {
    process.env['HTTP_PROXY'] = process.env['http_proxy'] = 'http://127.0.0.1:1';
    await expect(send()).resolves.toMatchObject({ status: 204 });
    delete process.env['HTTP_PROXY'];
    delete process.env['http_proxy'];
  });

  it.each<[status: number, maxAttempts: number | undefined]>([
    [200, 0],
    [201, 0],
    [204, 0],
    [300, 1],
    [302, 1],
    [304, 1],
    [400, 1],
    [405, 1],
    [409, 1],
    [410, 1],
    [413, 1],
    [422, 1],
    [401, 3],
    [403, 3],
    [404, 3],
    [408, undefined],
    [425, undefined],
    [429, undefined],
    [500, undefined],
    [502, undefined],
    [503, undefined],
  ])('that receives %i has this many attempts: %s (0: accepted)', async (status, maxAttempts) => {
    reply = (_, response) => void response.writeHead(status).end('details that nobody needs to see');
    if (maxAttempts === 0)
      expect(await send()).toMatchObject({ status, body: status === 204 ? '' : (expect.stringMatching(/^details/) as string) });
    else {
      const refused = await refusal(send());
      expect([refused.maxAttempts, refused.message]).toEqual([
        maxAttempts,
        expect.stringMatching(new RegExp(`^The receiver responded with status ${status}\\.( Redirects.*)?$`)),
      ]);
    }
  });

  it('honors Retry-After', async () => {
    reply = (_, response) => void response.writeHead(429, { 'Retry-After': '900' }).end();
    expect(await refusal(send())).toMatchObject({ waitSeconds: 900 });
  });

  it('reports when the host cannot be reached', async () => {
    expect(await refusal(send('http://127.0.0.1:1/'))).toMatchObject({ message: 'The host cannot be reached (ECONNREFUSED).' });
  });
});
