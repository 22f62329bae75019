import { onServer } from '../src/core/database/support/kind';
import { startApp, type TestApp } from './support/app';
import { Automations, bodyOf, EVERYONE, idIn, type AutomationInput, type Json } from './support/automations';
import { advanceTo, setClock, waitUntilIdle } from './support/event-processing';
import { WebhookReceiver } from './support/receiver';
import { sendDue } from './support/send-due';

/** A Saturday in Sydney. */
const SATURDAY = '2027-03-13T00:00:00.000Z';
const SYDNEY = 'Australia/Sydney';
const OFFICE = { days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'], from: '09:00', to: '17:00' };
const SMS = { type: 'sendSms', params: { text: 'Hello {{firstName}}' } };
const EMAIL = { type: 'sendEmail', params: { subject: 'News', body: 'Hello {{firstName}}' } };
const inOffice = (more: Json = {}): Json => ({ timeZone: SYDNEY, sending: { sms: { windows: [OFFICE] } }, ...more });

interface Delivery extends Json {
  id: string;
  state: string;
  personId: number;
  nextAttemptDate?: string;
  waitsFor?: string;
  sentDate?: string;
}

let service: TestApp;
let gateway: WebhookReceiver;
let automations: Automations;
let people = 0;
beforeAll(async () => {
  gateway = await WebhookReceiver.open();
  service = await startApp({
    DEMO_DATA: 'false',
    CLOCK_START: SATURDAY,
    SMS_GATEWAY_URL: gateway.url,
    WEBHOOK_ALLOW_PRIVATE: 'true',
  });
  automations = new Automations(service);
});
afterAll(async () => {
  await service.close();
  await gateway.close();
});
beforeEach(async () => {
  gateway.received.length = 0;
  gateway.respond = (response) => void response.writeHead(204).end();
  // the clock goes back: what is undispatched would count as changed after the activations to come
  await waitUntilIdle(service);
  await setClock(service, SATURDAY);
});

const create = async (path: string, body: object): Promise<number> =>
  ((await service.http.post(`/api/${path}`).send(body).expect(201)).body as { id: number }).id;
const contact = (more: object = {}): Promise<number> => {
  people += 1;
  const mobile = `+6140000${String(people).padStart(4, '0')}`;
  return create('Contacts', { firstName: 'Yan', email: `waits${people}@example.com`, mobile, ...more });
};
const update = (automation: Json & { id: number }, input: AutomationInput) =>
  service.http.put(`/api/Automation/${automation.id}`).send(bodyOf(input)).expect(200);

/** The deliveries of an automation, the oldest first. */
async function deliveriesOf(automationID: number): Promise<Delivery[]> {
  const { body } = await service.http.get('/api/Deliveries?limit=1000').expect(200);
  return (body as Delivery[]).filter((each) => each['automationId'] === automationID).reverse();
}

/** Sets the clock and lets everything that is due leave. */
async function sendUntil(time: string): Promise<void> {
  await setClock(service, time);
  await sendDue(service);
}

const summary = (deliveries: readonly Delivery[]): unknown[] =>
  deliveries.map(({ state, nextAttemptDate, waitsFor }) => [state, nextAttemptDate, waitsFor]);

const run = (ids: number[], input: AutomationInput) => automations.run({ filters: idIn(...ids), actions: [SMS], ...input });

describe('A message outside the sending window', () => {
  it('waits until the window opens where the recipient is, and is then sent', async () => {
    const ids = [await contact({ state: 'WA', countryCode: 'AU' }), await contact({ countryCode: 'GB' }), await contact(), await contact()];
    await service.http.put(`/api/Contacts/${ids[2]}/Assignment`).send({ latitude: 1.35, longitude: 103.82 }).expect(200);
    const { automation } = await run(ids, { schedule: inOffice() });
    const monday = '2027-03-15T';
    expect(summary(await deliveriesOf(automation.id))).toEqual([
      ['queued', `${monday}01:00:00.000Z`, 'window'],
      ['queued', `${monday}09:00:00.000Z`, 'window'],
      ['queued', `${monday}01:00:00.000Z`, 'window'],
      ['queued', '2027-03-14T22:00:00.000Z', 'window'],
    ]);
    await sendUntil('2027-03-14T21:59:00.000Z');
    expect(gateway.received).toHaveLength(0);
    await sendUntil('2027-03-14T22:00:00.000Z');
    expect((await deliveriesOf(automation.id)).map(({ state }) => state)).toEqual(['queued', 'queued', 'queued', 'sent']);
    await sendUntil('2027-03-15T01:00:00.000Z');
    await sendUntil('2027-03-15T09:00:00.000Z');
    expect((await deliveriesOf(automation.id)).map(({ state, waitsFor }) => [state, waitsFor])).toEqual([
      ['sent', undefined],
      ['sent', undefined],
      ['sent', undefined],
      ['sent', undefined],
    ]);
  });

  it('follows its recipient who has moved', async () => {
    const id = await contact({ state: 'NSW', countryCode: 'AU' });
    const { automation } = await run([id], { schedule: inOffice() });
    await service.http.put(`/api/Contacts/${id}`).send({ state: 'WA' }).expect(200);
    await sendUntil('2027-03-14T22:00:00.000Z');
    expect(summary(await deliveriesOf(automation.id))).toEqual([['queued', '2027-03-15T01:00:00.000Z', 'window']]);
  });

  it('waits on excluded dates, and follows a change of them', async () => {
    const id = await contact();
    const group = await create('Automation/ExcludedDateGroups', { name: 'Labour Day', dates: ['2027-03-15'] });
    const { automation } = await run([id], { schedule: inOffice(), excludedDateGroupID: group });
    const times = async () => (await deliveriesOf(automation.id)).map(({ nextAttemptDate }) => nextAttemptDate);
    expect(await times()).toEqual(['2027-03-15T22:00:00.000Z']);
    await service.http
      .put(`/api/Automation/ExcludedDateGroups/${group}`)
      .send({ dates: ['2027-03-15', '2027-03-16'] })
      .expect(200);
    await sendUntil('2027-03-13T00:01:00.000Z');
    expect(await times()).toEqual(['2027-03-16T22:00:00.000Z']);
  });

  it('follows a change of the window, and is sent when there is none any more', async () => {
    const { automation } = await run([await contact(), await contact()], { schedule: inOffice() });
    const input = { filters: idIn(1), actions: [SMS] };
    const weekend = { days: ['saturday', 'sunday'], from: '12:00', to: '13:00' };
    await update(automation, { ...input, schedule: inOffice({ sending: { sms: { windows: [weekend] } } }) });
    await sendUntil('2027-03-13T00:01:00.000Z');
    const noon = ['queued', '2027-03-13T01:00:00.000Z', 'window'];
    expect(summary(await deliveriesOf(automation.id))).toEqual([noon, noon]);
    await update(automation, { ...input, schedule: {} });
    await sendUntil('2027-03-13T00:02:00.000Z');
    expect((await deliveriesOf(automation.id)).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  it('that failed in it is tried again in the next one', async () => {
    await setClock(service, '2027-03-12T05:50:00.000Z');
    gateway.respond = (response) => void response.writeHead(503).end();
    const { automation } = await run([await contact()], { schedule: inOffice() });
    await sendDue(service);
    expect(await deliveriesOf(automation.id)).toMatchObject([{ state: 'failed', attempts: 1 }]);
    gateway.respond = (response) => void response.writeHead(204).end();
    await sendUntil('2027-03-12T06:30:00.000Z');
    expect(await deliveriesOf(automation.id)).toMatchObject([
      { state: 'failed', attempts: 1, waitsFor: 'window', nextAttemptDate: '2027-03-14T22:00:00.000Z' },
    ]);
    await sendUntil('2027-03-14T22:00:01.000Z');
    expect(await deliveriesOf(automation.id)).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  it('can be cancelled, and does not go out when the person opts out meanwhile', async () => {
    const ids = [await contact(), await contact()];
    const { automation } = await run(ids, { schedule: inOffice() });
    const [first] = await deliveriesOf(automation.id);
    await service.http.post(`/api/Deliveries/${first!.id}/Cancel`).expect(200);
    await service.http.put(`/api/Contacts/${ids[1]}`).send({ optOut: true }).expect(200);
    await sendUntil('2027-03-14T22:00:00.000Z');
    expect(await deliveriesOf(automation.id)).toMatchObject([{ state: 'cancelled' }, { state: 'cancelled' }]);
    expect(gateway.received).toHaveLength(0);
  });

  it('is of its channel only', async () => {
    const sending = { sms: { windows: [OFFICE] }, webhook: { windows: [{ from: '00:00', to: '06:00' }] } };
    const webhook = { type: 'webhook', params: { url: gateway.url } };
    const { automation } = await run([await contact()], { actions: [SMS, EMAIL, webhook], schedule: inOffice({ sending }) });
    await sendDue(service);
    expect((await deliveriesOf(automation.id)).map(({ kind, state, nextAttemptDate }) => [kind, state, nextAttemptDate])).toEqual([
      ['sms', 'queued', '2027-03-14T22:00:00.000Z'],
      ['email', 'sent', undefined],
      ['webhook', 'queued', '2027-03-13T13:00:00.000Z'],
    ]);
  });

  it('is of an automation that events trigger or that has a schedule, as well', async () => {
    const sending = { sms: { windows: [OFFICE] } };
    const schedule = { timeZone: SYDNEY, schedule: { kind: 'daily', at: '20:00' }, sending };
    const event = await automations.save({ triggerID: 1, eventID: 17, actions: [SMS], schedule: inOffice() });
    const id = await contact();
    await waitUntilIdle(service);
    await service.http.put(`/api/Automation/${event.id}`).send({ statusID: 2 }).expect(200);
    expect(summary(await deliveriesOf(event.id))).toEqual([['queued', '2027-03-14T22:00:00.000Z', 'window']]);
    const daily = await automations.save({ triggerID: 2, filters: idIn(id), actions: [SMS], schedule });
    await advanceTo(service, '2027-03-13T09:00:00.000Z');
    await service.http.delete(`/api/Automation/${daily.id}`).expect(204);
    expect(summary(await deliveriesOf(daily.id))).toEqual([['queued', '2027-03-14T22:00:00.000Z', 'window']]);
  });
});

describe('A rate per minute', () => {
  it('spreads messages evenly, over runs and after the window has opened', async () => {
    const sending = { sms: { windows: [OFFICE], perMinute: 3 } };
    const ids = [await contact(), await contact(), await contact()];
    await setClock(service, '2027-03-15T02:00:00.000Z');
    const { automation } = await run(ids, { schedule: inOffice({ sending }) });
    await automations.runAgain(automation);
    const times = (await deliveriesOf(automation.id)).map(({ nextAttemptDate, sentDate }) => Date.parse(nextAttemptDate ?? sentDate!));
    for (const [index, time] of times.slice(1).entries()) {
      // the first is sent at once, the moment of which is not that of its slot
      if (index > 0) expect(time - times[index]!).toBe(20_000);
      else expect(Math.abs(time - times[0]! - 20_000)).toBeLessThan(3_000);
    }
    expect(await deliveriesOf(automation.id)).toMatchObject([
      { state: 'sent' },
      ...Array.from({ length: 5 }, () => ({ waitsFor: 'rate' })),
    ]);
    await sendUntil(new Date(times[2]! + 100).toISOString());
    // the second has come too late for its slot and gets another one
    expect((await deliveriesOf(automation.id)).filter(({ state }) => state === 'sent')).toHaveLength(2);
  });

  it('lets what has piled up out by and by', async () => {
    const sending = { sms: { perMinute: 60 } };
    const ids = await Promise.all(Array.from({ length: 30 }, () => contact()));
    const { automation } = await run(ids, { schedule: { sending } });
    await sendUntil('2027-03-13T01:00:00.000Z');
    const sent = (await deliveriesOf(automation.id)).filter(({ state }) => state === 'sent');
    const waiting = (await deliveriesOf(automation.id)).filter(({ state }) => state === 'queued');
    expect(sent.length + waiting.length).toBe(30);
    expect(sent.length).toBeLessThan(10);
    const times = waiting.map(({ nextAttemptDate }) => Date.parse(nextAttemptDate!)).sort((one, other) => one - other);
    expect(times.every((time, index) => index === 0 || time - times[index - 1]! === 1000)).toBe(true);
  });

  it('lets every message out in the end, with two workers as well', async () => {
    const other = onServer ? await service.twin() : undefined;
    const sending = { sms: { perMinute: 600 } };
    const ids = await Promise.all(Array.from({ length: 40 }, () => contact()));
    const { automation } = await run(ids, { schedule: { sending } });
    const sent = async () => (await deliveriesOf(automation.id)).filter(({ state }) => state === 'sent').length;
    for (let seconds = 1; (await sent()) < 40; seconds++) await sendUntil(new Date(Date.parse(SATURDAY) + seconds * 1000).toISOString());
    expect(new Set(gateway.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(40);
    await other?.close();
  });
});

describe('The sending of an automation', () => {
  it.each<[what: string, schedule: unknown, pointer: string, detail: RegExp]>([
    ['an unknown channel', { sending: { fax: {} } }, '/scheduleMetaDataJSON#/sending/fax', /unknown|not allowed/],
    ['a rate of 0', { sending: { sms: { perMinute: 0 } } }, '/scheduleMetaDataJSON#/sending/sms/perMinute', /1/],
    [
      'a time that is none',
      { sending: { sms: { windows: [{ from: '9', to: '17:00' }] } } },
      '/scheduleMetaDataJSON#/sending/sms/windows/0/from',
      /09:30/,
    ],
    [
      'a window without length',
      { sending: { email: { windows: [{ from: '09:00', to: '09:00' }] } } },
      '/scheduleMetaDataJSON#/sending/email/windows/0/to',
      /differ/,
    ],
    ['a time zone that is none', { timeZone: 'Sydney', sending: {} }, '/scheduleMetaDataJSON#/timeZone', /IANA/],
    ['something else', { sending: [] }, '/scheduleMetaDataJSON#/sending', /channel|object/],
  ])('is refused with %s', async (_, schedule, pointer, detail) => {
    const { body } = await service.http
      .post('/api/Automation')
      .send(bodyOf({ filters: EVERYONE, actions: [SMS], schedule }))
      .expect(400);
    const errors = (body as { errors: { pointer: string; detail: string }[] }).errors;
    expect(errors.map((each) => each.pointer)).toEqual([pointer]);
    expect(errors[0]?.detail).toMatch(detail);
  });
});
