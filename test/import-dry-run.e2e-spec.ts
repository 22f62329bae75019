import { parse } from 'csv-parse/sync';
import { ADMIN_KEY, createKey, createUser, requestAs, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import type { Json } from './support/automations';
import { asText, CSV, exportText, importText, NDJSON, parseNdjson, type RowResult } from './support/bulk';
import { queryRows } from './support/database';

let service: TestApp;
beforeAll(async () => void (service = await startApp()));
afterAll(() => service.close());

const created = async (path: string, body: object): Promise<number> =>
  ((await service.http.post(`/api/${path}`).send(body).expect(201)).body as { id: number }).id;
const found = async (path: string): Promise<Json> => (await service.http.get(`/api/${path}`).expect(200)).body as Json;
const dryRun = (path: string, text: string, query = '', type = NDJSON) =>
  importText(service, `${path}/Import?dryRun=true${query}`, text, { 'Content-Type': type });
const changes = async (): Promise<number> =>
  Number((await queryRows<{ n: number }>(service, 'SELECT COUNT(*) AS n FROM record_change'))[0]?.n);

describe('A dry run', () => {
  it('shows each field that a row would change, before and after, and what follows from it', async () => {
    const id = await created('Candidates', { firstName: 'Ann', lastName: 'Old', postcode: '2000', preferredRate: 50 });
    const before = await changes();
    const row = {
      id,
      lastName: 'New',
      preferredRate: 55.5,
      dateOfBirth: '1990-02-28',
      optOut: true,
      employmentHistories: [{ jobTitle: 'Clerk' }],
    };
    const { lines } = await dryRun('Candidates', JSON.stringify(row));
    expect(lines).toEqual([
      {
        row: 1,
        id,
        outcome: 'updated',
        fields: {
          lastName: { before: 'Old', after: 'New' },
          fullName: { before: 'Ann Old', after: 'Ann New' },
          candidateDisplayName: { before: 'Ann Old', after: 'Ann New' },
          preferredRate: { before: 50, after: 55.5 },
          dateOfBirth: { before: null, after: '1990-02-28T00:00:00.000Z' },
          optOut: { before: false, after: true },
          employmentHistories: { before: [], after: [{ jobTitle: 'Clerk', employer: '' }] },
        },
      },
    ]);
    expect(await changes()).toBe(before);
    expect(await found(`Candidates/${id}`)).toMatchObject({ lastName: 'Old' });
  });

  it('shows what a new record would have, alone and among others', async () => {
    const rows = ['A', 'B'].map((name) => JSON.stringify({ name, externalID: `dry-${name}`, ratingID: 2 }));
    for (const text of [rows[0]!, rows.join('\n')]) {
      const { lines } = await dryRun('Clients', text);
      const made = (after: unknown) => ({ before: null, after });
      expect(lines[0]).toEqual({
        row: 1,
        outcome: 'created',
        fields: {
          name: made('A'),
          externalID: made('dry-A'),
          ratingID: made(2),
          ratingName: made('B'),
          statusID: made(2),
          statusName: made('Prospect'),
          ownerID: made(1),
          ownerName: made('Amelia Hart'),
        },
      });
    }
  });

  it('shows owner, divisions and tags', async () => {
    const id = await created('Contacts', { surname: 'A' });
    const [{ name = '' } = {}] = await queryRows<{ name: string }>(service, 'SELECT name FROM user WHERE id = 2');
    const { lines } = await dryRun(
      'Contacts',
      JSON.stringify({ id, owner: name, divisions: 'Construction', tags: ['Cranes', 'Night shift'] }),
    );
    expect(lines[0]?.['fields']).toEqual({
      ownerID: { before: expect.any(Number) as number, after: 2 },
      divisions: { before: null, after: 'Construction' },
      tags: { before: '', after: 'Cranes; Night shift' },
    });
  });

  it('shows what the second row about a record would change after the first', async () => {
    const id = await created('Clients', { name: 'A' });
    const { lines } = await dryRun(
      'Clients',
      [
        { id, name: 'B' },
        { id, name: 'C' },
        { id, name: 'C' },
      ]
        .map((row) => JSON.stringify(row))
        .join('\n'),
    );
    expect(lines.map((line) => line['fields'])).toEqual([
      { name: { before: 'A', after: 'B' } },
      { name: { before: 'B', after: 'C' } },
      undefined,
    ]);
  });

  it.each([
    ['Applications', 'comments'],
    ['Placements', 'notes'],
    ['Timesheets', 'comments'],
  ])('works for %s', async (path, field) => {
    const [{ id } = { id: 0 }] = await queryRows<{ id: number }>(
      service,
      `SELECT MIN(id) AS id FROM ${path.toLowerCase().slice(0, -1)} WHERE deleted = 0`,
    );
    const { lines } = await dryRun(path, JSON.stringify({ id, [field]: 'Changed by import' }));
    expect(lines).toMatchObject([{ outcome: 'updated', fields: { [field]: { after: 'Changed by import' } } }]);
  });

  it('shows what the rules make of a row, and of the next one after it', async () => {
    const jobID = await created('Jobs', { title: 'One place', candidatesRequired: 1 });
    const [one, other] = [await created('Candidates', { firstName: 'A' }), await created('Candidates', { firstName: 'B' })];
    const rows = [one, other, 999_999].map((candidateID) => JSON.stringify({ jobID, candidateID, startDate: '2026-12-01' }));
    const { lines } = await dryRun('Placements', rows.join('\n'));
    expect(lines.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'failed']);
    expect(lines[0]?.['fields']).toMatchObject({ jobTitle: { after: 'One place' }, statusName: { after: 'Draft' } });
  });
});

describe('A spreadsheet that opened and saved an export', () => {
  /** As LibreOffice does: what looks like a number becomes one, with the digits that a cell shows. */
  const mangled = (csv: string): string =>
    parse(csv, { bom: true })
      .map((cells) =>
        cells
          .map((cell) => (/^\d+$/.test(cell) ? String(Number(cell)) : cell))
          .map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
          .join(','),
      )
      .join('\n');

  it('has damaged exactly what the dry run shows', async () => {
    const ids: number[] = [];
    for (let each = 0; each < 5; each++)
      ids.push(await created('Candidates', { firstName: `North ${each}`, postcode: '0870', mobile: '0412345678', countryCode: 'AU' }));
    const csv = await exportText(service, 'Candidates/Export');
    const rows = parse<Record<string, string>>(csv, { bom: true, columns: true });
    const damaged = rows.filter((row) => Object.values(row).some((cell) => /^0\d+$/.test(cell))).map(({ id }) => Number(id));
    expect(damaged).toEqual(expect.arrayContaining(ids));
    const { lines, summary } = await dryRun('Candidates', mangled(csv), '', CSV);
    expect(lines.filter(({ outcome }) => outcome !== 'unchanged').map(({ id }) => id)).toEqual(damaged);
    expect(summary).toMatchObject({ failed: damaged.length, updated: 0, created: 0 });
    const line = lines.find(({ id }) => id === ids[0]);
    expect(line?.errors).toEqual([
      {
        pointer: '/mobile',
        detail:
          '412345678 has lost its leading zero in a spreadsheet: it is 0412345678 now; format the column as text, or send ?allowTruncated=true',
      },
      {
        pointer: '/postcode',
        detail: '870 has lost its leading zero in a spreadsheet: it is 0870 now; format the column as text, or send ?allowTruncated=true',
      },
    ]);
    const allowed = await dryRun('Candidates', mangled(csv), '&allowTruncated=true', CSV);
    expect(allowed.summary).toMatchObject({ failed: 0, updated: damaged.length });
    expect(allowed.lines.find(({ id }) => id === ids[0])).toMatchObject({
      outcome: 'updated',
      warnings: [{ pointer: '/mobile' }, { pointer: '/postcode' }],
      fields: { postcode: { before: '0870', after: '870' }, mobile: { before: '0412345678', after: '412345678' } },
    });
  });

  it('has not damaged what an import then saves', async () => {
    const id = await created('Candidates', { firstName: 'Kept', postcode: '0870' });
    const { lines } = await importText(service, 'Candidates/Import', `id,postcode,jobTitle\n${id},870,Rigger\n${id},0870,Rigger`);
    expect(lines.map(({ outcome }) => outcome)).toEqual(['failed', 'updated']);
    expect(await found(`Candidates/${id}`)).toMatchObject({ postcode: '0870', jobTitle: 'Rigger' });
  });

  it('is suspected in new rows, which are saved with a warning', async () => {
    const { lines } = await importText(
      service,
      'Contacts/Import',
      'surname,postcode,mobile\nA,870,412345678\nB,2042,0412 345 678\nC,2042,4.12E+08',
    );
    expect(lines).toMatchObject([
      { outcome: 'created', warnings: [{ pointer: '/postcode' }, { pointer: '/mobile' }] },
      { outcome: 'created' },
      { outcome: 'failed', errors: [{ pointer: '/mobile', detail: expect.stringContaining('4.12E+08 has lost digits') as string }] },
    ]);
    expect(lines[1]).not.toHaveProperty('warnings');
  });
});

describe('A dry run by a caller without all scopes', () => {
  let own: TestApp;
  beforeAll(async () => void (own = await startApp(WITH_ADMIN)));
  afterAll(() => own.close());

  it('shows no field that the caller does not see', async () => {
    const asAdmin = (path: string) => requestAs(own, ADMIN_KEY, 'post', `/api/${path}`);
    const { id: roleID } = (
      await asAdmin('Roles')
        .send({ name: 'Without pay', scopes: ['jobs:read', 'jobs:write'] })
        .expect(201)
    ).body as { id: number };
    const { key } = await createKey(own, { name: 'Limited', userID: await createUser(own, { name: 'Limited', roleID }) });
    const { id } = (await asAdmin('Jobs').send({ title: 'A', salaryFrom: 7731, salaryTo: 8000 }).expect(201)).body as { id: number };
    const run = async (by: string, row: object) => {
      const request = requestAs(own, by, 'post', '/api/Jobs/Import?dryRun=true').set('Content-Type', NDJSON);
      return parseNdjson<RowResult>((await asText(request).send(JSON.stringify(row)).expect(200)).body as string)[0]!;
    };
    expect((await run(ADMIN_KEY, { id, title: 'B', salaryUnits: 2 }))['fields']).toHaveProperty('payRange');
    const seen = await run(key, { id, title: 'B', salaryUnits: 2 });
    expect(seen['fields']).toMatchObject({ title: { before: 'A', after: 'B' } });
    expect(JSON.stringify(seen)).not.toMatch(/7731|7,731|payRange/);
    expect(await run(key, { id, salaryFrom: 1 })).toMatchObject({ outcome: 'failed' });
    expect(JSON.stringify(await run(key, { title: 'New', rateUnits: 1 }))).not.toMatch(/payRange|salaryFrom/);
  });
});
