import { setTimeout as pause } from 'node:timers/promises';
import { onServer } from '../src/core/database/support/kind';
import { startApp, type TestApp } from './support/app';
import { addTag, Automations, idIn } from './support/automations';
import { ADMIN_KEY, requestAs, WITH_ADMIN } from './support/api-keys';
import { waitUntilIdle } from './support/event-processing';
import { samplesOf } from './support/metrics';
import { WebhookReceiver } from './support/receiver';

const EMPTY = { DEMO_DATA: 'false', WEBHOOK_ALLOW_PRIVATE: 'true' };
const scrape = async ({ http }: TestApp): Promise<Record<string, number>> => samplesOf((await http.get('/metrics').expect(200)).text);
const requests = (method: string, route: string, status: number): string =>
  `http_server_request_duration_seconds_count{http_request_method="${method}",http_route="${route}",http_response_status_code="${status}"}`;

/** Scrapes until a sample has a value: what is read from the database is kept for some seconds. */
async function untilScraped(service: TestApp, sample: string, value: number): Promise<Record<string, number>> {
  for (;;) {
    const samples = await scrape(service);
    if (samples[sample] === value) return samples;
    await pause(100);
  }
}

describe('GET /metrics', () => {
  let service: TestApp;
  beforeAll(async () => void (service = await startApp(EMPTY)));
  afterAll(() => service.close());

  it('counts requests by method, template of the path, and status', async () => {
    const { body } = await service.http.post('/api/Clients').send({ name: 'Acme' }).expect(201);
    await service.http.get(`/api/Clients/${(body as { id: number }).id}`).expect(200);
    await service.http.get('/api/Clients/987654').expect(404);
    await service.http.get('/api/Clients/987655').expect(404);
    await service.http.get('/api/NoSuchThing/1').expect(404);
    const { text } = await service.http.get('/metrics').expect(200).expect('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
    expect(samplesOf(text)).toMatchObject({
      [requests('POST', '/api/Clients', 201)]: 1,
      [requests('GET', '/api/Clients/:id', 200)]: 1,
      [requests('GET', '/api/Clients/:id', 404)]: 2,
      [requests('GET', '', 404)]: 1,
      http_server_active_requests: 1,
    });
    expect(text).not.toMatch(/987654|NoSuchThing/);
  });

  it('accepts what Prometheus accepts', async () => {
    const accept = 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1';
    await service.http.get('/metrics').set('Accept', accept).expect(200);
  });

  it('shows the process, the event loop and the database', async () => {
    const samples = await scrape(service);
    for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
      expect(samples).toHaveProperty([name]);
    expect(samples).toMatchObject({ database_up: 1, changes_unnumbered: expect.any(Number) as number });
    const pools = Object.keys(samples).filter((name) => name.startsWith('db_client_connection'));
    expect(pools).toHaveLength(onServer ? 6 : 0);
  });

  it('counts runs, actions and deliveries, and shows what waits to be sent again', async () => {
    const receiver = await WebhookReceiver.open();
    try {
      receiver.respond = (response, { body }) => void response.writeHead(body.includes('"Refused"') ? 503 : 204).end();
      const contacts: number[] = [];
      for (const surname of ['Accepted', 'Refused'])
        contacts.push(((await service.http.post('/api/Contacts').send({ surname }).expect(201)).body as { id: number }).id);
      const webhook = { type: 'webhook', params: { url: receiver.url } };
      const { run } = await new Automations(service).run({ filters: idIn(...contacts), actions: [addTag('Seen'), webhook] });
      expect(run).toMatchObject({ status: 'completed', processed: 2 });
      await waitUntilIdle(service);
      // reading the audit completes it
      await service.http.get('/api/Audit?limit=1').expect(200);
      expect(await untilScraped(service, 'deliveries{state="failed"}', 1)).toMatchObject({
        'automation_runs_ended_total{status="completed"}': 1,
        'automation_runs_ended_total{status="failed"}': 0,
        'automation_actions_total{type="addTag",outcome="done"}': 2,
        'automation_actions_total{type="webhook",outcome="done"}': 2,
        'delivery_attempts_total{channel="webhook",outcome="sent"}': 1,
        'delivery_attempts_total{channel="email",outcome="sent"}': 0,
        'automation_runs{status="queued"}': 0,
        'automation_runs{status="running"}': 0,
        'deliveries{state="queued"}': 0,
        changes_unnumbered: 0,
        changes_undispatched: 0,
        changes_unaudited: 0,
      });
    } finally {
      await receiver.close();
    }
  });

  it('counts nothing of a dry run', async () => {
    const automations = new Automations(service);
    const { id } = await automations.save({ filters: { all: true }, actions: [addTag('Rehearsed')] });
    const before = await scrape(service);
    await service.http.post(`/api/Automation/${id}/Runs?dryRun=true`).expect(200);
    const after = await scrape(service);
    const counted = (samples: Record<string, number>) => Object.entries(samples).filter(([name]) => name.startsWith('automation_'));
    expect(counted(after)).toEqual(counted(before));
  });

  it('shows what has not arrived, and for how long', async () => {
    const { inTransaction } = await import('./support/database.js');
    const { queueDelivery } = await import('../src/deliveries/index.js');
    const receiver = await WebhookReceiver.open();
    let respond: () => void = () => undefined;
    try {
      receiver.respond = (response) => void (respond = () => response.writeHead(204).end());
      await inTransaction(service, (transaction) => queueDelivery(transaction, { kind: 'webhook', to: receiver.url, body: '{}' }));
      const samples = await untilScraped(service, 'deliveries{state="sending"}', 1);
      expect(samples['deliveries_oldest_age_seconds{state="sending"}']).toBeGreaterThan(0);
    } finally {
      respond();
      await receiver.close();
    }
  });
});

describe('The metrics', () => {
  it('are for administrators', async () => {
    const service = await startApp(WITH_ADMIN);
    try {
      await service.http.get('/metrics').expect(401);
      expect((await requestAs(service, ADMIN_KEY, 'get', '/metrics').expect(200)).text).toContain(requests('GET', '', 401));
    } finally {
      await service.close();
    }
  });

  it('are served without a key on METRICS_PORT, and only there', async () => {
    const service = await startApp({ ...WITH_ADMIN, METRICS_PORT: '0' });
    try {
      const { MetricsServer } = await import('../src/core/metrics/index.js');
      const at = (path: string) => fetch(`http://127.0.0.1:${service.app.get(MetricsServer, { strict: false }).port}${path}`);
      const response = await at('/metrics');
      expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
      expect(samplesOf(await response.text())).toMatchObject({ database_up: 1 });
      expect((await at('/api/Clients')).status).toBe(404);
      await requestAs(service, ADMIN_KEY, 'get', '/metrics').expect(404);
    } finally {
      await service.close();
    }
  });
});
