import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { startApp, type TestApp } from './support/app';
import { addTag, Automations, idIn } from './support/automations';
import { queryRows } from './support/database';
import { waitUntilIdle } from './support/event-processing';
import { WebhookReceiver } from './support/receiver';

/** Ids of events. */
const [CONTACT_CREATED, CONTACT_UPDATED] = [17, 18];

let service: TestApp;
let receiver: WebhookReceiver;
beforeAll(async () => {
  service = await startApp({ DEMO_DATA: 'false', WEBHOOK_ALLOW_PRIVATE: 'true' });
  receiver = await WebhookReceiver.open();
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});
beforeEach(() => void (receiver.received.length = 0));

const newTrace = () => ({ traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') });
const createContact = async (surname: string, headers: Record<string, string>): Promise<number> =>
  ((await service.http.post('/api/Contacts').set(headers).send({ surname }).expect(201)).body as { id: number }).id;
async function received(): Promise<(typeof receiver.received)[number]> {
  for (;;) {
    const [first] = receiver.received;
    if (first) return first;
    await pause(5);
  }
}

/** Calls the webhook when an event occurs; deleted at the end of the work. */
async function withRule(rule: { eventID: number; actions?: object[] }, work: () => Promise<void>): Promise<void> {
  const webhook = { type: 'webhook', params: { url: receiver.url } };
  const { id } = await new Automations(service).save({ triggerID: 1, filters: { all: true }, actions: [webhook], ...rule });
  try {
    await work();
  } finally {
    await waitUntilIdle(service);
    await service.http.delete(`/api/Automation/${id}`).expect(204);
  }
}

describe('The trace of a request', () => {
  it('goes on in the webhook that an automation sends, under another parent', () =>
    withRule({ eventID: CONTACT_CREATED }, async () => {
      const { traceId, spanId } = newTrace();
      await createContact('Traced', { traceparent: `00-${traceId}-${spanId}-01` });
      const { traceparent } = (await received()).headers;
      expect(traceparent).toMatch(new RegExp(`^00-${traceId}-(?!${spanId})[0-9a-f]{16}-01$`));
      const runs = await queryRows(service, 'SELECT traceparent FROM automation_run ORDER BY id DESC LIMIT 1');
      expect(runs).toEqual([{ traceparent: `00-${traceId}-${spanId}-01` }]);
    }));

  it('goes on through what an automation changes', () =>
    withRule({ eventID: CONTACT_UPDATED }, async () => {
      const change = { type: 'updateField', params: { field: 'jobTitle', value: 'Welder' } };
      await withRule({ eventID: CONTACT_CREATED, actions: [change] }, async () => {
        const { traceId, spanId } = newTrace();
        await createContact('Chained', { traceparent: `00-${traceId}-${spanId}-00` });
        expect((await received()).headers['traceparent']).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
      });
    }));

  it('goes on in a run that the request starts', async () => {
    const { traceId, spanId } = newTrace();
    const contact = await createContact('By hand', {});
    const actions = [addTag('Seen'), { type: 'webhook', params: { url: receiver.url } }];
    const { id } = await new Automations(service).save({ filters: idIn(contact), actions });
    await service.http.post(`/api/Automation/${id}/Runs`).set('traceparent', `00-${traceId}-${spanId}-01`).expect(202);
    expect((await received()).headers['traceparent']).toContain(`-${traceId}-`);
  });

  it.each([{}, { traceparent: '00-abc-def-01' }, { traceparent: `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01` }])(
    'is none without a valid header: %j',
    (headers) =>
      withRule({ eventID: CONTACT_CREATED }, async () => {
        await createContact('Untraced', headers as Record<string, string>);
        expect((await received()).headers).not.toHaveProperty('traceparent');
      }),
  );

  it('is not shown by the change feed', async () => {
    const { traceId, spanId } = newTrace();
    await createContact('In the feed', { traceparent: `00-${traceId}-${spanId}-01` });
    await waitUntilIdle(service);
    expect((await service.http.get('/api/Changes?limit=1000').expect(200)).text).not.toContain('traceparent');
  });
});
