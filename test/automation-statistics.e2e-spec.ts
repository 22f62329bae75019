import { setTimeout as pause } from 'node:timers/promises';
import { startApp, type TestApp } from './support/app';
import { addTag, Automations, idIn, type Json } from './support/automations';
import { setClock } from './support/event-processing';
import { WebhookReceiver } from './support/receiver';

/** Shortly before midnight in Sydney, where the day after has an hour less: clocks go forward on 3 October 2027. */
const SATURDAY = '2027-10-02T13:50:00.000Z';
const SMS = { type: 'sendSms', params: { text: 'Hi' } };

let service: TestApp;
let gateway: WebhookReceiver;
let automations: Automations;
beforeAll(async () => {
  gateway = await WebhookReceiver.open();
  service = await startApp({ DEMO_DATA: 'false', CLOCK_START: SATURDAY, SMS_GATEWAY_URL: gateway.url });
  automations = new Automations(service);
});
afterAll(async () => {
  await service.close();
  await gateway.close();
});

const create = async (path: string, body: object): Promise<number> =>
  ((await service.http.post(`/api/${path}`).send(body).expect(201)).body as { id: number }).id;
const statistics = async (id: number, query = ''): Promise<Json> =>
  (await service.http.get(`/api/Automation/${id}/Statistics${query}`).expect(200)).body as Json;
const day = (date: string, more: Json = {}): Json => ({
  date,
  runs: 0,
  taken: 0,
  processed: 0,
  skipped: 0,
  failed: 0,
  delivered: 0,
  ...more,
});
async function whenSent(id: number, amount: number): Promise<Json> {
  for (;;) {
    const found = await statistics(id, '?days=3');
    if ((found['deliveries'] as Json)['sent'] === amount) return found;
    await pause(50);
  }
}

describe('The statistics of an automation', () => {
  it('count runs, records and messages per day of its time zone, and say why records failed', async () => {
    const reachable = await create('Contacts', { firstName: 'One', mobile: '+61400000101' });
    const unreachable = [await create('Contacts', { firstName: 'Two' }), await create('Contacts', { firstName: 'Three' })];
    const automation = await automations.save({ filters: idIn(reachable, ...unreachable), actions: [SMS] });
    await automations.runAgain(automation);
    await whenSent(automation.id, 1);
    await setClock(service, '2027-10-02T14:10:00.000Z');
    await automations.runAgain(automation);
    const found = await whenSent(automation.id, 2);
    expect(found).toEqual({
      automationId: automation.id,
      timeZone: 'Australia/Sydney',
      from: '2027-10-01',
      to: '2027-10-03',
      runs: 2,
      taken: 6,
      processed: 2,
      skipped: 0,
      failed: 4,
      runsByStatus: { completed: 2 },
      failures: [{ reason: 'The contact # has no mobile number that can be called.', records: 4 }],
      deliveries: { sent: 2, waiting: 0, dead: 0, cancelled: 0 },
      days: [
        day('2027-10-01'),
        day('2027-10-02', { runs: 1, taken: 3, processed: 1, failed: 2, delivered: 1 }),
        day('2027-10-03', { runs: 1, taken: 3, processed: 1, failed: 2, delivered: 1 }),
      ],
    });
    expect(await statistics(automation.id, '?days=1')).toMatchObject({ from: '2027-10-03', runs: 1, taken: 3, deliveries: { sent: 1 } });
  });

  it('count messages that wait, were cancelled and were given up', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map((index) => create('Contacts', { surname: `Hall ${index}`, mobile: `+6140000020${index}` })),
    );
    const sending = { sms: { windows: [{ from: '09:00', to: '10:00' }] } };
    const { automation } = await automations.run({ filters: idIn(...ids), actions: [SMS], schedule: { sending } });
    const { body } = await service.http.get('/api/Deliveries?limit=10').expect(200);
    await service.http.post(`/api/Deliveries/${(body as { id: string }[])[0]!.id}/Cancel`).expect(200);
    expect(await statistics(automation.id)).toMatchObject({ deliveries: { sent: 0, waiting: 2, dead: 0, cancelled: 1 } });
  });

  it('are of thirty days, and of zeros before the first run', async () => {
    const { id } = await automations.save({ filters: idIn(1), actions: [addTag('Never')] });
    const found = await statistics(id);
    expect(found).toMatchObject({ runs: 0, taken: 0, runsByStatus: {}, failures: [] });
    expect(found['days']).toHaveLength(30);
    expect(found['days']).toEqual(expect.arrayContaining([day('2027-09-30')]));
  });

  it.each(['0', '367', 'x'])('are not of %s days', async (days) => {
    const { id } = await automations.save({ filters: idIn(1), actions: [addTag('Never')] });
    await service.http.get(`/api/Automation/${id}/Statistics?days=${days}`).expect(400);
  });

  it('are not of an automation that is not there', () => service.http.get('/api/Automation/999999/Statistics').expect(404));
});
