import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Caller } from '../src/core/callers';
import { onServer } from '../src/core/database/support/kind';
import type { NewDelivery } from '../src/deliveries';
import { startApp, type TestApp } from './support/app';
import { queryRows, inTransaction } from './support/database';
import { MailServer, WebhookReceiver } from './support/receiver';

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const NOBODY = '00000000-0000-4000-8000-00000000ffff';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const folder = mkdtempSync(join(tmpdir(), 'outbox-'));
const OPEN = { DEMO_DATA: 'false', OUTBOX_FOLDER: folder, WEBHOOK_SECRET: SECRET, WEBHOOK_ALLOW_PRIVATE: 'true' };
const EMAIL = { kind: 'email', to: 'ana@example.com', subject: 'Monday', body: 'See you on Monday.' } as const;

interface Delivery {
  id: string;
  state: string;
  attempts: number;
  lastError: string | null;
  nextAttemptDate?: string;
  sentDate?: string;
}

let service: TestApp;
let receiver: WebhookReceiver;
beforeAll(async () => {
  service = await startApp(OPEN);
  receiver = await WebhookReceiver.open();
});
afterAll(async () => {
  await service.close();
  await receiver.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.respond = (response) => void response.writeHead(204).end();
});

const queue = async (delivery: NewDelivery): Promise<string> => {
  const { queueDelivery } = await import('../src/deliveries/index.js');
  return inTransaction(service, (transaction) => queueDelivery(transaction, delivery));
};
const hook = (more: Partial<NewDelivery> = {}): NewDelivery => ({
  kind: 'webhook',
  to: receiver.url,
  body: '{"type":"job.filled","data":{"id":7}}',
  ...more,
});
const find = async (id: string): Promise<Delivery> => (await service.http.get(`/api/Deliveries/${id}`).expect(200)).body as Delivery;
const resend = (id: string, status = 200) => service.http.post(`/api/Deliveries/${id}/Resend`).expect(status);
const idsReceived = () => receiver.received.map(({ headers }) => headers['webhook-id']);

/** Waits until the delivery has this state after this many attempts. */
async function until(id: string, state: string, attempts?: number): Promise<Delivery> {
  for (;;) {
    const found = await find(id);
    if (found.state === state && found.attempts === (attempts ?? found.attempts)) return found;
    await pause(10);
  }
}
async function untilReceived(count: number): Promise<void> {
  while (receiver.received.length < count) await pause(5);
}
/** Moves the clock past the time of the next attempt, or the end of the lease. */
async function pass(id: string, more = ''): Promise<void> {
  const { DeliveryWorker } = await import('../src/deliveries/index.js');
  await queryRows(service, `UPDATE delivery SET dueAt = '2020-01-01 00:00:00.000'${more} WHERE publicID = ?`, [id]);
  service.app.get(DeliveryWorker, { strict: false }).wake();
}

describe('A webhook', () => {
  it('is sent once, signed, and can be read', async () => {
    const id = await queue(hook({ about: { type: 'Job', id: 7 } }));
    const found = await until(id, 'sent');
    expect(found).toEqual({
      id: expect.stringMatching(UUID),
      html: null,
      kind: 'webhook',
      state: 'sent',
      to: receiver.url,
      subject: null,
      aboutType: 'Job',
      aboutId: 7,
      personType: null,
      personId: null,
      automationId: null,
      runId: null,
      createdByID: 1,
      attempts: 1,
      lastError: null,
      createdDate: expect.any(String),
      sentDate: expect.any(String),
      replyTo: null,
      body: '{"type":"job.filled","data":{"id":7}}',
    });
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    expect(new Webhook(SECRET).verify(body, headers as Record<string, string>)).toEqual({ type: 'job.filled', data: { id: 7 } });
    expect(idsReceived()).toEqual([id]);
  });

  it('is sent only after the transaction that queued it has committed', async () => {
    const { queueDelivery } = await import('../src/deliveries/index.js');
    await expect(
      inTransaction(service, async (transaction) => {
        await queueDelivery(transaction, hook());
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    const id = await queue(hook());
    await until(id, 'sent');
    expect(idsReceived()).toEqual([id]);
  });

  it('names the run that queued it', async () => {
    const { queueDelivery } = await import('../src/deliveries/index.js');
    const { Transactions } = await import('../src/core/database/index.js');
    const robot: Caller = { userID: 5, name: 'robot', scope: { divisions: 'all' }, cause: { automationID: 3, runID: 4, chain: [4] } };
    const id = await service.app.get(Transactions, { strict: false }).write(robot, (transaction) => queueDelivery(transaction, hook()));
    expect(await until(id, 'sent')).toMatchObject({ automationId: 3, runId: 4, createdByID: 5 });
    expect((await service.http.get('/api/Deliveries?runId=4').expect(200)).body).toMatchObject([{ id }]);
  });

  it('is retried after a 500, with the same id, and not before its time', async () => {
    receiver.respond = (response) => void response.writeHead(500).end('stack trace');
    const id = await queue(hook());
    const found = await until(id, 'failed');
    expect(found).toMatchObject({ attempts: 1, lastError: 'The receiver responded with status 500.' });
    const [{ dueAt } = { dueAt: '' }] = await queryRows<{ dueAt: string }>(service, 'SELECT dueAt FROM delivery WHERE publicID = ?', [id]);
    expect(found.nextAttemptDate).toBe(new Date(typeof dueAt === 'string' ? `${String(dueAt).replace(' ', 'T')}Z` : dueAt).toISOString());
    receiver.respond = (response) => void response.writeHead(200).end();
    await pass(id);
    expect(await until(id, 'sent')).toMatchObject({ attempts: 2, lastError: null });
    expect(idsReceived()).toEqual([id, id]);
  });

  it('honors Retry-After', async () => {
    receiver.respond = (response) => void response.writeHead(429, { 'Retry-After': '7200' }).end();
    const id = await queue(hook());
    const { nextAttemptDate = '' } = await until(id, 'failed');
    const [{ createdDate } = { createdDate: '' }] = (await service.http.get('/api/Deliveries?limit=1').expect(200)).body as {
      createdDate: string;
    }[];
    expect(Date.parse(nextAttemptDate) - Date.parse(createdDate)).toBeGreaterThanOrEqual(7_200_000);
  });

  it.each([
    [400, 1],
    [410, 1],
    [302, 1],
    [404, 3],
  ])('that receives %i is dead after %i attempts', async (status, attempts) => {
    receiver.respond = (response) => void response.writeHead(status, { Location: '/elsewhere' }).end();
    const id = await queue(hook());
    for (let attempt = 1; attempt < attempts; attempt++) {
      await until(id, 'failed', attempt);
      await pass(id);
    }
    const found = await until(id, 'dead');
    expect(found).toMatchObject({ attempts, lastError: expect.stringContaining(String(status)) });
    expect(found).not.toHaveProperty('nextAttemptDate');
    expect(receiver.received).toHaveLength(attempts);
  });

  it('is given up after the last attempt', async () => {
    receiver.respond = (response) => void response.writeHead(503).end();
    const id = await queue(hook());
    await until(id, 'failed');
    await pass(id, ', attempts = 12');
    expect(await until(id, 'dead')).toMatchObject({ attempts: 13 });
  });

  it('is given up when each attempt crashed the service', async () => {
    receiver.respond = (response) => void response.writeHead(503).end();
    const id = await queue(hook());
    await until(id, 'failed');
    await pass(id, ", state = 'sending', leaseID = 'gone', attempts = 13");
    expect(await until(id, 'dead')).toMatchObject({ lastError: expect.stringContaining('interrupted') });
    expect(receiver.received).toHaveLength(1);
  });

  it('is sent again by another worker when its sender died, whose late report is ignored', async () => {
    let first: (() => void) | undefined;
    receiver.respond = (response) => void (first = () => response.writeHead(400).end());
    const id = await queue(hook());
    await untilReceived(1);
    expect(await find(id)).toMatchObject({ state: 'sending', attempts: 1 });
    receiver.respond = (response) => void response.writeHead(200).end();
    await pass(id, ", leaseID = 'gone'");
    const found = await until(id, 'sent');
    first?.();
    await until(await queue(hook()), 'sent');
    expect(await find(id)).toEqual(found);
    expect(idsReceived().slice(0, 2)).toEqual([id, id]);
  });
});

describe('Resending', () => {
  it('starts over with the same id', async () => {
    receiver.respond = (response) => void response.writeHead(410).end();
    const id = await queue(hook());
    await until(id, 'dead');
    receiver.respond = (response) => void response.writeHead(200).end();
    expect((await resend(id)).body).toMatchObject({ id, state: 'queued', attempts: 0, nextAttemptDate: expect.any(String) });
    expect(await until(id, 'sent')).toMatchObject({ attempts: 1, lastError: null });
    expect(idsReceived()).toEqual([id, id]);
  });

  it('does not wait for the next attempt of a failed one', async () => {
    receiver.respond = (response) => void response.writeHead(500).end();
    const id = await queue(hook());
    await until(id, 'failed');
    receiver.respond = (response) => void response.writeHead(200).end();
    await resend(id);
    await until(id, 'sent');
  });

  it('is rejected for a delivery that was sent or is under way', async () => {
    const sent = await queue(hook());
    await until(sent, 'sent');
    expect((await resend(sent, 409)).body).toMatchObject({
      type: '/problems/conflict',
      detail: 'The delivery has been sent; only one that failed, is dead or was cancelled can be sent again.',
    });
    let finish: (() => void) | undefined;
    receiver.respond = (response) => void (finish = () => response.writeHead(200).end());
    const sending = await queue(hook());
    await untilReceived(2);
    expect((await resend(sending, 409)).body).toMatchObject({ detail: expect.stringContaining('is being sent') });
    finish?.();
    await until(sending, 'sent');
  });

  it.each([
    ['get', ''],
    ['post', '/Resend'],
  ] as const)('and reading (%s) return 404 for an unknown id', async (method, path) => {
    expect((await service.http[method](`/api/Deliveries/${NOBODY}${path}`).expect(404)).body).toMatchObject({
      detail: `Delivery ${NOBODY} not found.`,
    });
    expect((await service.http[method](`/api/Deliveries/7${path}`).expect(400)).body).toMatchObject({
      errors: [{ pointer: '/id', in: 'path', detail: 'must be a UUID' }],
    });
  });
});

describe('The list', () => {
  it('is newest first, filtered by state and kind, in pages, without the contents', async () => {
    receiver.respond = (response) => void response.writeHead(410).end();
    const ids: string[] = [];
    for (let index = 0; index < 3; index++) ids.unshift(await queue(hook()));
    for (const id of ids) await until(id, 'dead');
    const first = await service.http.get('/api/Deliveries?state=DEAD&kind=webhook&limit=2').expect(200);
    expect(first.body.map(({ id }: Delivery) => id)).toEqual(ids.slice(0, 2));
    expect(first.body[0]).not.toHaveProperty('body');
    expect(Number(first.headers['x-total-count'])).toBeGreaterThanOrEqual(3);
    const [, next = ''] = /<(.*)>/.exec(first.headers['link'] ?? '') ?? [];
    const second = await service.http.get(next).expect(200);
    expect(second.body[0]).toMatchObject({ id: ids[2] });
    expect((await service.http.get('/api/Deliveries?state=dead&kind=sms').expect(200)).body).toEqual([]);
  });

  it.each([
    ['state=lost', '/state', /queued, sending, sent, failed, dead/],
    ['kind=fax', '/kind', /email, sms, webhook/],
    ['runId=0', '/runId', /from 1/],
  ])('rejects %s', async (query, pointer, detail) => {
    const { body } = await service.http.get(`/api/Deliveries?${query}`).expect(400);
    expect(body).toMatchObject({ errors: [{ pointer, in: 'query', detail: expect.stringMatching(detail) }] });
  });
});

describe('Nothing is queued', () => {
  it.each<[string, object, string]>([
    ['to two addresses', { ...EMAIL, to: 'a@example.com, b@example.com' }, '/to'],
    ['to an address with a header in it', { ...EMAIL, to: 'a@example.com\r\nBcc: b@example.com' }, '/to'],
    ['to an address with a name', { ...EMAIL, to: 'Ana <a@example.com>' }, '/to'],
    ['to a quoted address', { ...EMAIL, to: '"a@evil.example x"@example.com' }, '/to'],
    ['to an address in angle brackets', { ...EMAIL, to: '<a@example.com>' }, '/to'],
    ['without a recipient', { ...EMAIL, to: '' }, '/to'],
    ['with a header in the subject', { ...EMAIL, subject: 'Hello\r\nBcc: b@example.com' }, '/subject'],
    ['with a line break in the subject', { ...EMAIL, subject: 'Hello\nyou' }, '/subject'],
    ['with a header in the reply-to address', { ...EMAIL, replyTo: 'a@example.com\nBcc: b@example.com' }, '/replyTo'],
    ['to a phone number without a country code', { kind: 'sms', to: '0491 570 006', body: 'Hi' }, '/to'],
    ['to a URL with a password', { kind: 'webhook', to: 'https://me:secret@example.com/', body: '{}' }, '/to'],
    ['to a URL with another scheme', { kind: 'webhook', to: 'file:///etc/passwd', body: '{}' }, '/to'],
    ['to an invalid URL', { kind: 'webhook', to: 'example.com', body: '{}' }, '/to'],
    ['without JSON', { kind: 'webhook', to: 'https://example.com/', body: 'hello' }, '/body'],
    ['that is too long', { ...EMAIL, body: 'x'.repeat(100_001) }, '/body'],
  ])('%s', async (_, delivery, pointer) => {
    await expect(queue(delivery as NewDelivery)).rejects.toMatchObject({ status: 400, members: { errors: [{ pointer }] } });
  });

  it('twice with the same key', async () => {
    const [first, second] = [
      await queue(hook({ dedupeKey: 'run 1, record 2, action 3' })),
      await queue(hook({ dedupeKey: 'run 1, record 2, action 3' })),
    ];
    expect(second).toBe(first);
    await until(await queue(hook({ dedupeKey: 'run 1, record 2, action 4' })), 'sent');
    await until(first, 'sent');
    expect(receiver.received).toHaveLength(2);
  });
});

describe('By default', () => {
  const inFolder = (name: string): string => readFileSync(join(folder, name), 'utf8');

  it('an e-mail is written to a file that mail programs can open', async () => {
    const id = await queue({ ...EMAIL, subject: 'Größe: 7', body: 'Liebe Ana,\n.\nbis Montag', replyTo: 'noah@example.com' });
    await until(id, 'sent');
    const mail = inFolder(`${id}.eml`);
    expect(mail).toMatch(new RegExp(`^Message-ID: <${id}@localhost>\r$`, 'm'));
    for (const line of [
      'From: Recruitment <no-reply@localhost>',
      'To: ana@example.com',
      'Reply-To: noah@example.com',
      'Auto-Submitted: auto-generated',
    ])
      expect(mail).toContain(`${line}\r\n`);
    expect(mail).toContain('=?UTF-8?Q?Gr=C3=B6=C3=9Fe=3A_7?=');
    expect(mail.endsWith('Liebe Ana,\r\n.\r\nbis Montag\r\n')).toBe(true);
  });

  it('an e-mail in HTML is written with its plain text', async () => {
    const id = await queue({ ...EMAIL, body: 'See you', html: '<p>See <b>you</b></p>' });
    await until(id, 'sent');
    const mail = inFolder(`${id}.eml`);
    expect(mail).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(mail).toMatch(/text\/plain.*See you\r\n.*text\/html.*<p>See <b>you<\/b><\/p>\r\n/s);
    expect((await service.http.get(`/api/Deliveries/${id}`).expect(200)).body).toMatchObject({
      body: 'See you',
      html: '<p>See <b>you</b></p>',
    });
  });

  it('a text message is written to a file', async () => {
    const id = await queue({ kind: 'sms', to: '+61491570006', body: 'Grüße' });
    await until(id, 'sent');
    expect(JSON.parse(inFolder(`${id}.json`))).toEqual({ id, to: '+61491570006', text: 'Grüße' });
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

describe('The number of messages to a person', () => {
  it('is counted from a given time, for each of them', async () => {
    const { messagesSince } = await import('../src/deliveries/index.js');
    const create = async (path: string, body: object): Promise<number> =>
      ((await service.http.post(`/api/${path}`).send(body).expect(201)).body as { id: number }).id;
    const candidate = (email1: string) => create('Candidates', { lastName: email1, email1, mobile: '+61491570006' });
    const [one, two, three] = [
      await candidate('one@example.com'),
      await candidate('two@example.com'),
      await candidate('three@example.com'),
    ];
    const contact = await create('Contacts', { surname: 'Four', email: 'four@example.com' });
    const person = { type: 'Candidate', id: one };
    const began = new Date();
    const count = (since: Date) =>
      inTransaction(service, ({ em, types }) => {
        const type = types.named('Candidate');
        return messagesSince(
          em,
          [one, two, three].map((id) => ({ type, id })),
          since,
        );
      });
    await queue({ ...EMAIL, person: { type: 'Candidate', id: two } });
    await queue({ ...EMAIL, person });
    await queue({ kind: 'sms', to: '+61491570006', body: 'Hi', person });
    await queue({ ...EMAIL, person: { type: 'Contact', id: contact } });
    await until(await queue(hook({ person })), 'sent');
    for (const state of ['dead', 'cancelled']) {
      const id = await queue({ ...EMAIL, person });
      // A delivery that is being sent would get its state again after the statement.
      await until(id, 'sent');
      await queryRows(service, `UPDATE delivery SET state = '${state}' WHERE publicID = ?`, [id]);
    }
    expect([...(await count(new Date(began.getTime() - 1000)))].sort()).toEqual([
      [`Candidate/${one}`, 2],
      [`Candidate/${two}`, 1],
    ]);
    expect(await count(new Date(Date.now() + 60_000))).toEqual(new Map());
  });
});

describe('Two workers', () => {
  it('share the work without sending anything twice', async () => {
    const { queueDelivery } = await import('../src/deliveries/index.js');
    const other = onServer ? await service.twin() : undefined;
    const ids = await inTransaction(service, async (transaction) => {
      const queued: string[] = [];
      for (let index = 0; index < 60; index++) queued.push(await queueDelivery(transaction, hook()));
      return queued;
    });
    for (const id of ids) expect(await until(id, 'sent')).toMatchObject({ attempts: 1 });
    expect(idsReceived().sort()).toEqual([...ids].sort());
    await other?.close();
  });

  it('take each delivery from the outbox once', async () => {
    const { Outbox } = await import('../src/deliveries/sending/outbox.js');
    const { Hosts } = await import('../src/deliveries/sending/hosts.js');
    const outbox = service.app.get(Outbox, { strict: false });
    await queryRows(
      service,
      "INSERT INTO delivery (publicID, kind, state, recipient, body, byID, attempts, dueAt, createdDate) VALUES ('x', 'fax', 'queued', '1', '', 1, 0, '2020-01-01 00:00:00.000', '2020-01-01 00:00:00.000')",
    );
    const taken = await Promise.all(Array.from({ length: 8 }, () => outbox.claim('fax' as never, 5, new Hosts())));
    expect(taken.flatMap(({ deliveries }) => deliveries)).toHaveLength(1);
    await queryRows(service, "DELETE FROM delivery WHERE kind = 'fax'");
  });
});

describe('At shutdown', () => {
  it('a sending may finish; what takes too long is released and sent again after the restart', async () => {
    let finish: (() => void) | undefined;
    receiver.respond = (response, { body }) => {
      if (body === '"quick"') finish = () => response.writeHead(200).end();
    };
    const [quick, slow] = [await queue(hook({ body: '"quick"' })), await queue(hook({ body: '"slow"' }))];
    await untilReceived(2);
    const restarting = service.restart(OPEN);
    await pause(50);
    finish?.();
    receiver.respond = (response) => void response.writeHead(200).end();
    service = await restarting;
    expect(await find(quick)).toMatchObject({ state: 'sent', attempts: 1 });
    expect(await until(slow, 'sent')).toMatchObject({ attempts: 2 });
    expect(idsReceived().filter((id) => id === slow)).toHaveLength(2);
  });
});

describe('Private addresses', () => {
  it('are given up at once where they are not allowed', async () => {
    service = await service.restart({ ...OPEN, WEBHOOK_ALLOW_PRIVATE: 'false' });
    const ids = [
      await queue(hook()),
      await queue(hook({ to: receiver.url.replace('http:', 'https:') })),
      await queue(hook({ to: 'https://localhost/' })),
    ];
    for (const id of ids)
      expect(await until(id, 'dead')).toMatchObject({ attempts: 1, lastError: expect.stringContaining('WEBHOOK_ALLOW_PRIVATE') });
    expect(receiver.received).toEqual([]);
  });
});

describe('A mail server and an SMS gateway', () => {
  let mailServer: MailServer;
  beforeAll(async () => {
    mailServer = await MailServer.open();
    service = await service.restart({
      ...OPEN,
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Acme Staffing <jobs@acme.example>',
      SMS_GATEWAY_URL: receiver.url,
      SMS_GATEWAY_TOKEN: 'token-of-the-gateway',
    });
  });
  afterAll(() => mailServer.close());

  it('receive their messages', async () => {
    const mail = await queue(EMAIL);
    await until(mail, 'sent');
    expect(mailServer.mails).toHaveLength(1);
    expect(mailServer.mails[0]).toContain(`Message-ID: <${mail}@acme.example>`);
    expect(mailServer.mails[0]).toContain('From: Acme Staffing <jobs@acme.example>');
    const sms = await queue({ kind: 'sms', to: '+61491570006', body: 'Hi' });
    await until(sms, 'sent');
    expect(receiver.received).toMatchObject([
      {
        headers: { authorization: 'Bearer token-of-the-gateway', 'idempotency-key': sms },
        body: JSON.stringify({ id: sms, to: '+61491570006', text: 'Hi' }),
      },
    ]);
  });

  it.each([
    ['550 no such user here', 'dead'],
    ['450 mailbox busy', 'failed'],
    ['530 log in first', 'failed'],
  ])('that reply %s leave the e-mail %s', async (reply, state) => {
    mailServer.respondToRecipient = () => reply;
    const id = await queue(EMAIL);
    const found = await until(id, state);
    expect(found).toMatchObject({
      attempts: 1,
      lastError: expect.stringMatching(reply.startsWith('530') ? /credentials/ : new RegExp(reply)),
    });
    mailServer.respondToRecipient = () => '250 fine';
    await resend(id);
    await until(id, 'sent');
    expect(mailServer.mails.at(-1)).toContain(`Message-ID: <${id}@`);
  });

  it('that are down are tried again, and no error shows their secrets', async () => {
    await mailServer.close();
    receiver.respond = (response, { headers }) => void response.writeHead(500).end(headers.authorization);
    const [mail, sms] = [await queue(EMAIL), await queue({ kind: 'sms', to: '+61491570006', body: 'Hi' })];
    expect(await until(mail, 'failed')).toMatchObject({ lastError: expect.stringContaining('The mail server cannot be reached') });
    await until(sms, 'failed');
    const { text } = await service.http.get('/api/Deliveries?limit=1000').expect(200);
    expect(text).not.toMatch(/token-of-the-gateway|whsec_/);
  });
});
