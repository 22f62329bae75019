import { setTimeout as pause } from 'node:timers/promises';
import request from 'supertest';
import { Automations, idIn } from './support/automations';
import { compileService } from './support/compile-service';
import { WebhookReceiver } from './support/receiver';
import { ServiceProcess } from './support/service-process';
import { TelemetryCollector, type CollectedSpan } from './support/telemetry-collector';
import { makeEmptyDatabase } from './support/test-database';

const [TRACE, CALLER] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
const CONTACT_CREATED = 17;
/** As in the protocol. */
const [INTERNAL, SERVER, CLIENT] = [1, 2, 3];

describe('Telemetry', () => {
  let collector: TelemetryCollector;
  let receiver: WebhookReceiver;
  let sentHeader: unknown;

  // a process of its own, since telemetry is of the process; everything is sent when that ends
  beforeAll(async () => {
    collector = await TelemetryCollector.open();
    receiver = await WebhookReceiver.open();
    const [program, database] = [await compileService(), await makeEmptyDatabase()];
    const service = ServiceProcess.start(program.main, {
      DATABASE_URL: database.url,
      DEMO_DATA: 'false',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    });
    try {
      await work(await service.listening());
      service.terminate();
      await service.exited();
    } finally {
      await service.kill();
      await database.drop();
      program.remove();
    }
  });
  afterAll(async () => {
    collector.close();
    await receiver.close();
  });

  async function work(url: string): Promise<void> {
    const http = request(url);
    const automations = new Automations({ http });
    const actions = [{ type: 'webhook', params: { url: receiver.url } }];
    await automations.save({ triggerID: 1, eventID: CONTACT_CREATED, filters: { all: true }, actions });
    const traceparent = `00-${TRACE}-${CALLER}-01`;
    await http.post('/api/Contacts?').set('traceparent', traceparent).send({ surname: 'Traced' }).expect(201);
    while (receiver.received.length === 0) await pause(5);
    sentHeader = receiver.received[0]?.headers['traceparent'];
    await http.get('/api/Contacts/987654?secret=1').expect(400);
    await http.get('/health/live').expect(200);
    const { run } = await automations.run({ filters: idIn(1), actions });
    expect(run.status).toBe('completed');
    while (receiver.received.length < 2) await pause(5);
  }

  const named = (name: string, traceId?: string): CollectedSpan => {
    const found = collector.spans.find((span) => span.name === name && (traceId === undefined || span.traceId === traceId));
    if (!found) throw new Error(`No span ${name} among ${collector.spans.map((span) => span.name).join(', ')}.`);
    return found;
  };

  it('describes a request within the trace of its caller', () =>
    expect(named('POST /api/Contacts', TRACE)).toMatchObject({
      kind: SERVER,
      parentSpanId: CALLER,
      service: 'recruitment-management-service',
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/Contacts',
        'http.response.status_code': 201,
        'url.path': '/api/Contacts',
        'url.scheme': 'http',
      },
    }));

  it('describes its transaction', () =>
    expect(named('transaction', TRACE)).toMatchObject({
      kind: INTERNAL,
      parentSpanId: named('POST /api/Contacts', TRACE).spanId,
      attributes: { 'db.system.name': expect.stringMatching(/^(sqlite|mysql|mariadb)$/) as string },
    }));

  it('describes the run that it sets off, and the message that this sends', () => {
    const run = named('automation run', TRACE);
    expect(run).toMatchObject({ parentSpanId: named('POST /api/Contacts', TRACE).spanId, attributes: { 'automation.trigger': 'event' } });
    const sent = named('send webhook', TRACE);
    expect(sent).toMatchObject({ kind: CLIENT, parentSpanId: run.spanId, attributes: { 'delivery.attempt': 1 } });
    expect(sentHeader).toBe(`00-${TRACE}-${sent.spanId}-01`);
  });

  it('begins a trace for a request without one', () => {
    const request = named('POST /api/Automation');
    expect(request.traceId).not.toBe(TRACE);
    expect(request.parentSpanId ?? '').toBe('');
  });

  it('has neither queries nor health checks', () => {
    expect(named('GET /api/Contacts/:id').attributes).toMatchObject({
      'url.path': '/api/Contacts/987654',
      'http.response.status_code': 400,
    });
    expect(JSON.stringify(collector.spans)).not.toMatch(/secret|health/);
  });

  it('has the metrics, too', () =>
    expect(collector.metrics).toMatchObject({
      'http.server.request.duration POST /api/Contacts 201': 1,
      'automation_runs_ended_total completed': 2,
      'delivery_attempts_total webhook sent': 2,
      'automation_runs queued': expect.any(Number) as number,
      database_up: 1,
      process_resident_memory_bytes: expect.any(Number) as number,
    }));
});
