import { startApp, type TestApp } from './support/app';
import { Automations, idIn } from './support/automations';
import { setClock, waitUntilIdle } from './support/event-processing';
import { WebhookReceiver } from './support/receiver';
import { sendDue } from './support/send-due';
import { isSendingTime } from '../src/deliveries/sending-limits/support/sending-clock';

/** Over midnight, over the hour that clocks show twice in Sydney on 4 April, and the one that they skip in London on 28 March. */
const WINDOWS = [
  { days: ['monday', 'tuesday', 'wednesday', 'thursday'], from: '09:00', to: '12:30' },
  { days: ['thursday', 'saturday'], from: '22:15', to: '02:45' },
  { days: ['sunday'], from: '01:30', to: '03:30' },
];
const EXCLUDED = ['2027-04-01', '2027-04-05'];
// ten past, when no window begins or ends
const START = Date.parse('2027-03-25T00:10:00Z');
/** Every hour of the day comes up within a week. */
const STEP = 7 * 3_600_000;
const STEPS = (14 * 86_400_000) / STEP;

const RECIPIENTS = [
  { zone: 'Australia/Sydney', address: { state: 'NSW', countryCode: 'AU' } },
  { zone: 'Australia/Perth', address: { state: 'WA', countryCode: 'AU' } },
  { zone: 'Europe/London', address: { countryCode: 'GB' } },
  { zone: 'Asia/Singapore', address: { countryCode: 'SG' } },
];

interface Delivery {
  readonly personId: number;
  readonly createdDate: string;
  readonly state: string;
  readonly sentDate?: string;
  readonly nextAttemptDate?: string;
}

let service: TestApp;
let gateway: WebhookReceiver;
beforeAll(async () => {
  gateway = await WebhookReceiver.open();
  service = await startApp({
    ...{ DEMO_DATA: 'false', CLOCK_START: new Date(START).toISOString(), SMS_GATEWAY_URL: gateway.url },
    ...{ WEBHOOK_ALLOW_PRIVATE: 'true', MESSAGES_PER_PERSON_PER_DAY: '0' },
  });
});
afterAll(async () => {
  await service.close();
  await gateway.close();
});

const create = async (path: string, body: object): Promise<number> =>
  ((await service.http.post(`/api/${path}`).send(body).expect(201)).body as { id: number }).id;

/** The step of a time: the clock runs on within one. */
const stepOf = (time: string): number => Math.floor((Date.parse(time) - START) / STEP);

describe('Messages of two weeks', () => {
  it('leave at the first moment at which clocks where the recipient is show an open time, and say before when that is', async () => {
    const zones = new Map<number, string>();
    for (const [index, { zone, address }] of RECIPIENTS.entries())
      zones.set(await create('Contacts', { firstName: 'Ada', mobile: `+6140000000${index}`, ...address }), zone);
    const dates = await create('Automation/ExcludedDateGroups', { name: 'Easter', dates: EXCLUDED });
    const automations = new Automations(service);
    const { id } = await automations.save({
      filters: idIn(...zones.keys()),
      actions: [{ type: 'sendSms', params: { text: 'Hello {{firstName}}' } }],
      excludedDateGroupID: dates,
      schedule: { timeZone: 'Australia/Sydney', sending: { sms: { windows: WINDOWS } } },
    });
    for (let step = 0; step < STEPS; step++) {
      await setClock(service, new Date(START + step * STEP));
      await sendDue(service);
      await automations.queue(id);
      await waitUntilIdle(service);
      await sendDue(service);
    }

    const { body } = await service.http.get('/api/Deliveries?limit=1000').expect(200);
    const deliveries = body as Delivery[];
    expect(deliveries).toHaveLength(STEPS * zones.size);
    const open = (step: number, zone: string): boolean => isSendingTime(START + step * STEP, zone, WINDOWS, EXCLUDED);
    const expected = ({ personId, createdDate }: Delivery): number | undefined => {
      for (let step = stepOf(createdDate); step < STEPS; step++) if (open(step, zones.get(personId)!)) return step;
      return undefined;
    };
    expect(deliveries.map(({ sentDate, ...each }) => [each.personId, each.createdDate, sentDate && stepOf(sentDate)])).toEqual(
      deliveries.map((each) => [each.personId, each.createdDate, expected(each)]),
    );
    const waiting = deliveries.filter(({ state }) => state === 'queued');
    for (const { personId, nextAttemptDate } of waiting) {
      const opening = Date.parse(nextAttemptDate!);
      const isOpen = (time: number): boolean => isSendingTime(time, zones.get(personId)!, WINDOWS, EXCLUDED);
      expect([nextAttemptDate, isOpen(opening), isOpen(opening - 60_000)]).toEqual([nextAttemptDate, true, false]);
    }
    expect(new Set(gateway.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(deliveries.length - waiting.length);
  });
});
