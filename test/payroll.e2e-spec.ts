import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { startApp, type TestApp } from './support/app';
import { queryRows, seedRecord } from './support/database';

type Body = Record<string, unknown>;

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());

const division = (): Promise<number> => seedRecord(service, 'Division', { name: 'Construction', countryCode: 'AU' });
const path = (id: number | string): string => `/api/divisions/${id}/payroll-integration`;
const put = (id: number | string, body: object) => service.http.put(path(id)).send(body);
const saved = async (id: number, body: object): Promise<Body> => (await put(id, body).expect(200)).body as Body;
const found = async (id: number): Promise<Body> => (await service.http.get(path(id)).expect(200)).body as Body;

const NONE = {
  apiKey: '',
  apiUsername: '',
  apiPassword: '',
  entityID: 0,
  brandingEntityID: 0,
  permChargeItemID: 0,
  collectTimesheetData: false,
  region: '',
  regionSettings: [],
};
const PLACEHOLDERS = { apiKey: '<API_KEY>', apiUsername: '<USERNAME>', apiPassword: '<PASSWORD>' };
const SECRETS = { apiKey: 'key-7f3a91', apiUsername: 'payröll-robot', apiPassword: 'pass"word 🚚' };
const NSW = {
  region: 'NSW',
  defaultSuperItemID: 31,
  glGroupEmployee: 501,
  glGroupSubContractor: 502,
  permIncomeAccount: '4-1000',
  contractIncomeAccountEmployee: '4-2000',
  contractExpenseAccountEmployee: '5-2000',
  contractIncomeAccountSubContractor: '4-3000',
  contractExpenseAccountSubContractor: '5-3000',
};
const bare = (region: string) => ({
  region,
  defaultSuperItemID: 0,
  glGroupEmployee: 0,
  glGroupSubContractor: 0,
  permIncomeAccount: '',
  contractIncomeAccountEmployee: '',
  contractExpenseAccountEmployee: '',
  contractIncomeAccountSubContractor: '',
  contractExpenseAccountSubContractor: '',
});

describe('The payroll settings of a division', () => {
  it('are not found before they are first saved, which creates them', async () => {
    const id = await division();
    expect((await service.http.get(path(id)).expect(404)).body).toMatchObject({
      type: '/problems/not-found',
      detail: expect.stringContaining('no payroll integration'),
    });
    expect(await saved(id, {})).toEqual(NONE);
    expect(await found(id)).toEqual(NONE);
  });

  it('keep absent fields, and clear those that are null', async () => {
    const id = await division();
    const complete = {
      entityID: 4101,
      brandingEntityID: 12,
      permChargeItemID: -880,
      collectTimesheetData: true,
      collectTimesheetLastRun: '2026-11-19T14:00:00.123Z',
      candidateDataSyncLastRun: '2026-11-19T14:05:00.000Z',
      region: 'AU',
      regionSettings: [NSW],
    };
    expect(await saved(id, complete)).toEqual({ ...NONE, ...complete });
    expect(await saved(id, { region: 'NZ' })).toEqual({ ...NONE, ...complete, region: 'NZ' });
    expect(await saved(id, Object.fromEntries(Object.keys(complete).map((name) => [name, null])))).toEqual(NONE);
  });

  it('are separate for each division', async () => {
    const [one, other] = [await division(), await division()];
    await saved(one, { entityID: 1, regionSettings: [NSW] });
    await saved(other, { entityID: 2 });
    expect(await found(one)).toMatchObject({ entityID: 1, regionSettings: [NSW] });
    expect(await found(other)).toMatchObject({ entityID: 2, regionSettings: [] });
  });

  it('do not change when the response is sent back', async () => {
    const id = await division();
    const before = await saved(id, { ...SECRETS, entityID: 5, collectTimesheetLastRun: '2026-11-19', regionSettings: [NSW, bare('VIC')] });
    const stored = await storedCredentials(id);
    expect(await saved(id, before)).toEqual(before);
    expect(await storedCredentials(id)).toEqual(stored);
  });

  it('are found with a path in any case', async () => {
    const id = await division();
    await service.http.put(`/API/Divisions/${id}/Payroll-Integration`).send({}).expect(200);
  });

  it.each(['0', '-1', '999999'])('return 404 for the unknown division %s', async (id) => {
    await put(id, {}).expect(404);
    await service.http.get(path(id)).expect(404);
  });

  it.each(['abc', '1.5', '99999999999'])('reject %s as an id', async (id) => {
    for (const response of [put(id, {}), service.http.get(path(id))])
      expect((await response.expect(400)).body).toMatchObject({ errors: [{ pointer: '/id', in: 'path' }] });
  });

  it.each([
    [{ entityID: '4101' }, '/entityID'],
    [{ entityID: 1.5 }, '/entityID'],
    [{ collectTimesheetData: 'true' }, '/collectTimesheetData'],
    [{ collectTimesheetLastRun: 'today' }, '/collectTimesheetLastRun'],
    [{ region: 'x'.repeat(101) }, '/region'],
    [{ regionSettings: NSW }, '/regionSettings'],
    [{ regionSettings: [NSW, { region: 5 }] }, '/regionSettings/1/region'],
    [{ regionSettings: [null] }, '/regionSettings/0'],
    [{ regionSettings: [{ account: '4' }] }, '/regionSettings/0/account'],
    [{ divisionID: 5 }, '/divisionID'],
    [{ apikey: 'x' }, '/apikey'],
    [{ regionSettings: Array.from({ length: 201 }, (_, index) => bare(`R${index}`)) }, '/regionSettings'],
  ])('are rejected completely when one value is invalid (%#)', async (wrong, pointer) => {
    const id = await division();
    const { body } = await put(id, { ...SECRETS, ...wrong }).expect(400);
    expect(body).toMatchObject({ errors: [{ pointer }] });
    await service.http.get(path(id)).expect(404);
  });
});

describe('Region settings', () => {
  it('are replaced as a list and keep its order', async () => {
    const id = await division();
    expect(await saved(id, { regionSettings: [bare('VIC'), NSW, bare('ACT')] })).toMatchObject({
      regionSettings: [bare('VIC'), NSW, bare('ACT')],
    });
    expect(await saved(id, { regionSettings: [bare('QLD'), { region: 'VIC', defaultSuperItemID: null }] })).toMatchObject({
      regionSettings: [bare('QLD'), bare('VIC')],
    });
    expect(await saved(id, { entityID: 1 })).toMatchObject({ regionSettings: [bare('QLD'), bare('VIC')] });
    expect(await saved(id, { regionSettings: [] })).toMatchObject({ regionSettings: [] });
  });

  it.each([
    ['NSW', 'NSW'],
    ['NSW', ' nsw'],
    ['Île', 'ILE'],
    ['', ''],
  ])('cannot contain both %j and %j', async (one, other) => {
    const id = await division();
    expect((await put(id, { regionSettings: [bare(one), bare('VIC'), bare(other)] }).expect(400)).body).toMatchObject({
      errors: [{ pointer: '/regionSettings/2/region', detail: expect.stringContaining('twice') }],
    });
  });

  it('can have two hundred entries', async () => {
    const many = Array.from({ length: 200 }, (_, index) => bare(`Region ${index}`));
    expect(await saved(await division(), { regionSettings: many })).toMatchObject({ regionSettings: many });
  });
});

type Credentials = Record<'apiKey' | 'apiUsername' | 'apiPassword', string | null>;
async function storedCredentials(id: number): Promise<Credentials> {
  const [stored] = await queryRows<Credentials>(
    service,
    'SELECT apiKey, apiUsername, apiPassword FROM payroll_integration WHERE divisionID = ?',
    [id],
  );
  return stored!;
}

async function opened(id: number): Promise<object> {
  const { Vault } = await import('../src/core/config/vault.js');
  const vault = service.app.get(Vault, { strict: false });
  return Object.fromEntries(
    Object.entries(await storedCredentials(id)).map(([name, sealed]) => [name, sealed && vault.open(sealed, `${id}/${name}`)]),
  );
}

describe('Credentials', () => {
  it('are returned as placeholders only, and can be decrypted by the service', async () => {
    const id = await division();
    const { text, body } = await put(id, SECRETS).expect(200);
    expect(body).toMatchObject(PLACEHOLDERS);
    expect(await found(id)).toMatchObject(PLACEHOLDERS);
    for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
    expect(await opened(id)).toEqual(SECRETS);
  });

  it('are encrypted differently each time', async () => {
    const [one, other] = [await division(), await division()];
    const same = { apiKey: 'same-secret', apiUsername: 'same-secret', apiPassword: 'same-secret' };
    await saved(one, same);
    await saved(other, same);
    const stored = [await storedCredentials(one), await storedCredentials(other)].flatMap((each) => Object.values(each));
    await saved(one, same);
    stored.push(...Object.values(await storedCredentials(one)));
    expect(new Set(stored).size).toBe(9);
    for (const sealed of stored) expect(sealed).toMatch(/^v1\.[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  it('are kept by their placeholders, one by one', async () => {
    const id = await division();
    await saved(id, SECRETS);
    const stored = await storedCredentials(id);
    expect(await saved(id, { ...PLACEHOLDERS, entityID: 2 })).toMatchObject({ ...PLACEHOLDERS, entityID: 2 });
    expect(await storedCredentials(id)).toEqual(stored);
    await saved(id, { ...PLACEHOLDERS, apiPassword: 'new' });
    expect(await opened(id)).toEqual({ ...SECRETS, apiPassword: 'new' });
  });

  it.each(['', null])('are removed by %j', async (nothing) => {
    const id = await division();
    await saved(id, SECRETS);
    expect(await saved(id, { apiKey: nothing })).toMatchObject({ ...PLACEHOLDERS, apiKey: '' });
    expect(await opened(id)).toEqual({ ...SECRETS, apiKey: null });
  });

  it('that were never set stay unset when their placeholders are sent', async () => {
    const id = await division();
    expect(await saved(id, PLACEHOLDERS)).toEqual(NONE);
  });

  it.each([
    [{ apiKey: 12345678 }, '/apiKey'],
    [{ apiPassword: ['s3cret-in-a-list'] }, '/apiPassword'],
    [{ apiUsername: `s3cret${'x'.repeat(4000)}` }, '/apiUsername'],
    [{ apiKey: 's3cret\0' }, '/apiKey'],
    [{ apiPasword: 's3cret' }, '/apiPasword'],
    [{ ...SECRETS, region: 5 }, '/region'],
  ])('do not appear in an error (%#)', async (wrong, pointer) => {
    const { body, text } = await put(await division(), wrong).expect(400);
    expect(body).toMatchObject({ errors: [{ pointer }] });
    expect(text).not.toMatch(/s3cret|12345678|7f3a91/);
  });

  it('can be four thousand characters long', async () => {
    const id = await division();
    const apiKey = '🚚'.repeat(4000);
    await saved(id, { apiKey });
    expect(await opened(id)).toMatchObject({ apiKey });
  });

  it('do not appear in the files of an embedded database', async () => {
    await saved(await division(), { apiKey: 'needle-in-the-haystack', region: 'a-region-that-shows' });
    const { database } = service.settings;
    if (database.kind !== 'sqlite') return;
    const files = readdirSync(dirname(database.path)).filter((name) => name.startsWith(basename(database.path)));
    const bytes = files.map((name) => readFileSync(join(dirname(database.path), name), 'latin1')).join('');
    expect(bytes).toContain('a-region-that-shows');
    expect(bytes).not.toContain('needle-in-the-haystack');
  });
});

describe('The route of the credentials', () => {
  const credentials = (id: number) => service.http.get(`${path(id)}/Credentials`);

  it('returns them decrypted, and no proxy or browser keeps them', async () => {
    const id = await division();
    await saved(id, SECRETS);
    const { body, headers } = await credentials(id).expect(200);
    expect(body).toEqual(SECRETS);
    expect(headers['cache-control']).toBe('no-store');
    await saved(id, { apiPassword: '' });
    expect((await credentials(id).expect(200)).body).toEqual({ ...SECRETS, apiPassword: '' });
  });

  it('leaves an entry in the audit each time, without the values', async () => {
    const id = await division();
    await saved(id, SECRETS);
    for (let time = 0; time < 2; time++) await credentials(id).set('X-Request-Id', `read-${time}`).expect(200);
    const { body, text } = await service.http.get(`/api/Audit?type=PayrollIntegration&recordID=${id}`).expect(200);
    const { body: reads } = await service.http.get(`/api/Audit?type=PayrollIntegration&recordID=${id}&action=read`).expect(200);
    expect(reads).toHaveLength(2);
    const read = { action: 'read', userID: 1, source: 'request', fields: {} };
    expect(body).toEqual([
      expect.objectContaining({ ...read, requestID: 'read-1' }),
      expect.objectContaining({ ...read, requestID: 'read-0' }),
      expect.objectContaining({ action: 'created' }),
    ]);
    for (const secret of Object.values(SECRETS)) expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
    expect((await service.http.get('/api/Changes?types=PayrollIntegration&limit=1000').expect(200)).text).not.toContain('"read"');
  });

  it('is a 404 for a division without settings, and says so', async () => {
    const id = await division();
    expect((await credentials(id).expect(404)).body).toMatchObject({ detail: `Division ${id} has no payroll integration yet.` });
  });
});

describe('The version of the settings', () => {
  const etagOf = async (id: number): Promise<string> => (await service.http.get(path(id)).expect(200)).headers['etag'] as string;
  const changes = async (id: number): Promise<{ action: string; version: number; fields: Record<string, unknown> }[]> => {
    const found = await queryRows<{ action: string; version: number; fields: string }>(
      service,
      "SELECT action, version, fields FROM record_change WHERE type = 'PayrollIntegration' AND recordID = ? ORDER BY id",
      [id],
    );
    return found.map((each) => ({ ...each, fields: JSON.parse(each.fields) as Record<string, unknown> }));
  };

  it('protects against overwriting changes not seen yet', async () => {
    const id = await division();
    await saved(id, { region: 'AU', regionSettings: [NSW] });
    const etag = await etagOf(id);
    const { headers } = await put(id, { region: 'NZ' }).set('If-Match', etag).expect(200);
    expect(headers['etag']).toBe(await etagOf(id));
    expect((await put(id, { region: 'UK', regionSettings: [] }).set('If-Match', etag).expect(412)).body).toMatchObject({
      type: '/problems/precondition-failed',
    });
    expect(await found(id)).toMatchObject({ region: 'NZ', regionSettings: [NSW] });
    await put(id, { region: 'UK' }).set('If-Match', '*').expect(200);
    await service.http
      .get(path(id))
      .set('If-None-Match', await etagOf(id))
      .expect(304);
  });

  it('cannot match settings that do not exist yet', async () => {
    const id = await division();
    for (const tag of ['"0-x"', '"1-x"', '*']) await put(id, {}).set('If-Match', tag).expect(412);
    await service.http.get(path(id)).expect(404);
  });

  it('are created with If-None-Match, and not overwritten', async () => {
    const id = await division();
    await put(id, { region: 'AU' }).set('If-None-Match', '*').expect(200);
    await put(id, { region: 'NZ' }).set('If-None-Match', '*').expect(412);
    expect(await found(id)).toMatchObject({ region: 'AU' });
  });

  it('does not change without differences', async () => {
    const id = await division();
    const before = await saved(id, { ...SECRETS, region: 'AU', regionSettings: [NSW] });
    const etag = await etagOf(id);
    await saved(id, {});
    await saved(id, before);
    expect(await etagOf(id)).toBe(etag);
    expect(await changes(id)).toHaveLength(1);
  });

  it('is recorded with the names of what changed, but no secret', async () => {
    const id = await division();
    await saved(id, { ...SECRETS, entityID: 5 });
    await saved(id, { apiKey: 'key-8b21c0', apiPassword: null, regionSettings: [NSW] });
    const [first, second] = await changes(id);
    expect(first).toMatchObject({ action: 'created', version: 1, fields: { apiKey: [null, '<API_KEY>'], entityID: [null, 5] } });
    expect(second).toEqual({
      action: 'updated',
      version: 2,
      fields: { apiKey: ['<API_KEY>', '<API_KEY>'], apiPassword: ['<PASSWORD>', ''], regionSettings: [[], [NSW]] },
    });
    const log = JSON.stringify(await queryRows(service, 'SELECT * FROM record_change'));
    for (const secret of [...Object.values(SECRETS), 'key-8b21c0', (await storedCredentials(id)).apiKey!])
      expect(log).not.toContain(secret);
  });
});

describe('Two concurrent requests', () => {
  it('create the settings once, and overwrite nothing of each other', async () => {
    const id = await division();
    const bodies = [
      { entityID: 1 },
      { region: 'AU' },
      { regionSettings: [NSW] },
      { apiKey: 'key' },
      { collectTimesheetData: true },
      { brandingEntityID: 3 },
    ];
    const responses = await Promise.all(bodies.map((body) => put(id, body)));
    expect(responses.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    expect(await found(id)).toEqual({
      ...NONE,
      entityID: 1,
      region: 'AU',
      regionSettings: [NSW],
      apiKey: '<API_KEY>',
      collectTimesheetData: true,
      brandingEntityID: 3,
    });
    expect(await queryRows(service, 'SELECT divisionID FROM payroll_integration WHERE divisionID = ?', [id])).toHaveLength(1);
  });
});

describe('The last segment of the path', () => {
  it('can be set', async () => {
    const id = await division();
    await saved(id, { region: 'AU' });
    service = await service.restart({ DEMO_DATA: 'false', PAYROLL_INTEGRATION_SEGMENT: 'wages' });
    expect((await service.http.get(`/api/divisions/${id}/wages`).expect(200)).body).toMatchObject({ region: 'AU' });
    await service.http.put(`/api/divisions/${id}/wages`).send({ region: 'NZ' }).expect(200);
    await service.http.put(path(id)).send({}).expect(404);
    const { body } = await service.http.get('/api/openapi.json').expect(200);
    expect(Object.keys((body as { paths: object }).paths)).toContain('/api/divisions/{id}/wages');
  });
});
