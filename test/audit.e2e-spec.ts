import { setTimeout as pause } from 'node:timers/promises';
import { startApp, type TestApp } from './support/app';
import { ADMIN_KEY, createKey, createUser, requestAs, WITH_ADMIN } from './support/api-keys';
import { addTag, idIn } from './support/automations';
import { queryRows } from './support/database';

interface Entry {
  readonly sequence: number;
  readonly type: string;
  readonly recordID: number;
  readonly action: string;
  readonly fields: Record<string, { before: unknown; after: unknown }>;
  readonly userID: number;
  readonly [member: string]: unknown;
}

const as = (service: TestApp, method: 'get' | 'post' | 'put' | 'delete', path: string, key = ADMIN_KEY) =>
  requestAs(service, key, method, path);
const entries = async (service: TestApp, query = ''): Promise<Entry[]> =>
  (await as(service, 'get', `/api/Audit?${query}`).expect(200)).body as Entry[];
const create = async (service: TestApp, path: string, body: object): Promise<number> =>
  ((await as(service, 'post', `/api/${path}`).send(body).expect(201)).body as { id: number }).id;
const UTC = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

/** What `npm run audit -- --verify` prints. */
async function verify({ settings }: TestApp): Promise<string> {
  const { verifyDatabase } = await import('../src/commands/verify-database.js');
  return (await verifyDatabase(settings)).text;
}

describe('The audit', () => {
  let service: TestApp;
  /** The user of the first administrator. */
  let admin: number;
  beforeAll(async () => {
    service = await startApp({ ...WITH_ADMIN, WEBHOOK_ALLOW_PRIVATE: 'true' });
    admin = ((await as(service, 'get', '/api/Me').expect(200)).body as { userID: number }).userID;
  });
  afterAll(() => service.close());

  it('tells who changed what by a request, before and after, from where and when', async () => {
    const userID = await createUser(service, { name: 'Noah Webb', email: 'noah@example.com', roleID: 1 });
    const key = await createKey(service, { name: 'Website', userID });
    const id = await create(service, 'Opportunities', { name: 'Fit-out' });
    const response = await as(service, 'put', `/api/Opportunities/${id}`, key.key)
      .set('X-Request-Id', 'request-of-noah')
      .send({ name: 'Fit-out of the lobby' })
      .expect(200);
    expect(response.headers['x-request-id']).toBe('request-of-noah');
    expect(await entries(service, `type=Opportunity&recordID=${id}`)).toEqual([
      {
        sequence: expect.any(Number) as number,
        at: UTC,
        type: 'Opportunity',
        recordID: id,
        action: 'updated',
        version: 2,
        events: [],
        fields: { name: { before: 'Fit-out', after: 'Fit-out of the lobby' } },
        isErased: false,
        userID,
        source: 'request',
        keyID: key.id,
        keyName: 'Website',
        address: expect.stringContaining('127.0.0.1') as string,
        requestID: 'request-of-noah',
      },
      expect.objectContaining({ action: 'created', userID: admin, keyName: 'admin', events: [31] }),
    ]);
  });

  it('has nothing of a request that changes nothing, is rejected, or is only tried', async () => {
    const id = await create(service, 'Clients', { name: 'Harbour' });
    const [before] = await entries(service, 'limit=1');
    await as(service, 'put', `/api/Clients/${id}`).send({ name: 'Harbour' }).expect(200);
    await as(service, 'put', `/api/Clients/${id}`).send({ name: 'Port', statusID: 999_999 }).expect(400);
    await as(service, 'post', '/api/Clients/Import?dryRun=true').set('Content-Type', 'text/csv').send('name\nTried\n').expect(200);
    expect(await entries(service, 'limit=1')).toEqual([before]);
  });

  it('has the changes of imports', async () => {
    await as(service, 'post', '/api/Clients/Import').set('Content-Type', 'text/csv').send('name\nImported one\nImported two\n').expect(200);
    const found = await entries(service, 'type=Client&source=import');
    expect(found.map(({ action, keyName, fields }) => [action, keyName, fields['name']?.after])).toEqual([
      ['created', 'admin', 'Imported two'],
      ['created', 'admin', 'Imported one'],
    ]);
  });

  it('has the changes of automations, and who started, cancelled and retried them by hand', async () => {
    const contactID = await create(service, 'Contacts', { firstName: 'Olivia', surname: 'Bennett' });
    const automation = { triggerID: 3, eventID: 17, statusID: 1 };
    const texts = { filtersJSON: JSON.stringify(idIn(contactID)), actionsJSON: JSON.stringify([addTag('Audited')]) };
    const started = await as(service, 'post', '/api/Automation?runNow=true')
      .send({ ...automation, ...texts })
      .expect(200);
    const automationID = (started.body as { id: number }).id;
    const path = String(started.headers['location']);
    const runID = Number(path.split('/').at(-1));
    while (((await as(service, 'get', path).expect(200)).body as { status: string }).status !== 'completed') await pause(10);
    const [tagged] = await entries(service, `runID=${runID}`);
    expect(tagged).toMatchObject({ type: 'Contact', recordID: contactID, source: 'automation', automationID, runID, userID: admin });
    expect(tagged?.fields['tagList']?.after).toEqual([{ tag: 'Audited', typeId: 4 }]);
    expect(tagged).not.toHaveProperty('requestID');

    const second = await as(service, 'post', `/api/Automation/${automationID}/Runs`).expect(202);
    const secondID = Number(String(second.headers['location']).split('/').at(-1));
    const cancelled = await as(service, 'post', `/api/AutomationRuns/${secondID}/Cancel`);
    const found = await entries(service, 'type=AutomationRun');
    expect(found.filter(({ action }) => action === 'started').map(({ recordID }) => recordID)).toEqual([secondID, runID]);
    expect(found.some(({ action, recordID }) => action === 'cancelled' && recordID === secondID)).toBe(cancelled.ok);
    const { body: published, headers } = await as(service, 'get', '/api/Changes?limit=1000').expect(200);
    expect(headers).not.toHaveProperty('link');
    expect((published as { type: string }[]).filter(({ type }) => ['AutomationRun', 'ApiKey'].includes(type))).toEqual([]);
  });

  it('has API keys that were created, replaced and revoked, without the keys', async () => {
    const key = await createKey(service, { name: 'Kiosk' });
    const replaced = await as(service, 'post', `/api/ApiKeys/${key.id}/Rotate`).send({ graceHours: 1 }).expect(201);
    const { id, key: secret } = replaced.body as { id: number; key: string };
    await as(service, 'post', `/api/ApiKeys/${id}/Revoke`).expect(200);
    await as(service, 'post', `/api/ApiKeys/${id}/Revoke`).expect(200);
    const found = (await entries(service, 'type=ApiKey')).filter(({ recordID }) => [key.id, id].includes(recordID));
    expect(found.map(({ action, recordID }) => [action, recordID])).toEqual([
      ['revoked', id],
      ['rotated', key.id],
      ['created', id],
      ['created', key.id],
    ]);
    expect(found[1]?.fields['replacedByID']).toEqual({ before: null, after: id });
    expect(JSON.stringify(found)).not.toContain(secret);
    expect(JSON.stringify(found)).not.toContain(key.key);
  });

  it('masks credentials', async () => {
    const divisionID = await create(service, 'divisions', { name: 'North' });
    const path = `/api/divisions/${divisionID}/payroll-integration`;
    await as(service, 'put', path).send({ apiKey: 'hunter2-hunter2' }).expect(200);
    await as(service, 'put', path).send({ apiKey: 'hunter3-hunter3' }).expect(200);
    const found = await entries(service, 'type=PayrollIntegration');
    expect(found.map(({ fields }) => fields['apiKey'])).toEqual([
      { before: '<API_KEY>', after: '<API_KEY>' },
      { before: null, after: '<API_KEY>' },
    ]);
    const stored = await queryRows<{ n: number }>(service, "SELECT COUNT(*) AS n FROM audit_entry WHERE fields LIKE '%hunter%'");
    expect(Number(stored[0]?.n)).toBe(0);
  });

  it('has settings, lookup entries and roles', async () => {
    await as(service, 'post', '/api/Configuration/JobPosting')
      .send([{ type: 'advertDays', value: '20' }])
      .expect(200);
    const roleID = await create(service, 'Roles', { name: 'Auditor', scopes: ['jobs:read'] });
    expect((await entries(service, 'type=Setting'))[0]?.fields).toEqual({ 'JobPosting/advertDays': { before: null, after: '20' } });
    expect(await entries(service, `type=Role&recordID=${roleID}`)).toHaveLength(1);
  });

  it('has deliveries that were sent again by hand', async () => {
    const { Delivery } = await import('../src/deliveries/index.js');
    const { inTransaction } = await import('./support/database.js');
    const publicID = '10000000-0000-4000-8000-000000000001';
    await inTransaction(service, ({ em, now }) =>
      em.insert(Delivery, {
        ...{ publicID, kind: 'webhook' as const, state: 'dead' as const, recipient: 'http://127.0.0.1:9/', body: '{}' },
        ...{ byID: 1, createdDate: now, attempts: 5 },
      }),
    );
    await as(service, 'post', `/api/Deliveries/${publicID}/Resend`).expect(200);
    expect(await entries(service, 'type=Delivery&action=resent')).toEqual([
      expect.objectContaining({ fields: { publicID: { before: publicID, after: publicID } }, source: 'request' }),
    ]);
  });

  it('has what commands do', async () => {
    const { manageKeys } = await import('../src/commands/manage-keys.js');
    await manageKeys(service.settings, { action: 'create', id: 0, body: { name: 'From the command line' } });
    const [found] = await entries(service, 'type=ApiKey');
    expect(found).toMatchObject({ action: 'created', source: 'command', userID: 1 });
    expect(found?.fields['name']).toEqual({ before: null, after: 'From the command line' });
  });

  it('can be searched by each of its parts', async () => {
    const jobID = await create(service, 'Jobs', { title: 'Painter' });
    const [made] = await entries(service, `type=Job&recordID=${jobID}`);
    const at = String(made?.['at']);
    const matching = [
      `requestID=${String(made?.['requestID'])}`,
      'eventID=34',
      `userID=${admin}&type=Job`,
      'keyName=admin&type=Job',
      `from=${at}&type=Job`,
      `to=${at.slice(0, 10)}&timeZone=UTC&type=Job`,
      'action=created&type=Job',
    ];
    for (const query of matching) expect([query, await entries(service, query)]).toEqual([query, [made]]);
    for (const query of ['keyID=999', 'userID=999', 'runID=999', 'eventID=3&type=Job', 'to=2020-01-01'])
      expect([query, await entries(service, query)]).toEqual([query, []]);
    const problem = await as(service, 'get', '/api/Audit?from=2026-02-01&to=2026-01-01').expect(400);
    expect(problem.body).toMatchObject({ errors: [{ pointer: '/from', detail: 'must not be after to' }] });
  });

  it('is read page by page, the newest first, while more is written', async () => {
    const all = await entries(service, 'limit=1000');
    const sequences = all.map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.map((_, index) => sequences[0]! - index));
    const read: number[] = [];
    let path: string | undefined = '/api/Audit?limit=7';
    while (path !== undefined) {
      const page: { body: unknown; headers: Record<string, string> } = await as(service, 'get', path).expect(200);
      read.push(...(page.body as Entry[]).map(({ sequence }) => sequence));
      await create(service, 'Clients', { name: `During page ${read.length}` });
      path = /<(.+)>/.exec(page.headers['link'] ?? '')?.[1];
    }
    expect(read).toEqual(sequences);
  });

  it('is for administrators', async () => {
    const key = await createKey(service, { name: 'Reader', roleID: 4 });
    await as(service, 'get', '/api/Audit', key.key).expect(403);
  });

  it('is shown to whoever may read a record, as its history', async () => {
    const key = await createKey(service, { name: 'Reader of histories', roleID: 4 });
    const id = await create(service, 'Contacts', { surname: 'First' });
    await as(service, 'put', `/api/Contacts/${id}`).send({ surname: 'Second' }).expect(200);
    await as(service, 'delete', `/api/Contacts/${id}`).expect(204);
    const history = await as(service, 'get', `/api/Contacts/${id}/History`, key.key).expect(200);
    expect((history.body as Entry[]).map(({ action, fields }) => [action, fields['surname']])).toEqual([
      ['deleted', undefined],
      ['updated', { before: 'First', after: 'Second' }],
      ['created', { before: null, after: 'First' }],
    ]);
    expect(history.headers['x-total-count']).toBe('3');
    expect(history.text).not.toContain('127.0.0.1');
    expect((await as(service, 'get', `/api/Contacts/${id}/History`).expect(200)).text).toContain('127.0.0.1');
    await as(service, 'get', '/api/Contacts/999999/History', key.key).expect(404);
    await as(service, 'get', '/api/Roles/1/History', key.key).expect(403);
  });

  it('keeps what is personal encrypted', async () => {
    const id = await create(service, 'Candidates', { firstName: 'Marker-of-a-person' });
    await create(service, 'Activities', { category: 1, candidateID: id, notes: 'Marker-of-a-person called' });
    expect((await entries(service, `type=Candidate&recordID=${id}`))[0]?.fields['firstName']?.after).toBe('Marker-of-a-person');
    const stored = await queryRows<{ n: number }>(
      service,
      "SELECT COUNT(*) AS n FROM audit_entry WHERE fields LIKE '%Marker-of%' OR personal LIKE '%Marker-of%'",
    );
    expect(Number(stored[0]?.n)).toBe(0);
  });

  it('has an entry for each change, however many there are', async () => {
    const names = Array.from({ length: 1200 }, (_, index) => `Client ${index}`);
    await as(service, 'post', '/api/Clients/Import')
      .set('Content-Type', 'text/csv')
      .send(`name\n${names.join('\n')}\n`)
      .expect(200);
    await entries(service);
    const [counted] = await queryRows<Record<'changes' | 'entries', number>>(
      service,
      'SELECT (SELECT COUNT(*) FROM record_change) AS changes, (SELECT COUNT(*) FROM audit_entry) AS entries',
    );
    expect(Number(counted?.entries)).toBe(Number(counted?.changes));
    expect(await verify(service)).toContain(`The audit is intact: ${Number(counted?.entries)} entries.`);
  });
});

describe('Verifying the audit', () => {
  let service: TestApp;
  let last: number;
  beforeAll(async () => {
    service = await startApp(WITH_ADMIN);
    for (let number = 1; number <= 5; number++) await create(service, 'Clients', { name: `Client ${number}` });
    last = (await entries(service))[0]!.sequence;
  });
  afterAll(() => service.close());

  const run = (...statements: string[]) => {
    const all = statements.map((statement) => () => queryRows(service, statement));
    return all.reduce<Promise<unknown>>((before, next) => before.then(next), Promise.resolve());
  };
  const copy = async (): Promise<readonly Record<string, unknown>[]> => queryRows(service, 'SELECT * FROM audit_entry');
  const restore = async (rows: readonly Record<string, unknown>[]): Promise<void> => {
    const { AuditEntry } = await import('../src/core/audit/index.js');
    const { inTransaction } = await import('./support/database.js');
    await run('DELETE FROM audit_entry');
    await inTransaction(service, ({ em }) =>
      em
        .createQueryBuilder()
        .insert()
        .into(AuditEntry)
        .values([...rows])
        .execute(),
    );
  };

  it('finds nothing wrong with what the service has written', async () => {
    expect(await verify(service)).toMatch(
      new RegExp(`^The audit is intact: ${last} entries\\. The last one is ${last}, with the hash [0-9a-f]{64}\\.$`),
    );
  });

  it.each<[string, readonly string[], (last: number) => string]>([
    ['a value', ["UPDATE audit_entry SET fields = '{}' WHERE sequence = 2"], () => 'Entry 2 has been changed.'],
    ['the user', ['UPDATE audit_entry SET userID = 77 WHERE sequence = 3'], () => 'Entry 3 has been changed.'],
    ['the time', ["UPDATE audit_entry SET at = '2020-01-01 00:00:00.000' WHERE sequence = 1"], () => 'Entry 1 has been changed.'],
    ['the first', ['DELETE FROM audit_entry WHERE sequence = 1'], () => 'Entry 1 is missing.'],
    ['one', ['DELETE FROM audit_entry WHERE sequence = 3'], () => 'Entry 3 is missing.'],
    ['two in the middle', ['DELETE FROM audit_entry WHERE sequence IN (2, 3)'], () => 'Entries 2 to 3 are missing.'],
    [
      'the last',
      ["DELETE FROM audit_entry WHERE sequence = (SELECT value FROM counter WHERE name = 'audited')"],
      (end) => `Entry ${end} is missing at the end.`,
    ],
    ['all', ['DELETE FROM audit_entry'], (end) => `Entries 1 to ${end} are missing at the end.`],
    [
      'the order of two',
      [
        'UPDATE audit_entry SET sequence = 1000 WHERE sequence = 2',
        'UPDATE audit_entry SET sequence = 2 WHERE sequence = 3',
        'UPDATE audit_entry SET sequence = 3 WHERE sequence = 1000',
      ],
      () => 'Entry 2 was not written after entry 1 as it is.',
    ],
    [
      'one, and closes the gap',
      ['DELETE FROM audit_entry WHERE sequence = 2', 'UPDATE audit_entry SET sequence = sequence - 1 WHERE sequence = 3'],
      () => 'Entry 2 was not written after entry 1 as it is.',
    ],
    [
      'the hash',
      ["UPDATE audit_entry SET hash = REPLACE(hash, SUBSTR(hash, 1, 8), '00000000') WHERE sequence = 4"],
      () => 'Entry 4 has been changed.',
    ],
  ])('finds who changes or deletes %s', async (_, statements, problem) => {
    const rows = await copy();
    await run(...statements);
    expect(await verify(service)).toContain(`The audit is not intact. ${problem(last)}`);
    await restore(rows);
    expect(await verify(service)).toContain('The audit is intact');
  });

  it('accepts entries after a change of the secret key', async () => {
    service = await service.restart({ ...WITH_ADMIN, SECRET_KEY: '1'.repeat(64), SECRET_KEY_PREVIOUS: '0'.repeat(64) });
    service = await service.restart({ ...WITH_ADMIN, SECRET_KEY: '1'.repeat(64) });
    const id = await create(service, 'Candidates', { firstName: 'Later' });
    expect((await entries(service, `type=Candidate&recordID=${id}`))[0]?.fields['firstName']?.after).toBe('Later');
    expect(await verify(service)).toContain('The audit is intact');
  });

  it('gets no other keys from a process that has not got the present secret key yet', async () => {
    const { inTransaction } = await import('./support/database.js');
    const { SecretKey, Vault } = await import('../src/core/config/index.js');
    const { chainKeyFor, keysFor } = await import('../src/core/audit/keys.js');
    const former = new Vault(new SecretKey(Buffer.alloc(32)));
    const keys = () => queryRows(service, 'SELECT name, sealed FROM audit_key ORDER BY name');
    const before = await keys();
    const name = String((before[0] as { name: string }).name);
    await expect(inTransaction(service, (transaction) => chainKeyFor(transaction, former, 99))).rejects.toThrow('another SECRET_KEY');
    await expect(inTransaction(service, (transaction) => keysFor(transaction, former, [name]))).rejects.toThrow('another SECRET_KEY');
    expect(await keys()).toEqual(before);
  });

  it('tells that the keys were lost with the secret key', async () => {
    await service.stop();
    await expect(service.restart({ ...WITH_ADMIN, SECRET_KEY: '2'.repeat(64) })).rejects.toThrow(
      'SECRET_KEY is not the key that encrypts the audit',
    );
    service = await service.restart({ ...WITH_ADMIN, SECRET_KEY: '2'.repeat(64), DISCARD_CREDENTIALS: 'true' });
    await create(service, 'Clients', { name: 'Afterwards' });
    await entries(service);
    expect(await verify(service)).toMatch(/The audit is intact: \d+ entries\. Of \d+ of them, only the order can be verified/);
  });
});
