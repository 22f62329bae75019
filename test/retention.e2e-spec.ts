import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { apiClient, type Body } from './support/api-client';
import { startApp, type TestApp } from './support/app';
import { Automations, idIn } from './support/automations';
import { setClock } from './support/event-processing';
import { queryRows } from './support/database';

const outbox = mkdtempSync(join(tmpdir(), 'recruitment-retention-'));
const START = '2026-03-02T01:00:00Z';
const ENVIRONMENT = { DEMO_DATA: 'false', OUTBOX_FOLDER: outbox, CLOCK_START: START, WEBHOOK_ALLOW_PRIVATE: 'true' };

let service: TestApp;
const { createRecord, listRecords } = apiClient(() => service);
afterAll(() => rmSync(outbox, { recursive: true }));

/** @param days since the start */
const after = (days: number): Promise<void> => setClock(service, new Date(Date.parse(START) + days * 86_400_000));

async function catchUp(): Promise<void> {
  const { Housekeeping } = await import('../src/core/housekeeping/index.js');
  await service.app.get(Housekeeping, { strict: false }).catchUp();
}

async function verify(): Promise<string> {
  const { verifyDatabase } = await import('../src/commands/verify-database.js');
  return (await verifyDatabase(service.settings)).text;
}

const namesInAudit = async (): Promise<unknown[]> =>
  (await listRecords('Audit?type=Client')).map(({ fields }) => (fields as Record<string, { after: unknown }>)['name']?.after);
const files = (): string[] => (existsSync(outbox) ? readdirSync(outbox) : []);

/** Sends an e-mail to a new contact, and calls a webhook that does not answer. */
async function send(): Promise<void> {
  const { id } = await createRecord('Contacts', { surname: 'Bennett', email: 'olivia@example.com' });
  const before = (await listRecords('Deliveries?state=sent')).length;
  await new Automations(service).run({
    filters: idIn(id),
    actions: [
      { type: 'sendEmail', params: { subject: 'Hello', body: 'Hello' } },
      { type: 'webhook', params: { url: 'http://127.0.0.1:9/' } },
    ],
  });
  while ((await listRecords('Deliveries?state=sent')).length === before) await pause(20);
}

const states = async (): Promise<unknown[]> => (await listRecords('Deliveries')).map(({ state }: Body) => state).sort();

describe('With a limit for each kind of record, the service', () => {
  beforeAll(async () => void (service = await startApp({ ...ENVIRONMENT, AUDIT_KEPT_DAYS: '30', DELIVERIES_KEPT_DAYS: '30' })));
  afterAll(() => service.close());

  it('removes old entries of the audit, and can verify those that remain', async () => {
    await createRecord('Clients', { name: 'Of the first day' });
    await after(10);
    await createRecord('Clients', { name: 'Of the tenth day' });
    await after(35);
    expect(await namesInAudit()).toEqual(['Of the tenth day', 'Of the first day']);
    await catchUp();
    expect(await namesInAudit()).toEqual(['Of the tenth day']);
    expect(await verify()).toContain('The audit is intact: 1 entries.');
    await createRecord('Clients', { name: 'Of today' });
    expect(await namesInAudit()).toEqual(['Of today', 'Of the tenth day']);
    expect(await verify()).toContain('The audit is intact: 2 entries.');
    await queryRows(service, "DELETE FROM audit_entry WHERE sequence = (SELECT value + 1 FROM counter WHERE name = 'audit removed')");
    expect(await verify()).toContain('The audit is not intact. Entry 2 is missing.');
  });

  it('removes old messages that were sent, with their files, and keeps those that are still to be sent', async () => {
    await after(40);
    await send();
    await after(60);
    await send();
    expect(files()).toHaveLength(2);
    const sent = (await states()).filter((state) => state === 'sent');
    expect(sent).toHaveLength(2);
    await after(75);
    await catchUp();
    expect((await states()).filter((state) => state === 'sent')).toHaveLength(1);
    expect((await states()).filter((state) => state !== 'sent').length).toBeGreaterThan(0);
    // The service's own round may have deleted them: it removes the files after its transaction.
    while (files().length > 1) await pause(20);
    expect(files()).toHaveLength(1);
  });

  it('can verify the audit while old entries are being removed', async () => {
    await createRecord('Clients', { name: 'Soon to be removed' });
    await namesInAudit();
    const { Transactions } = await import('../src/core/database/index.js');
    const own = service.app.get(Transactions, { strict: false });
    const read = Transactions.prototype.read;
    let removed = false;
    const reading = jest.spyOn(Transactions.prototype, 'read').mockImplementation(async function (this: unknown, ...args) {
      const transactions = this as typeof own;
      const found: unknown = await read.apply(transactions, args);
      if (removed || transactions === own) return found;
      removed = true;
      await after(120);
      await createRecord('Clients', { name: 'Added meanwhile' });
      expect(await namesInAudit()).toContain('Soon to be removed');
      await catchUp();
      expect(await namesInAudit()).toEqual(['Added meanwhile']);
      return found;
    });
    const text = await verify();
    reading.mockRestore();
    expect([removed, text]).toEqual([true, expect.stringContaining('The audit is intact')]);
  });
});

describe('With a limit of 0, the service', () => {
  beforeAll(async () => void (service = await startApp({ ...ENVIRONMENT, CHANGES_KEPT_DAYS: '0', RUNS_KEPT_DAYS: '0' })));
  afterAll(() => service.close());

  it('keeps everything', async () => {
    await send();
    const counts = () =>
      queryRows(
        service,
        "SELECT (SELECT COUNT(*) FROM record_change) AS changes, (SELECT COUNT(*) FROM audit_entry) AS entries, (SELECT COUNT(*) FROM delivery WHERE state = 'sent') AS messages, (SELECT COUNT(*) FROM automation_run) AS runs",
      );
    await service.http.get('/api/Audit?limit=1').expect(200);
    const before = await counts();
    await after(36_000);
    await catchUp();
    expect(await counts()).toEqual(before);
    expect(Number((before[0] as Record<string, unknown>)['runs'])).toBe(1);
  });
});
