import { startApp, type TestApp } from './support/app';
import { apiClient } from './support/api-client';
import { addTag, Automations, bodyOf, idIn, type Json } from './support/automations';
import { inTransaction } from './support/database';
import { waitUntilIdle } from './support/event-processing';

/** A Wednesday, noon in Sydney. */
const COMMON = { DEMO_DATA: 'false', CLOCK_START: '2027-03-10T01:00:00.000Z' };

// in one process; the second one starts last, and the first one must not follow its settings
let sydney: TestApp;
let newYork: TestApp;
beforeAll(async () => {
  sydney = await startApp({ ...COMMON, TIME_ZONE: 'Australia/Sydney', WEBHOOK_ALLOW_PRIVATE: 'true', SECRET_KEY: '1'.repeat(64) });
  newYork = await startApp({ ...COMMON, TIME_ZONE: 'America/New_York', WEBHOOK_ALLOW_PRIVATE: 'false', SECRET_KEY: '2'.repeat(64) });
});
afterAll(async () => {
  await newYork.close();
  await sydney.close();
});

const inSydney = apiClient(() => sydney);
const inNewYork = apiClient(() => newYork);
const DAILY = { triggerID: 2, filters: idIn(1), actions: [addTag('daily')], schedule: { schedule: { kind: 'daily', at: '09:00' } } };

describe('Two applications in one process', () => {
  it('have different record types and rules', async () => {
    const { Transactions } = await import('../src/core/database/index.js');
    const [one, other] = [sydney, newYork].map(({ app }) => app.get(Transactions, { strict: false }).types);
    expect(one).not.toBe(other);
    expect(one?.all).toEqual(other?.all);
    expect(one?.rulesOf(one.named('Automation'))).not.toBe(other?.rulesOf(other.named('Automation')));
  });

  it('schedule automations in their own time zones', async () => {
    const nextRuns: unknown[] = [];
    for (const service of [sydney, newYork, sydney, newYork]) nextRuns.push((await new Automations(service).save(DAILY))['nextRunDateUtc']);
    // New York is at daylight saving time only from Sunday
    const [nineInSydney, nineInNewYork] = ['2027-03-10T22:00:00.000Z', '2027-03-10T14:00:00.000Z'];
    expect(nextRuns).toEqual([nineInSydney, nineInNewYork, nineInSydney, nineInNewYork]);
  });

  it('reschedule automations by a date group in their own time zones', async () => {
    const dates = ['2027-03-10', '2027-03-11'];
    const nextRuns: unknown[] = [];
    for (const [service, { createRecord, updateRecord, getRecord }] of [
      [sydney, inSydney],
      [newYork, inNewYork],
      [sydney, inSydney],
    ] as const) {
      const { id: excludedDateGroupID } = await createRecord('Automation/ExcludedDateGroups', { name: 'Holidays' });
      const { id } = await new Automations(service).save({ ...DAILY, excludedDateGroupID });
      await updateRecord(`Automation/ExcludedDateGroups/${excludedDateGroupID}`, { dates });
      nextRuns.push((await getRecord(`Automation/${id}`))['nextRunDateUtc']);
    }
    expect(nextRuns).toEqual(['2027-03-11T22:00:00.000Z', '2027-03-12T14:00:00.000Z', '2027-03-11T22:00:00.000Z']);
  });

  it('accept webhooks without encryption by their own setting', async () => {
    const hook = bodyOf({ filters: idIn(1), actions: [{ type: 'webhook', params: { url: 'http://127.0.0.1/hooks' } }] });
    const statuses: number[] = [];
    for (const { http } of [sydney, newYork, sydney, newYork]) statuses.push((await http.post('/api/Automation').send(hook)).status);
    expect(statuses).toEqual([200, 400, 200, 400]);
  });

  it('encrypt with their own keys', async () => {
    const { Vault } = await import('../src/core/config/vault.js');
    const [one, other] = [sydney, newYork].map(({ app }) => app.get(Vault, { strict: false }));
    const sealed = one?.seal('secret', 'division 1') ?? '';
    expect(one?.open(sealed, 'division 1')).toBe('secret');
    expect(() => other?.open(sealed, 'division 1')).toThrow();
  });

  it('store their own records', async () => {
    const contacts = await Promise.all([
      inSydney.createRecord('Contacts', { surname: 'Bennett' }),
      inNewYork.createRecord('Contacts', { surname: 'Miller' }),
    ]);
    expect(contacts.map(({ id }) => id)).toEqual([1, 1]);
    expect([await inSydney.getRecord('Contacts/1'), await inNewYork.getRecord('Contacts/1')]).toMatchObject([
      { surname: 'Bennett' },
      { surname: 'Miller' },
    ]);
    expect([await inSydney.listRecords('Contacts'), await inNewYork.listRecords('Contacts')]).toMatchObject([
      [{ surname: 'Bennett' }],
      [{ surname: 'Miller' }],
    ]);
  });

  it('are notified only of their own changes and deliveries', async () => {
    const { Transactions } = await import('../src/core/database/index.js');
    const { CHANGES_COMMITTED } = await import('../src/core/changes/index.js');
    const { queueDelivery } = await import('../src/deliveries/queue.js');
    const { DELIVERIES_QUEUED } = await import('../src/deliveries/signal.js');
    await Promise.all([waitUntilIdle(sydney), waitUntilIdle(newYork)]);
    const heard: Json[] = [];
    const stop = [sydney, newYork].flatMap(({ app, settings: { timeZone } }) => {
      const { signals } = app.get(Transactions, { strict: false });
      return [CHANGES_COMMITTED, DELIVERIES_QUEUED].map((signal) => signals.subscribe(signal, () => heard.push({ timeZone, signal })));
    });
    await inSydney.createRecord('Contacts', { surname: 'Doyle' });
    await inTransaction(newYork, (transaction) =>
      queueDelivery(transaction, { kind: 'email', to: 'ana@example.com', subject: 'Monday', body: 'See you on Monday.' }),
    );
    await inNewYork.createRecord('Contacts', { surname: 'Moore' });
    stop.forEach((unsubscribe) => unsubscribe());
    await inSydney.createRecord('Contacts', { surname: 'Unheard' });
    expect(heard).toEqual([
      { timeZone: 'Australia/Sydney', signal: CHANGES_COMMITTED },
      { timeZone: 'America/New_York', signal: DELIVERIES_QUEUED },
      { timeZone: 'America/New_York', signal: CHANGES_COMMITTED },
    ]);
  });
});
