import { parse } from 'csv-parse/sync';
import { startApp, type TestApp } from './support/app';
import { asText, CSV, exportText, importText, NDJSON, parseNdjson } from './support/bulk';
import { queryRows, seedRecord } from './support/database';
import type { Json } from './support/automations';

const TYPES = ['Candidates', 'Contacts', 'Clients', 'Jobs', 'Applications', 'Placements', 'Timesheets', 'Activities'];

let service: TestApp;
beforeAll(async () => void (service = await startApp()));
afterAll(() => service.close());

const liveIDs = async (table: string): Promise<number[]> =>
  (await queryRows<{ id: number }>(service, `SELECT id FROM ${table} WHERE deleted = 0 ORDER BY id`)).map(({ id }) => Number(id));
const changes = async (): Promise<number> =>
  Number((await queryRows<{ n: number }>(service, 'SELECT COUNT(*) AS n FROM record_change'))[0]?.n);
const table = (type: string): string => type.toLowerCase().replace(/ies$/, 'y').replace(/s$/, '');
const rowsOf = (csv: string): Json[] => parse(csv, { columns: true, bom: true });

describe.each(TYPES)('The export of %s', (type) => {
  it('contains every record that is not deleted once, by id, as GET returns it', async () => {
    const responses = parseNdjson(await exportText(service, `${type}/Export?format=ndjson`));
    expect(responses.map(({ id }) => id)).toEqual(await liveIDs(table(type)));
    for (const reply of responses.filter((_, index) => index % 97 === 0)) {
      const { body } = await service.http.get(`/api/${type}/${String(reply['id'])}`).expect(200);
      expect(reply).toEqual(body);
    }
  });

  it('is the same in CSV, with a column for every field', async () => {
    const responses = parseNdjson(await exportText(service, `${type}/Export?format=ndjson`));
    const rows = rowsOf(await exportText(service, `${type}/Export?format=csv`));
    expect(rows.map(({ id }) => Number(id))).toEqual(responses.map(({ id }) => id));
    const names = new Set(responses.flatMap((reply) => Object.keys(reply)));
    expect(Object.keys(rows[0] ?? {})).toEqual(expect.arrayContaining([...names]));
    for (const [index, reply] of responses.entries()) {
      for (const [name, value] of Object.entries(reply)) {
        // whether there are tags, where CSV has the tags themselves
        if (name === 'tags') expect(rows[index]?.['tags'] !== '').toBe(value);
        else if (typeof value === 'number' || typeof value === 'boolean')
          expect([name, rows[index]?.[name]]).toEqual([name, String(value)]);
      }
    }
  });

  it.each([
    ['csv', CSV],
    ['ndjson', NDJSON],
  ])('can be imported again as %s without changing anything', async (format, contentType) => {
    const before = await changes();
    const { lines, summary } = await importText(service, `${type}/Import`, await exportText(service, `${type}/Export?format=${format}`), {
      'Content-Type': contentType,
    });
    expect(lines.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([]);
    const all = (await liveIDs(table(type))).length;
    expect(summary).toEqual({ rows: all, created: 0, updated: 0, unchanged: all, failed: 0, dryRun: false, complete: true });
    expect(await changes()).toBe(before);
  });
});

describe('An export', () => {
  it('is CSV for spreadsheets, with a file name', async () => {
    const response = await asText(service.http.get('/api/Jobs/Export')).expect(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="jobs.csv"',
    });
    expect(response.body).toMatch(/^\ufeffid,[\w,]+\r\n1,/);
  });

  it.each<[query: string, accept: string, type: string]>([
    ['', '*/*', CSV],
    ['', NDJSON, NDJSON],
    ['', 'application/json, text/plain, */*', CSV],
    ['?format=ndjson', '*/*', NDJSON],
    ['?FORMAT=NDJSON', CSV, NDJSON],
    ['?format=csv', NDJSON, CSV],
  ])('with "%s" and Accept: %s is %s', async (query, accept, type) => {
    const response = await asText(service.http.get(`/api/Clients/Export${query}`).set('Accept', accept)).expect(200);
    expect(response.headers['content-type']).toBe(`${type}; charset=utf-8`);
  });

  it.each<[query: string, accept: string, status: number]>([
    ['?format=xls', '*/*', 400],
    ['?colour=red', '*/*', 400],
    ['?ids=a', '*/*', 400],
    ['?updatedSince=soon', '*/*', 400],
    ['', 'application/json', 406],
  ])('with "%s" and Accept: %s returns %i', async (query, accept, status) => {
    const response = await service.http.get(`/api/Clients/Export${query}`).set('Accept', accept).expect(status);
    expect(response.type).toBe('application/problem+json');
  });

  it('contains the records that the criteria select', async () => {
    expect(parseNdjson(await exportText(service, 'Contacts/Export?format=ndjson&ids=3,1,2147483647')).map(({ id }) => id)).toEqual([1, 3]);
    const { body } = await service.http.put('/api/Contacts/7').send({ jobTitle: 'Changed just now' }).expect(200);
    const since = encodeURIComponent((body as { updatedDate: string }).updatedDate);
    expect(parseNdjson(await exportText(service, `Contacts/Export?format=ndjson&updatedSince=${since}`)).map(({ id }) => id)).toEqual([7]);
    expect(await exportText(service, 'Contacts/Export?format=ndjson&ids=2147483647')).toBe('');
    expect(await exportText(service, 'Contacts/Export?ids=2147483647')).toMatch(/^\ufeffid,[\w,]+\r\n$/);
  });

  it('protects texts against being evaluated as formulas, which the import reverses', async () => {
    const texts = {
      name: '=HYPERLINK("http://evil.example")',
      industry: "'=1",
      description: 'two\r\nlines, "quoted"\n',
      phone: '+61 2 9999 0000',
    };
    const { body } = await service.http.post('/api/Clients').send(texts).expect(201);
    const { id } = body as { id: number };
    const csv = await exportText(service, `Clients/Export?ids=${id}`);
    expect(rowsOf(csv)[0]).toMatchObject({
      name: '\'=HYPERLINK("http://evil.example")',
      industry: "''=1",
      description: texts.description,
      phone: "'+61 2 9999 0000",
    });
    await service.http.put(`/api/Clients/${id}`).send({ name: 'a', industry: 'b', description: 'c', phone: 'd' }).expect(200);
    expect((await importText(service, 'Clients/Import', csv)).lines).toEqual([{ row: 1, id, outcome: 'updated' }]);
    expect((await service.http.get(`/api/Clients/${id}`).expect(200)).body).toMatchObject(texts);
  });

  it('streams many batches, and stops when the client disconnects', async () => {
    const { request } = await import('node:http');
    for (let saved = 0; saved < 450; saved++)
      await seedRecord(service, 'Client', { name: `Batch ${saved}`, description: 'long '.repeat(2000) });
    const ids = parseNdjson(await exportText(service, 'Clients/Export?format=ndjson')).map(({ id }) => id);
    expect(ids).toEqual(await liveIDs('client'));
    const { port } = service.app.getHttpServer().address() as { port: number };
    await new Promise<void>((resolve) => {
      const asking = request({ port, host: '127.0.0.1', path: '/api/Clients/Export' }, (response) =>
        response.once('data', () => response.destroy()),
      );
      asking.on('close', () => resolve());
      asking.on('error', () => undefined);
      asking.end();
    });
    expect((await service.http.get('/api/Clients/1').expect(200)).body).toMatchObject({ id: 1 });
  });

  it('answers HEAD without reading any records', async () => {
    const response = await service.http.head('/api/Jobs/Export').expect(200);
    expect(response.headers['content-disposition']).toBe('attachment; filename="jobs.csv"');
  });

  it('is cut off when it fails midway', async () => {
    const { Transactions } = await import('../src/core/database/index.js');
    const transactions = service.app.get(Transactions, { strict: false });
    const read = jest.spyOn(transactions, 'read');
    read.mockImplementation((...parameters) =>
      read.mock.calls.length > 1
        ? Promise.reject(new Error('The database is gone.'))
        : Transactions.prototype.read.apply(transactions, parameters),
    );
    await expect(asText(service.http.get('/api/Clients/Export'))).rejects.toThrow(/aborted|hang up/);
    read.mockRestore();
  });
});
