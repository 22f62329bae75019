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
let answer: RequestListener;
let requests: { request: IncomingMessage; body: string }[];
beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ request, body });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());
beforeEach(() => {
  requests = [];
  answer = (_, response) => void response.writeHead(204).end();
});

const url = (path = '/hook', host = '127.0.0.1') => `http://${host}:${(server.address() as AddressInfo).port}${path}`;
const message = (recipient: string): Message => ({
  publicID: ID,
  recipient,
  replyTo: null,
  subject: null,
  body: '{"type":"job.filled","data":{"title":"Größe"}}',
  createdDate: new Date(),
});
const send = (
  recipient = url(),
  settings = open,
  signal = AbortSignal.timeout(10_000),
  resolve?: ConstructorParameters<typeof WebhookSender>[1],
) => new WebhookSender(settings, resolve).send(message(recipient), signal);
const refusal = (sending: Promise<void>): Promise<NotSent> =>
  sending.then(
    () => Promise.reject(new Error('was sent')),
    (error: NotSent) => error,
  );

describe('a webhook', () => {
  it('carries a signature that the library of the scheme accepts', async () => {
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

  it('has none where there is no secret', async () => {
    await send(url(), { webhookSecret: undefined as never, webhookAllowPrivate: true });
    expect(requests[0]?.request.headers).toMatchObject({ 'webhook-id': ID, 'webhook-timestamp': expect.stringMatching(/^\d{10}$/) });
    expect(requests[0]?.request.headers).not.toHaveProperty('webhook-signature');
  });

  it.each([
    ['a private address', () => url().replace('http:', 'https:')],
    ['a private address in disguise', () => 'https://2130706433/'],
    ['plain http', () => 'http://8.8.8.8/'],
  ])('goes to no %s', async (_, recipient) => {
    expect(await refusal(send(recipient(), { ...open, webhookAllowPrivate: false }))).toMatchObject({
      tries: 1,
      message: expect.stringContaining('WEBHOOK_ALLOW_PRIVATE'),
    });
    expect(requests).toEqual([]);
  });

  it('goes to no host that is found at a private address, which is looked up once', async () => {
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
    ).toMatchObject({ tries: 1 });
    expect(resolve.mock.calls).toEqual([['hooks.example.com']]);
    expect(requests).toEqual([]);
  });

  it('follows no redirect', async () => {
    answer = (_, response) => void response.writeHead(307, { Location: url('/elsewhere') }).end();
    expect(await refusal(send())).toMatchObject({
      tries: 1,
      message: 'The receiver answered with status 307. Redirects are not followed.',
    });
    expect(requests.map(({ request }) => request.url)).toEqual(['/hook']);
  });

  it('reads no endless answer', async () => {
    answer = (_, response) => {
      response.writeHead(200);
      const more = (): void => void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more)));
      more();
    };
    await expect(send()).resolves.toBeUndefined();
  });

  it('waits for no receiver that does not answer', async () => {
    answer = () => undefined;
    expect(await refusal(send(url(), open, AbortSignal.timeout(100)))).toMatchObject({ message: 'There was no answer in time.' });
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
      message: 'There was no answer in time.',
    });
  });

  it('passes no proxy', async () => {
    process.env['HTTP_PROXY'] = process.env['http_proxy'] = 'http://127.0.0.1:1';
    await expect(send()).resolves.toBeUndefined();
    delete process.env['HTTP_PROXY'];
    delete process.env['http_proxy'];
  });

  it.each<[status: number, tries: number | undefined]>([
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
  ])('that is answered with %i has so many tries: %s (0: it was accepted)', async (status, tries) => {
    answer = (_, response) => void response.writeHead(status).end('details that nobody needs to see');
    if (tries === 0) await expect(send()).resolves.toBeUndefined();
    else {
      const refused = await refusal(send());
      expect([refused.tries, refused.message]).toEqual([
        tries,
        expect.stringMatching(new RegExp(`^The receiver answered with status ${status}\\.( Redirects.*)?$`)),
      ]);
    }
  });

  it('comes back no sooner than the receiver wishes', async () => {
    answer = (_, response) => void response.writeHead(429, { 'Retry-After': '900' }).end();
    expect(await refusal(send())).toMatchObject({ waitSeconds: 900 });
  });

  it('says when nobody is there', async () => {
    expect(await refusal(send('http://127.0.0.1:1/'))).toMatchObject({ message: 'The host cannot be reached (ECONNREFUSED).' });
  });
});
