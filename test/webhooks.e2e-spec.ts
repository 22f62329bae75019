import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook as Signature } from 'standardwebhooks';
import { onServer } from '../src/core/database/support/kind';
import { ADMIN_KEY, createKey, createUser, requestAs, WITH_ADMIN } from './support/api-keys';
import { apiClient, type Body, type RecordBody } from './support/api-client';
import { startApp, type TestApp } from './support/app';
import { queryRows } from './support/database';
import { setClock } from './support/event-processing';
import { WebhookReceiver, type Received } from './support/receiver';

const ENVIRONMENT = { DEMO_DATA: 'false', WEBHOOK_ALLOW_PRIVATE: 'true' };

let service: TestApp;
let receiver: WebhookReceiver;
const { createRecord, getRecord, listRecords, updateRecord, deleteRecord, expectProblem } = apiClient(() => service);
beforeAll(async () => void (service = await startApp(ENVIRONMENT)));
beforeEach(async () => void (receiver = await WebhookReceiver.open()));
afterEach(async () => {
  for (const { id } of await listRecords('Webhooks')) await deleteRecord(`Webhooks/${String(id)}`);
  await receiver.close();
});
afterAll(() => service.close());

type Subscribed = RecordBody & { readonly secret: string; readonly position: number };

const subscribe = (body: Body = {}): Promise<Subscribed> =>
  createRecord('Webhooks', { name: 'Warehouse', url: receiver.url, ...body }) as Promise<Subscribed>;
const post = async (path: string, body: object = {}, status = 200, of = service): Promise<Body> =>
  (await of.http.post(`/api/${path}`).send(body).expect(status)).body as Body;

/** Waits until so much has arrived, then makes sure that it was all: what came later would be behind a ping. */
async function arrived(amount: number, { id }: RecordBody): Promise<Body[]> {
  while (payloads().length < amount) await pause(20);
  await post(`Webhooks/${id}/Ping`);
  while (!all().some(({ type }) => type === 'webhook.ping')) await pause(20);
  return payloads();
}

const all = (of = receiver): Body[] => of.received.map(({ body }) => JSON.parse(body) as Body);
const dataOf = ({ data }: Body): Body => data as Body;
/** In the order of the changes. */
const payloads = (of = receiver): Body[] =>
  all(of)
    .filter(({ type }) => type !== 'webhook.ping')
    .sort((one, other) => Number(dataOf(one)['sequence']) - Number(dataOf(other)['sequence']));
const verifies = (secret: string, { body, headers }: Received): boolean => {
  try {
    new Signature(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(20);
}

/** Changes of clients that the receiver has been told and has not answered yet, with the ids of their deliveries. */
async function heldAttempts(amount: number): Promise<{ id: string; response: ServerResponse }[]> {
  const held: { id: string; response: ServerResponse }[] = [];
  receiver.respond = (response, { headers }) => void held.push({ id: String(headers['webhook-id']), response });
  for (let index = 0; index < amount; index++) await createRecord('Clients', { name: `Slow ${index}` });
  while (held.length < amount) await pause(20);
  return held;
}

/** As if the process that holds it had ended, and its lease with it. */
async function expireLease(id: string): Promise<void> {
  const { DeliveryWorker } = await import('../src/deliveries/index.js');
  await queryRows(service, "UPDATE delivery SET leaseID = 'gone', dueAt = '2020-01-01 00:00:00.000' WHERE publicID = ?", [id]);
  service.app.get(DeliveryWorker, { strict: false }).wake();
}

const deliveriesOf = ({ id }: RecordBody, query = ''): Promise<Body[]> => listRecords(`Webhooks/${id}/Deliveries?${query}`);
const lastSequence = async (): Promise<number> => Number((await service.http.get('/api/Changes?limit=1')).headers['x-last-sequence']);

describe('A webhook', () => {
  it('is told each change as the feed shows it, signed by its own secret', async () => {
    await createRecord('Clients', { name: 'Before' });
    await lastSequence();
    const webhook = await subscribe({ types: ['Client'] });
    const { id } = await createRecord('Clients', { name: 'Harbour' });
    const [payload] = await arrived(1, webhook);
    const [change] = await listRecords(`Changes?types=Client&recordIds=${id}`);
    expect(payload).toEqual({ id: expect.any(String) as string, type: 'client.created', timestamp: change!['at'], data: change });
    const { headers } = receiver.received[0]!;
    expect(headers['webhook-id']).toBe(payload!['id']);
    expect(receiver.received.map((received) => verifies(webhook.secret, received))).toEqual([true, true]);
    expect(verifies(`whsec_${Buffer.alloc(32).toString('base64')}`, receiver.received[0]!)).toBe(false);
  });

  it('shows its secret once, and stores it encrypted', async () => {
    const { id, secret } = await subscribe();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await getRecord(`Webhooks/${id}`)).not.toHaveProperty('secret');
    const rows = await queryRows<{ secret: string }>(service, 'SELECT secret FROM webhook_state WHERE webhookID = ?', [id]);
    expect(rows[0]?.secret).toMatch(/^v1\./);
    expect(JSON.stringify(await listRecords(`Changes?types=Webhook&recordIds=${id}`))).not.toContain(secret.slice(6));
  });

  it.each<[string, Body, string[]]>([
    ['record types', { types: ['Contact'] }, ['contact.created', 'contact.updated', 'contact.updated', 'contact.deleted']],
    ['actions', { types: ['Contact'], actions: ['deleted'] }, ['contact.deleted']],
    ['fields', { fields: ['jobTitle'] }, ['contact.created', 'contact.updated']],
    ['events, by which they are named', { events: [32] }, ['opportunity.stage_changed']],
  ])('is told only what it subscribes to, by %s', async (_, filter, types) => {
    const webhook = await subscribe(filter);
    const { id } = await createRecord('Contacts', { surname: 'Bennett', jobTitle: 'Buyer' });
    await updateRecord(`Contacts/${id}`, { jobTitle: 'Chief buyer' });
    await updateRecord(`Contacts/${id}`, { surname: 'Benett' });
    const opportunity = await createRecord('Opportunities', { name: 'Fit-out' });
    await updateRecord(`Opportunities/${opportunity.id}`, { stageID: 2 });
    await deleteRecord(`Contacts/${id}`);
    expect((await arrived(types.length, webhook)).map(({ type }) => type)).toEqual(types);
  });

  it('is told of what is no record, and takes names in any case', async () => {
    const webhook = await subscribe({ types: ['setting', 'PAYROLLINTEGRATION'] });
    expect(webhook['types']).toEqual(['Setting', 'PayrollIntegration']);
    await post('Configuration/JobPosting', [{ type: 'advertDays', value: '21' }]);
    await createRecord('Clients', { name: 'Harbour' });
    expect((await arrived(1, webhook)).map(({ type }) => type)).toEqual(['setting.updated']);
  });

  it('has its types under their former name, too', async () => {
    const webhook = await subscribe({ recordTypes: ['Client'] });
    const { id } = webhook;
    const both = async () => {
      const { types, recordTypes } = await getRecord(`Webhooks/${id}`);
      return [types, recordTypes];
    };
    expect(await both()).toEqual([['Client'], ['Client']]);
    const whole = await getRecord(`Webhooks/${id}`);
    await updateRecord(`Webhooks/${id}`, { ...whole, types: ['Job'] });
    expect(await both()).toEqual([['Job'], ['Job']]);
    await updateRecord(`Webhooks/${id}`, { ...(await getRecord(`Webhooks/${id}`)), recordTypes: [] });
    expect(await both()).toEqual([[], []]);
    const { errors } = await expectProblem('put', `Webhooks/${id}`, { types: ['Job'], recordTypes: ['Client'] }, 400);
    expect(errors).toEqual([{ pointer: '/recordTypes', detail: expect.stringContaining('must be the same as types') as string }]);
    const [stored] = await queryRows<{ filterText: string }>(service, 'SELECT filterText FROM webhook WHERE id = ?', [id]);
    expect(JSON.parse(stored!.filterText)).toMatchObject({ recordTypes: [] });
  });

  it('keeps fields of earlier versions that no change names, and takes no further ones', async () => {
    const { id } = await subscribe({ types: ['Job'], fields: ['title'] });
    const filterText = JSON.stringify({ recordTypes: ['Job'], fields: ['titel'] });
    await queryRows(service, 'UPDATE webhook SET filterText = ? WHERE id = ?', [filterText, id]);
    const whole = await getRecord(`Webhooks/${id}`);
    await updateRecord(`Webhooks/${id}`, { ...whole, name: 'Store', actions: ['created'] });
    await post(`Webhooks/${id}/Pause`);
    const { errors } = await expectProblem('put', `Webhooks/${id}`, { ...whole, fields: ['titel', 'statuss'] }, 400);
    expect(errors).toEqual([{ pointer: '/fields', detail: expect.stringMatching(/^has "statuss", which is not a field/) as string }]);
    expect(await getRecord(`Webhooks/${id}`)).toMatchObject({ name: 'Store', actions: ['created'], fields: ['titel'], isActive: false });
    await updateRecord(`Webhooks/${id}`, { fields: ['title'] });
    await expectProblem('put', `Webhooks/${id}`, { types: ['Timesheet'] }, 400);
  });

  it('is told the complete record if it wants it', async () => {
    const webhook = await subscribe({ types: ['Opportunity'], includeRecord: true });
    const { id } = await createRecord('Opportunities', { name: 'Fit-out', value: 5000 });
    const [payload] = await arrived(1, webhook);
    expect(dataOf(payload!)['record']).toEqual(await getRecord(`Opportunities/${id}`));
  });

  it('is told of a change that is too long without its values', async () => {
    const webhook = await subscribe({ types: ['Opportunity'], includeRecord: true });
    const { id } = await createRecord('Opportunities', { name: 'Long', description: 'a'.repeat(50_000) });
    await updateRecord(`Opportunities/${id}`, { description: 'b'.repeat(60_000) });
    const [created, updated] = (await arrived(2, webhook)).map(dataOf);
    expect(created).toMatchObject({ isIncomplete: true, fields: { name: { after: 'Long' } } });
    expect(created).not.toHaveProperty('record');
    expect(updated).toMatchObject({ isIncomplete: true, fields: {}, recordID: id, version: 2 });
  });

  it('is signed by both secrets for a while after a rotation, and then by the new one', async () => {
    const webhook = await subscribe({ types: ['Client'] });
    const { secret, previousSecretExpiresDate } = await post(`Webhooks/${webhook.id}/RotateSecret`, { graceHours: 1 });
    expect(previousSecretExpiresDate).toEqual(expect.stringMatching(/Z$/));
    await createRecord('Clients', { name: 'Both' });
    await arrived(1, webhook);
    expect([webhook.secret, secret as string].map((each) => verifies(each, receiver.received[0]!))).toEqual([true, true]);
    const again = await post(`Webhooks/${webhook.id}/RotateSecret`, { graceHours: 0 });
    receiver.received.length = 0;
    await createRecord('Clients', { name: 'One' });
    await arrived(1, webhook);
    const secrets = [webhook.secret, secret as string, again['secret'] as string];
    expect(secrets.map((each) => verifies(each, receiver.received[0]!))).toEqual([false, false, true]);
    expect((await listRecords(`Audit?type=Webhook&recordID=${webhook.id}&action=rotated`)).length).toBe(2);
  });

  it('is told nothing while it is paused, and then what it has missed', async () => {
    const webhook = await subscribe({ types: ['Client'] });
    expect(await post(`Webhooks/${webhook.id}/Pause`)).toMatchObject({ isActive: false, pausedReason: null });
    await post(`Webhooks/${webhook.id}/Pause`);
    const { id } = await createRecord('Clients', { name: 'Meanwhile' });
    await post(`Webhooks/${webhook.id}/Ping`);
    await until(async () => all().length === 1);
    expect(payloads()).toEqual([]);
    expect(await post(`Webhooks/${webhook.id}/Resume`)).toMatchObject({ isActive: true });
    expect((await arrived(1, webhook)).map((each) => dataOf(each)['recordID'])).toEqual([id]);
  });

  it('holds what has been queued already when it is paused', async () => {
    const webhook = await subscribe({ types: ['Client'] });
    receiver.respond = (response) => void response.writeHead(503, { 'Retry-After': '0' }).end();
    await createRecord('Clients', { name: 'Queued' });
    await until(async () => (await deliveriesOf(webhook, 'state=failed')).length === 1);
    await post(`Webhooks/${webhook.id}/Pause`);
    const [{ id } = { id: '' }] = await deliveriesOf(webhook);
    expect(await post(`Webhooks/${webhook.id}/Deliveries/${String(id)}/Resend`)).toMatchObject({ state: 'queued', attempts: 0 });
    const before = receiver.received.length;
    await post(`Webhooks/${webhook.id}/Ping`);
    await until(async () => all().some(({ type }) => type === 'webhook.ping'));
    expect(payloads().length).toBe(before);
    receiver.respond = (response) => void response.writeHead(204).end();
    await post(`Webhooks/${webhook.id}/Resume`);
    expect((await arrived(before + 1, webhook)).at(-1)?.['id']).toBe(id);
  });

  it('is told changes again from a position in the feed, under new ids', async () => {
    const webhook = await subscribe({ types: ['Client'] });
    const after = await lastSequence();
    for (const name of ['One', 'Two', 'Three']) await createRecord('Clients', { name });
    const first = await arrived(3, webhook);
    expect(await post(`Webhooks/${webhook.id}/Replay`, { after: after + 1 })).toMatchObject({ position: after + 1 });
    while (payloads().length < 5) await pause(20);
    const ids = payloads().map(({ id }) => id);
    expect(new Set(ids).size).toBe(5);
    expect(first.every(({ id }) => ids.includes(id))).toBe(true);
    expect(payloads().map((each) => Number(dataOf(each)['sequence']) - after)).toEqual([1, 2, 2, 3, 3]);
    expect((await expectProblem('post', `Webhooks/${webhook.id}/Replay`, { after: 999_999_999 }, 409))['type']).toBe(
      '/problems/changes-gone',
    );
    expect(await listRecords(`Audit?type=Webhook&recordID=${webhook.id}&action=replayed`)).toHaveLength(1);
  });

  it('is told what was changed while the service was stopped, and nothing twice', async () => {
    const webhook = await subscribe({ types: ['Client'] });
    await post(`Webhooks/${webhook.id}/Pause`);
    const { id } = await createRecord('Clients', { name: 'Before the stop' });
    await queryRows(service, 'UPDATE webhook SET isActive = 1 WHERE id = ?', [webhook.id]);
    service = await service.restart(ENVIRONMENT);
    expect((await arrived(1, webhook)).map((each) => dataOf(each)['recordID'])).toEqual([id]);
    service = await service.restart(ENVIRONMENT);
    receiver.received.length = 0;
    expect(await arrived(0, webhook)).toEqual([]);
  });

  it('acts as its user, with the divisions that the user has at that moment', async () => {
    const [own, other] = [await createRecord('divisions', { name: 'Own' }), await createRecord('divisions', { name: 'Other' })];
    const idOf = (division: Body): number => Number(division['divisionID'] ?? division['divisionId'] ?? division['id']);
    const user = await createRecord('Users', { name: 'Branch', email: 'branch@example.com', roleID: 1, divisionIDs: [idOf(own)] });
    const webhook = await subscribe({ types: ['Opportunity'], userID: user.id });
    const mine = await createRecord('Opportunities', { name: 'Mine', division: idOf(own) });
    await createRecord('Opportunities', { name: 'Theirs', division: idOf(other) });
    expect((await arrived(1, webhook)).map((each) => dataOf(each)['recordID'])).toEqual([mine.id]);
    await updateRecord(`Users/${user.id}`, { isActive: false });
    await createRecord('Opportunities', { name: 'Later', division: idOf(own) });
    await until(async () => (await getRecord(`Webhooks/${webhook.id}`))['isActive'] === false);
    expect((await getRecord(`Webhooks/${webhook.id}`))['pausedReason']).toBe('its user Branch is no longer active');
    const messages = (await listRecords('Me/Notifications')).map(({ message }) => message);
    expect(messages).toContain('The webhook Warehouse has been paused: its user Branch is no longer active.');
    expect(await expectProblem('post', `Webhooks/${webhook.id}/Resume`, {}, 400)).toMatchObject({ errors: [{ pointer: '/userID' }] });
  });

  it('has its history, and cancels what waits when it is deleted', async () => {
    const webhook = await subscribe({ types: ['Client'] });
    receiver.respond = (response) => void response.writeHead(500).end();
    await createRecord('Clients', { name: 'Never' });
    await until(async () => (await deliveriesOf(webhook, 'state=failed')).length === 1);
    await deleteRecord(`Webhooks/${webhook.id}`);
    expect((await deliveriesOf(webhook)).map(({ state, lastError }) => [state, lastError])).toEqual([
      ['cancelled', 'The webhook has been deleted.'],
    ]);
    await expectProblem('post', `Webhooks/${webhook.id}/Ping`, {}, 409);
    expect((await listRecords(`Webhooks/${webhook.id}/History`)).map(({ action }) => action)).toEqual(['deleted', 'created']);
  });
});

describe('The deliveries of a webhook', () => {
  it('show request and response', async () => {
    const webhook = await subscribe();
    receiver.respond = (response) => void response.writeHead(201, { 'x-stored': 'yes' }).end('é'.repeat(1000));
    const { id } = await post(`Webhooks/${webhook.id}/Ping`);
    const path = `Webhooks/${webhook.id}/Deliveries/${String(id)}`;
    await until(async () => (await getRecord(path))['state'] === 'sent');
    const delivery = await getRecord(path);
    const { headers } = delivery['request'] as { headers: Record<string, string> };
    expect(verifies(webhook.secret, { ...receiver.received[0]!, headers })).toBe(true);
    expect(headers).toMatchObject({ 'Content-Type': 'application/json', 'webhook-id': id });
    expect(delivery).toMatchObject({
      ...{ id, sequence: null, attempts: 1, responseStatus: 201, lastError: null, durationMs: expect.any(Number) as number },
      request: { url: receiver.url, body: receiver.received[0]!.body },
      response: { status: 201, headers: expect.objectContaining({ 'x-stored': 'yes' }) as object, body: 'é'.repeat(512) },
    });
    expect(await listRecords('Deliveries')).toEqual([]);
    await service.http.get(`/api/Deliveries/${String(id)}`).expect(404);
    const other = await subscribe();
    await service.http.get(`/api/Webhooks/${other.id}/Deliveries/${String(id)}`).expect(404);
  });

  it.each<[string, number, Record<string, string>, Body]>([
    ['fails', 500, {}, { state: 'failed', lastError: 'The receiver responded with status 500.' }],
    ['redirects', 302, { Location: 'http://127.0.0.1:1/' }, { state: 'dead', lastError: expect.stringMatching(/Redirects are not/) }],
    ['refuses', 422, {}, { state: 'dead' }],
  ])('show a receiver that %s', async (_, status, headers, expected) => {
    const webhook = await subscribe({ types: ['Client'] });
    receiver.respond = (response) => void response.writeHead(status, headers).end('No');
    await createRecord('Clients', { name: 'Any' });
    await until(async () => (await deliveriesOf(webhook))[0]?.['responseStatus'] === status);
    const [delivery] = await deliveriesOf(webhook);
    expect(delivery).toMatchObject({ ...expected, attempts: 1, recordType: 'Client' });
    expect(receiver.received).toHaveLength(1);
  });

  it('show a receiver that cannot be reached, and go to a new URL', async () => {
    const webhook = await subscribe({ types: ['Client'], url: 'http://127.0.0.1:9/' });
    await createRecord('Clients', { name: 'Moved' });
    await until(async () => (await deliveriesOf(webhook, 'state=failed')).length === 1);
    const [delivery] = await deliveriesOf(webhook);
    expect(delivery).toMatchObject({ responseStatus: null, lastError: expect.stringMatching(/cannot be reached/) as string });
    await updateRecord(`Webhooks/${webhook.id}`, { url: receiver.url });
    await post(`Webhooks/${webhook.id}/Deliveries/${String(delivery!['id'])}/Resend`);
    expect((await arrived(1, webhook)).map(({ id }) => id)).toEqual([delivery!['id']]);
  });

  it('go to a new URL though an attempt was under way, unless they arrived at the former one', async () => {
    const later = await WebhookReceiver.open();
    const webhook = await subscribe({ types: ['Client'] });
    const held = await heldAttempts(2);
    await updateRecord(`Webhooks/${webhook.id}`, { url: later.url });
    const [former, next] = [
      { state: 'sent', request: { url: receiver.url } },
      { state: 'failed', request: { url: later.url } },
    ];
    for (const [index, expected] of [former, next].entries()) {
      const { id, response } = held[index]!;
      const path = `Webhooks/${webhook.id}/Deliveries/${id}`;
      response.writeHead(expected.state === 'sent' ? 204 : 500).end();
      await until(async () => (await getRecord(path))['state'] !== 'sending');
      expect(await getRecord(path)).toMatchObject(expected);
    }
    await post(`Webhooks/${webhook.id}/Deliveries/${held[1]!.id}/Resend`);
    await until(async () => (await deliveriesOf(webhook, 'state=sent')).length === 2);
    expect(all(later).map(({ id }) => id)).toEqual([held[1]!.id]);
    await later.close();
  });

  it('are cancelled if their webhook is deleted while an attempt is under way that fails, or ends with its process', async () => {
    const webhook = await subscribe({ types: ['Client'] });
    const [failing, lost] = await heldAttempts(2);
    await deleteRecord(`Webhooks/${webhook.id}`);
    failing!.response.writeHead(500).end();
    await expireLease(lost!.id);
    await until(async () => (await deliveriesOf(webhook, 'state=cancelled')).length === 2);
    for (const delivery of await deliveriesOf(webhook)) {
      expect(delivery).toMatchObject({ attempts: delivery['id'] === failing!.id ? 1 : 2, lastError: 'The webhook has been deleted.' });
      expect(delivery).not.toHaveProperty('nextAttemptDate');
    }
    lost!.response.end();
    expect(receiver.received).toHaveLength(2);
  });

  it('can be sent again under the same id, those that arrived too', async () => {
    const webhook = await subscribe({ types: ['Client'] });
    await createRecord('Clients', { name: 'Twice' });
    const [first] = await arrived(1, webhook);
    await until(async () => (await deliveriesOf(webhook, 'state=sent')).length === 2);
    await post(`Webhooks/${webhook.id}/Deliveries/${String(first!['id'])}/Resend`);
    while (payloads().length < 2) await pause(20);
    expect(payloads()).toEqual([first, first]);
  });

  it('do not keep those of another webhook waiting', async () => {
    const slow = await WebhookReceiver.open();
    const held: ServerResponse[] = [];
    slow.respond = (response) => void held.push(response);
    const stuck = await subscribe({ types: ['Client'], url: slow.url });
    const webhook = await subscribe({ types: ['Client'] });
    for (let index = 0; index < 10; index++) await createRecord('Clients', { name: `No. ${index}` });
    expect(await arrived(10, webhook)).toHaveLength(10);
    await deleteRecord(`Webhooks/${stuck.id}`);
    held.forEach((response) => response.end());
    await slow.close();
  });
});

describe('A webhook whose receiver takes nothing', () => {
  const MOST = 1000;

  it('has at most 1,000 deliveries that wait: further changes wait in the feed', async () => {
    receiver.respond = (response) => void response.writeHead(503).end();
    const webhook = await subscribe({ types: ['Client'] });
    const waiting = async (): Promise<number> => {
      const query = "SELECT COUNT(*) AS amount FROM delivery WHERE webhookID = ? AND state IN ('queued', 'sending', 'failed')";
      return Number((await queryRows<{ amount: number }>(service, query, [webhook.id]))[0]?.amount);
    };
    await createRecord('Clients', { name: 'The first' });
    await until(async () => (await waiting()) === 1);
    const csv = ['name', ...Array.from({ length: MOST + 50 }, (_, index) => `Further ${index}`)].join('\n');
    await service.http.post('/api/Clients/Import').set('Content-Type', 'text/csv').send(csv).expect(200);
    await until(async () => (await waiting()) >= MOST);
    expect(await waiting()).toBe(MOST);
    expect(Number((await getRecord(`Webhooks/${webhook.id}`))['position'])).toBeLessThan(await lastSequence());
  });
});

describe('The URL of a webhook', () => {
  it('is changed only by who sees what its user sees, also while it is paused', async () => {
    const guarded = await startApp({ ...WITH_ADMIN, WEBHOOK_ALLOW_PRIVATE: 'true' });
    const created = async (path: string, body: object): Promise<number> =>
      ((await requestAs(guarded, ADMIN_KEY, 'post', `/api/${path}`).send(body).expect(201)).body as { id: number }).id;
    const divisionIDs = [await created('divisions', { name: 'Branch' })];
    const userID = await createUser(guarded, { name: 'Of the branch', roleID: 1, divisionIDs });
    const { key } = await createKey(guarded, { name: 'Of the branch', userID });
    const id = await created('Webhooks', { name: 'Of all divisions', url: receiver.url, isActive: false });
    const change = (body: object) => requestAs(guarded, key, 'put', `/api/Webhooks/${id}`).send(body);
    const url = `${receiver.url}/elsewhere`;
    for (const more of [{}, { isActive: false }, { deleted: true }]) await change({ url, ...more }).expect(403);
    await change({ name: 'Renamed' }).expect(200);
    await requestAs(guarded, ADMIN_KEY, 'put', `/api/Webhooks/${id}`).send({ url }).expect(200);
    await guarded.close();
  });
});

describe('A webhook is refused', () => {
  it.each<[string, Body, string]>([
    ['without a name', { name: null }, '/name'],
    ['without a URL', { url: null }, '/url'],
    ['with a URL that is none', { url: 'hooks' }, '/url'],
    ['with a password in the URL', { url: 'https://me:secret@hooks.example.com/' }, '/url'],
    ['with an unknown record type', { types: ['Job', 'Nonsense'] }, '/types'],
    ['with record types that are no names', { types: [7] }, '/types'],
    ['with an unknown event', { events: [9999] }, '/events'],
    ['with an event of dates', { events: [12] }, '/events'],
    ['with an unknown field', { types: ['Job'], fields: ['title', 'titel'] }, '/fields'],
    ['with a field of another record type', { types: ['Job'], fields: ['hours'] }, '/fields'],
    ['with an unknown action', { actions: ['made'] }, '/actions'],
    ['with null for a list', { fields: null }, '/fields'],
    ['with an unknown user', { userID: 999_999 }, '/userID'],
  ])('%s', async (_, body, pointer) => {
    const all = { name: 'Any', url: receiver.url, ...body };
    const problem = await expectProblem('post', 'Webhooks', all, 400);
    expect((problem['errors'] as Body[]).map((each) => each['pointer'])).toEqual([pointer]);
    expect(await listRecords('Webhooks')).toEqual([]);
  });

  it.each([['http://hooks.example.com/'], ['https://127.0.0.1/'], ['https://localhost/'], ['https://[::1]/']])(
    'at %s, unless private addresses are allowed',
    async (url) => {
      const strict = await startApp({ DEMO_DATA: 'false' });
      const { body } = await strict.http.post('/api/Webhooks').send({ name: 'Any', url }).expect(400);
      expect((body as { errors: Body[] }).errors[0]).toMatchObject({ pointer: '/url' });
      await strict.close();
    },
  );
});

if (onServer) {
  describe('Two processes', () => {
    it('queue each change once', async () => {
      const webhook = await subscribe({ types: ['Client'] });
      const other = await service.twin();
      const services = [service, other];
      await Promise.all(Array.from({ length: 30 }, (_, index) => post('Clients', { name: `No. ${index}` }, 201, services[index % 2])));
      expect(await arrived(30, webhook)).toHaveLength(30);
      expect(new Set(payloads().map((each) => dataOf(each)['sequence'])).size).toBe(30);
      await other.close();
    });
  });
}

describe('By the clock', () => {
  const START = Date.parse('2026-03-02T01:00:00Z');
  const atDay = (days: number) => setClock(clocked, new Date(START + days * 86_400_000));
  const catchUp = async (): Promise<void> => {
    const { Housekeeping } = await import('../src/core/housekeeping/index.js');
    await clocked.app.get(Housekeeping, { strict: false }).catchUp();
  };
  let clocked: TestApp;
  const api = apiClient(() => clocked);
  beforeAll(async () => void (clocked = await startApp({ ...ENVIRONMENT, CLOCK_START: '2026-03-02T01:00:00Z', CHANGES_KEPT_DAYS: '60' })));
  afterAll(() => clocked.close());

  it('a webhook is paused after three days in which nothing arrived, and its deliveries are removed after thirty', async () => {
    receiver.respond = (response) => void response.writeHead(422).end();
    const { id } = await api.createRecord('Webhooks', { name: 'Broken', url: receiver.url, types: ['Client'] });
    const deliveries = (): Promise<Body[]> => api.listRecords(`Webhooks/${id}/Deliveries`);
    await api.createRecord('Clients', { name: 'Refused' });
    await until(async () => (await deliveries())[0]?.['state'] === 'dead');
    await atDay(2);
    await catchUp();
    expect(await api.getRecord(`Webhooks/${id}`)).toMatchObject({ isActive: true });
    await atDay(3.5);
    await catchUp();
    expect(await api.getRecord(`Webhooks/${id}`)).toMatchObject({
      isActive: false,
      pausedReason: expect.stringMatching(/^nothing has arrived since 2026-03-02/) as string,
    });
    expect((await api.listRecords('Me/Notifications'))[0]?.['message']).toMatch(/^The webhook Broken has been paused: nothing has arrived/);
    await clocked.http.post(`/api/Webhooks/${id}/Resume`).expect(200);
    await catchUp();
    expect(await api.getRecord(`Webhooks/${id}`)).toMatchObject({ isActive: true, pausedReason: null });
    await atDay(29);
    await catchUp();
    expect(await deliveries()).toHaveLength(1);
    await atDay(31);
    await catchUp();
    expect(await deliveries()).toEqual([]);
  });
});
