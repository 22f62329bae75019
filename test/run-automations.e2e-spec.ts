import { eventID } from './support/events';
import { ADMIN_KEY, createKey, createUser, sendAs, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import { all, bodyOf, EVERYONE, idIn, rule, update, type AutomationInput, type Json } from './support/automations';
import { waitUntilIdle } from './support/event-processing';
import { PayRunsApi, type Where } from './support/pay-runs';
import type { Body } from './support/recruiter-api';

const CONSULTANT = 2;
const HOOK = 'https://hooks.example.com/runs';

let service: TestApp;
let runs: PayRunsApi;
/** Of somebody who writes automations, but must not read pay runs. */
let consultantKey: string;
let consultantID: number;
beforeAll(async () => {
  service = await startApp({ ...WITH_ADMIN, CLOCK_START: '2026-11-24T01:00:00Z' });
  runs = await PayRunsApi.of(service);
  consultantID = await createUser(service, { name: 'Consultant', roleID: CONSULTANT });
  consultantKey = (await createKey(service, { name: 'Consultant', userID: consultantID })).key;
});
afterAll(() => service.close());

const send = (key: string, method: 'get' | 'post' | 'put', path: string, body?: Body) => sendAs(service, key, method, `/api/${path}`, body);
const get = async <T = Json[]>(path: string): Promise<T> => (await send(ADMIN_KEY, 'get', path).expect(200)).body as T;
const notify = (message: string, user: unknown = 'me'): Json => ({ type: 'notifyUser', params: { user, message } });
const save = async (input: AutomationInput): Promise<number> =>
  ((await send(ADMIN_KEY, 'post', 'Automation', bodyOf(input)).expect(200)).body as { id: number }).id;
/** A draft of eight hours. */
const draft = async (where?: Where): Promise<number> => {
  const division = where ?? (await runs.division());
  await runs.sheet(division);
  return (await runs.create(division)).id;
};

describe('An automation over pay runs', () => {
  it('tells users and programs of runs with more than an amount', async () => {
    const large = eventID('Pay run approved');
    const actions = [notify('{{ name }}: {{ totalPay }}'), { type: 'webhook', params: { url: HOOK } }];
    const wanted = await save({ triggerID: 1, eventID: large, filters: all(rule('totalPay', '>', 500)), actions });
    const unwanted = await save({ triggerID: 1, eventID: large, filters: all(rule('totalPay', '>', 520)), actions });
    const id = await draft();
    await runs.approve(id).expect(200);
    await waitUntilIdle(service);
    expect(await get(`Automation/${unwanted}/Runs`)).toEqual([]);
    const [run] = await get(`Automation/${wanted}/Runs`);
    expect(await get(`AutomationRuns/${String(run!['id'])}/Records`)).toMatchObject([
      { recordId: id, module: 'Pay runs and charge runs', outcome: 'processed' },
    ]);
    expect(await get('Me/Notifications')).toMatchObject([{ message: 'Weekly to 2026-11-22: 520' }]);
    const [delivery] = await get('Deliveries?kind=webhook');
    const { body } = await get<{ body: string }>(`Deliveries/${String(delivery!['id'])}`);
    expect(JSON.parse(body)).toMatchObject({
      type: 'pay_run.approved',
      data: { recordType: 'PayRun', recordId: id, record: { id, statusName: 'Approved', totalPay: 520, totalMargin: 160 } },
    });
  });

  it.each([
    ['the status', { type: 'changeStatus', params: { statusID: 3 } }],
    ['a field', update('periodEnd', '2030-01-01')],
    ['an owner', { type: 'assignOwner', params: { ownerID: 'me' } }],
    ['a note', { type: 'createNote', params: { notes: 'Paid' } }],
    ['a tag', { type: 'addTag', params: { tag: 'Paid' } }],
    ['a list', { type: 'addToSavedList', params: { listID: 1 } }],
  ])('cannot set or add %s', async (_, action) => {
    for (const event of ['Pay run created', 'Charge run created']) {
      const { body } = await send(
        ADMIN_KEY,
        'post',
        'Automation',
        bodyOf({ eventID: eventID(event), filters: EVERYONE, actions: [action] }),
      ).expect(400);
      expect((body as { errors: Json[] }).errors).toMatchObject([{ pointer: '/actionsJSON#/0/type' }]);
    }
  });

  it('takes the runs that its preview shows, those of other divisions left out', async () => {
    const [own, other] = [await runs.division(), await runs.division()];
    const [seen, unseen] = [await draft(own), await draft(other)];
    const userID = await createUser(service, { name: 'Payroll', roleID: 1, divisionIDs: [own.division] });
    const { key } = await createKey(service, { name: 'Payroll', userID });
    const input = { eventID: eventID('Pay run created'), filters: idIn(seen, unseen), actions: [notify('Look')] };
    const { body } = await send(key, 'post', 'Automation', bodyOf(input)).expect(200);
    const { id } = body as { id: number };
    const preview = await send(key, 'post', 'Automation/Preview', { automationId: id, nextRunOnly: true }).expect(200);
    expect(preview.body).toMatchObject({ recordType: 'PayRun', matched: 1, records: [{ recordId: seen, name: 'Weekly to 2026-11-22' }] });
    await send(key, 'get', `Automation/${id}/Explain?recordId=${unseen}`).expect(404);
    await send(key, 'post', `Automation/${id}/Runs`).expect(202);
    await waitUntilIdle(service);
    const [run] = await get(`Automation/${id}/Runs`);
    expect((await get(`AutomationRuns/${String(run!['id'])}/Records`)).map(({ recordId }) => recordId)).toEqual([seen]);
  });
});

describe('Whoever must not read pay runs', () => {
  const missing = { type: '/problems/missing-scope', missing: ['payroll:read'] };
  const input = { eventID: eventID('Pay run created'), filters: EVERYONE, actions: [notify('{{ totalPay }}')] };
  const template = { kind: 'text', recordType: 'PayRun', text: '{{ totalPay }}' };

  it.each<[string, (automation: number, run: number) => [method: 'get' | 'post' | 'put', path: string, body?: Body]]>([
    ['save an automation over them', () => ['post', 'Automation', bodyOf(input)]],
    ['preview it', (automationId) => ['post', 'Automation/Preview', { automationId }]],
    ['preview a filter', () => ['post', 'Automation/Preview', { recordType: 'ChargeRun' }]],
    ['let it run', (automation) => ['post', `Automation/${automation}/Runs`]],
    ['try it', (automation) => ['post', `Automation/${automation}/Runs?dryRun=true`]],
    ['have it explained', (automation, run) => ['get', `Automation/${automation}/Explain?recordId=${run}`]],
    ['fill a text', (_, recordId) => ['post', 'Automation/Templates/Preview', { ...template, recordId }]],
  ])('cannot %s', async (_, request) => {
    const [run, automation] = [await draft(), await save(input)];
    const { body } = await send(consultantKey, ...request(automation, run)).expect(403);
    expect(body).toMatchObject(missing);
  });

  it('cannot list the records of its runs', async () => {
    const automation = await save({ ...input, triggerID: 1 });
    await draft();
    await waitUntilIdle(service);
    const [run] = await get(`Automation/${automation}/Runs`);
    expect((await send(consultantKey, 'get', `AutomationRuns/${String(run!['id'])}/Records`).expect(403)).body).toMatchObject(missing);
  });

  it('has no automation that acts on them any more', async () => {
    const own = await save({ ...input, triggerID: 1, statusID: 2 });
    await send(ADMIN_KEY, 'put', `Automation/${own}`, { userId: consultantID }).expect(200);
    const { body } = await send(ADMIN_KEY, 'get', `Automation/${own}/Problems`).expect(200);
    expect(body).toMatchObject({
      errors: [{ pointer: '/userId', detail: 'does not fit: its user Consultant lacks the scope payroll:read' }],
    });
  });
});
