import { parse } from 'csv-parse/sync';
import { startApp, type TestApp } from './support/app';
import { asText, CSV, exported, imported, NDJSON, ofLines } from './support/bulk';
import { asked, make } from './support/make';
import type { Json } from './support/automations';

const TYPES = ['Candidates', 'Contacts', 'Clients', 'Jobs'];

let service: TestApp;
beforeAll(async () => void (service = await startApp()));
afterAll(() => service.close());

const liveIDs = async (table: string): Promise<number[]> =>
  (await asked<{ id: number }>(service, `SELECT id FROM ${table} WHERE deleted = 0 ORDER BY id`)).map(({ id }) => Number(id));
const changes = async (): Promise<number> => Number((await asked<{ n: number }>(service, 'SELECT COUNT(*) AS n FROM record_change'))[0]?.n);
const table = (type: string): string => type.toLowerCase().replace(/s$/, '');
const rowsOf = (csv: string): Json[] => parse(csv, { columns: true, bom: true });

describe.each(TYPES)('The export of %s', (type) => {
  it('has every record that is not deleted once, by its id, as GET answers it', async () => {
    const answers = ofLines(await exported(service, `${type}/Export?format=ndjson`));
    expect(answers.map(({ id }) => id)).toEqual(await liveIDs(table(type)));
    for (const answer of answers.filter((_, index) => index % 97 === 0)) {
      const { body } = await service.http.get(`/api/${type}/${String(answer['id'])}`).expect(200);
      expect(answer).toEqual(body);
    }
  });

  it('is the same in CSV, a column for every field', async () => {
    const answers = ofLines(await exported(service, `${type}/Export?format=ndjson`));
    const rows = rowsOf(await exported(service, `${type}/Export?format=csv`));
    expect(rows.map(({ id }) => Number(id))).toEqual(answers.map(({ id }) => id));
    const names = new Set(answers.flatMap((answer) => Object.keys(answer)));
    expect(Object.keys(rows[0] ?? {})).toEqual(expect.arrayContaining([...names]));
    for (const [index, answer] of answers.entries()) {
      for (const [name, value] of Object.entries(answer)) {
        if (typeof value === 'number' || typeof value === 'boolean') expect([name, rows[index]?.[name]]).toEqual([name, String(value)]);
      }
    }
  });

  it.each([
    ['csv', CSV],
    ['ndjson', NDJSON],
  ])('can be imported again in %s, which changes nothing', async (format, contentType) => {
    const before = await changes();
    const { lines, summary } = await imported(service, `${type}/Import`, await exported(service, `${type}/Export?format=${format}`), {
      'Content-Type': contentType,
    });
    expect(lines.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([]);
    const all = (await liveIDs(table(type))).length;
    expect(summary).toEqual({ rows: all, created: 0, updated: 0, unchanged: all, failed: 0, dryRun: false, complete: true });
    expect(await changes()).toBe(before);
  });
});

describe('An export', () => {
  it('is CSV for spreadsheets, with a name', async () => {
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
  ])('in the format of "%s" and of Accept: %s is %s', async (query, accept, type) => {
    const response = await asText(service.http.get(`/api/Clients/Export${query}`).set('Accept', accept)).expect(200);
    expect(response.headers['content-type']).toBe(`${type}; charset=utf-8`);
  });

  it.each<[query: string, accept: string, status: number]>([
    ['?format=xlsx', '*/*', 400],
    ['?colour=red', '*/*', 400],
    ['?ids=a', '*/*', 400],
    ['?updatedSince=soon', '*/*', 400],
    ['', 'application/json', 406],
  ])('of "%s" and Accept: %s is a %i', async (query, accept, status) => {
    const response = await service.http.get(`/api/Clients/Export${query}`).set('Accept', accept).expect(status);
    expect(response.type).toBe('application/problem+json');
  });

  it('has those that are asked for', async () => {
    expect(ofLines(await exported(service, 'Contacts/Export?format=ndjson&ids=3,1,2147483647')).map(({ id }) => id)).toEqual([1, 3]);
    const { body } = await service.http.put('/api/Contacts/7').send({ jobTitle: 'Changed just now' }).expect(200);
    const since = encodeURIComponent((body as { updatedDate: string }).updatedDate);
    expect(ofLines(await exported(service, `Contacts/Export?format=ndjson&updatedSince=${since}`)).map(({ id }) => id)).toEqual([7]);
    expect(await exported(service, 'Contacts/Export?format=ndjson&ids=2147483647')).toBe('');
    expect(await exported(service, 'Contacts/Export?ids=2147483647')).toMatch(/^\ufeffid,[\w,]+\r\n$/);
  });

  it('keeps texts from being computed, and the import takes exactly that away', async () => {
    const texts = {
      name: '=HYPERLINK("http://evil.example")',
      industry: "'=1",
      description: 'two\r\nlines, "quoted"\n',
      phone: '+61 2 9999 0000',
    };
    const { body } = await service.http.post('/api/Clients').send(texts).expect(201);
    const { id } = body as { id: number };
    const csv = await exported(service, `Clients/Export?ids=${id}`);
    expect(rowsOf(csv)[0]).toMatchObject({
      name: '\'=HYPERLINK("http://evil.example")',
      industry: "''=1",
      description: texts.description,
      phone: "'+61 2 9999 0000",
    });
    await service.http.put(`/api/Clients/${id}`).send({ name: 'a', industry: 'b', description: 'c', phone: 'd' }).expect(200);
    expect((await imported(service, 'Clients/Import', csv)).lines).toEqual([{ row: 1, id, outcome: 'updated' }]);
    expect((await service.http.get(`/api/Clients/${id}`).expect(200)).body).toMatchObject(texts);
  });

  it('goes on over many batches, and ends when the caller goes away', async () => {
    const { request } = await import('node:http');
    for (let made = 0; made < 450; made++) await make(service, 'Client', { name: `Batch ${made}`, description: 'long '.repeat(2000) });
    const ids = ofLines(await exported(service, 'Clients/Export?format=ndjson')).map(({ id }) => id);
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

  it('answers HEAD without reading all', async () => {
    const response = await service.http.head('/api/Jobs/Export').expect(200);
    expect(response.headers['content-disposition']).toBe('attachment; filename="jobs.csv"');
  });

  it('that cannot be finished is cut off', async () => {
    const { Transactions } = await import('../src/database/index.js');
    const transactions = service.app.get(Transactions, { strict: false });
    const read = jest.spyOn(transactions, 'read');
    read.mockImplementation((...asked) =>
      read.mock.calls.length > 1
        ? Promise.reject(new Error('The database is gone.'))
        : Transactions.prototype.read.apply(transactions, asked),
    );
    await expect(asText(service.http.get('/api/Clients/Export'))).rejects.toThrow(/aborted|hang up/);
    read.mockRestore();
  });
});
