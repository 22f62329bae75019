import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { startApp, type TestApp } from './support/app';
import { asText, CSV, importText, NDJSON, parseNdjson, type RowResult } from './support/bulk';
import { queryRows, seedRecord, inTransaction } from './support/database';
import type { Json } from './support/automations';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());

const ndjson = { 'Content-Type': NDJSON };
const found = async (path: string): Promise<Json> => (await service.http.get(`/api/${path}`).expect(200)).body as Json;
const many = async (table: string): Promise<number> =>
  Number((await queryRows<{ n: number }>(service, `SELECT COUNT(*) AS n FROM ${table}`))[0]?.n);
const lastChange = async (id: number) =>
  (
    await queryRows<{ action: string; events: string; fields: string }>(
      service,
      'SELECT action, events, fields FROM record_change WHERE recordID = ? ORDER BY id DESC LIMIT 1',
      [id],
    )
  )[0];
const one = async (path: string, text: string, headers?: Record<string, string>): Promise<RowResult> => {
  const { lines } = await importText(service, path, text, headers);
  expect(lines).toHaveLength(1);
  return lines[0]!;
};

describe('An imported row', () => {
  it('without an id creates a record by all its rules', async () => {
    const { lines, summary, response } = await importText(
      service,
      'Candidates/Import',
      '\ufefffirstName,lastName,home,countryCode,dateOfBirth,optOut,preferredSalary\r\nZoë,"O\'Neil, ""Zo""",0412 345 678,AUS,1990-02-28,TRUE,0.5\r\n',
    );
    const [line] = lines;
    expect(line).toEqual({ row: 1, id: line?.id, outcome: 'created' });
    expect(summary).toEqual({ rows: 1, created: 1, updated: 0, unchanged: 0, failed: 0, dryRun: false, complete: true });
    expect(response.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(await found(`Candidates/${line?.id}`)).toMatchObject({
      fullName: 'Zoë O\'Neil, "Zo"',
      countryCode: 'AU',
      optOut: true,
      dateOfBirth: '1990-02-28T00:00:00.000Z',
      preferredSalary: 0.5,
    });
    expect(await lastChange(line!.id!)).toMatchObject({ action: 'created', events: '[1,9]' });
  });

  it('with an id changes that record, only in the fields of the row', async () => {
    const id = await seedRecord(service, 'Contact', { firstName: 'Ann', surname: 'Old', jobTitle: 'Buyer', email: 'a@example.com' });
    expect(await one('Contacts/Import', `id,firstName,surname,jobTitle,email\n${id},,New,\\N,a@example.com`)).toEqual({
      row: 1,
      id,
      outcome: 'updated',
    });
    expect(await found(`Contacts/${id}`)).toMatchObject({
      firstName: 'Ann',
      surname: 'New',
      fullName: 'Ann New',
      jobTitle: null,
      email: 'a@example.com',
    });
    expect(JSON.parse((await lastChange(id))!.fields)).toMatchObject({ surname: ['Old', 'New'], jobTitle: ['Buyer', null] });
  });

  it('without any differences changes nothing, not even the version', async () => {
    const id = await seedRecord(service, 'Contact', { firstName: 'Ann', fullName: 'Ann', version: 3 });
    const before = await many('record_change');
    expect(await one('Contacts/Import', `id,firstName\n${id},Ann\n`)).toEqual({ row: 1, id, outcome: 'unchanged' });
    expect(await many('record_change')).toBe(before);
  });

  it('can be a line of NDJSON, in which null clears', async () => {
    const id = await seedRecord(service, 'Client', { name: 'Harbour', industry: 'Ports' });
    const { lines } = await importText(
      service,
      'Clients/Import',
      `{"name":"New","ratingID":2}\n\n{"id":${id},"industry":null}\n{"id":0,"name":"Zero"}`,
      ndjson,
    );
    expect(lines.map(({ row, outcome }) => [row, outcome])).toEqual([
      [1, 'created'],
      [3, 'updated'],
      [4, 'created'],
    ]);
    expect(await found(`Clients/${lines[0]?.id}`)).toMatchObject({ name: 'New', ratingName: 'B', statusID: 1 });
    expect(await found(`Clients/${id}`)).toMatchObject({ name: 'Harbour', industry: null });
  });

  it('has lists as JSON text', async () => {
    const histories = [{ jobTitle: 'Clerk', employer: 'A, "B"', startDate: '2020-01-01', endDate: '2021-01-01' }, { jobTitle: 'Manager' }];
    const cell = JSON.stringify(histories).replaceAll('"', '""');
    const { id } = await one('Candidates/Import', `firstName,employmentHistories\nLee,"${cell}"`);
    expect(await found(`Candidates/${id}`)).toMatchObject({
      employmentHistories: [{ jobTitle: 'Clerk', employer: 'A, "B"' }, { jobTitle: 'Manager' }],
    });
  });

  it.each<[what: string, text: string, name: string]>([
    ['commas', 'name,description\nA b,"x;y"', 'A b'],
    ['semicolons', 'name;description\nA, b;x', 'A, b'],
    ['tabs', 'name\tdescription\nA; b\tx', 'A; b'],
    ['Windows line breaks', 'name,description\r\nA b,"x\r\ny"\r\n', 'A b'],
    ['quotes where none are needed', '"name","description"\n"A b","x"', 'A b'],
    ['an escaped formula', "name,description\n'=1,x", '=1'],
    ['a quote inside', 'name,description\n"5"" pipe",x', '5" pipe'],
  ])('can have cells with %s', async (_, text, name) => {
    expect(await found(`Clients/${(await one('Clients/Import', text)).id}`)).toMatchObject({ name });
  });

  it('that is empty is skipped, but counted', async () => {
    const { lines } = await importText(service, 'Clients/Import', 'name,description\n\nA,x\n,\nB,y\n,\n');
    expect(lines.map(({ row, outcome }) => [row, outcome])).toEqual([
      [2, 'created'],
      [4, 'created'],
    ]);
  });
});

describe('A row that cannot be imported', () => {
  it.each<[why: string, path: string, header: string, cells: string, pointer: string, detail: RegExp]>([
    ['an invalid number', 'Jobs', 'title,duration', 'A,many', '/duration', /whole number/],
    ['a number with a comma', 'Jobs', 'title,salaryFrom', 'A,"1,000"', '/salaryFrom', /number/],
    ['a fraction for an integer', 'Jobs', 'title,duration', 'A,1.5', '/duration', /whole number/],
    ['an integer out of range', 'Jobs', 'title,duration', 'A,2147483648', '/duration', /2147483647/],
    ['a number with a sign', 'Jobs', 'title,duration', 'A,+1', '/duration', /whole number/],
    ['a yes for a boolean', 'Candidates', 'firstName,optOut', 'A,yes', '/optOut', /true or false/],
    ['an invalid date', 'Jobs', 'title,closeDate', 'A,30/02/2026', '/closeDate', /ISO 8601/],
    ['an impossible day', 'Candidates', 'firstName,dateOfBirth', 'A,2026-02-30', '/dateOfBirth', /ISO 8601/],
    ['an unknown record', 'Contacts', 'firstName,clientID', 'A,999999', '/clientID', /id of an existing client/],
    ['an unknown lookup entry', 'Jobs', 'title,stageID', 'A,99', '/stageID', /jobStage/],
    ['an unknown code', 'Jobs', 'title,type', 'A,HERO', '/type', /jobType/],
    ['an unknown country', 'Contacts', 'firstName,countryCode', 'A,ZZ', '/countryCode', /ISO 3166/],
    ['too long a text', 'Contacts', 'surname,firstName', `${'x'.repeat(101)},A`, '/surname', /100 characters/],
    ['no name', 'Clients', 'name,description', ',x', '/name', /./],
    ['a malformed list', 'Candidates', 'firstName,employmentHistories', 'A,"[broken"', '/employmentHistories', /array/],
    [
      'a job that ends before it starts',
      'Candidates',
      'firstName,employmentHistories',
      'A,"[{""startDate"":""2021-01-01"",""endDate"":""2020-01-01""}]"',
      '/employmentHistories/0/endDate',
      /before/,
    ],
    ['an invalid id', 'Clients', 'id,name', 'x,A', '/id', /id of a record/],
    ['too large an id', 'Clients', 'id,name', '2147483648,A', '/id', /id of a record/],
    ['a clearing word for a required field', 'Jobs', 'title,workAssignment', 'A,\\N', '/workAssignment', /one of/],
  ])('because of %s is reported like the API would, and leaves nothing', async (_, path, header, cells, pointer, detail) => {
    const before = await many('record_change');
    const line = await one(`${path}/Import`, `${header}\n${cells}\n`);
    expect(line).toMatchObject({ row: 1, outcome: 'failed', errors: [{ pointer, detail: expect.stringMatching(detail) as string }] });
    expect(line.detail).toContain(line.errors?.[0]?.detail);
    expect(await many('record_change')).toBe(before);
  });

  it.each<[why: string, type: string, text: string, detail: string | RegExp]>([
    ['invalid JSON', NDJSON, '{"name":', 'The row is not valid JSON.'],
    ['an array', NDJSON, '[1]', /must be a JSON object/],
    ['a number', NDJSON, '17', /must be a JSON object/],
    ['null', NDJSON, 'null', /must be a JSON object/],
    ['nested too deeply', NDJSON, `{"name":${'['.repeat(80)}${']'.repeat(80)}}`, 'The row is nested more than 64 levels deep.'],
    ['an object with an unknown field', NDJSON, '{"name":"A","indutsry":"B"}', /did you mean industry\?/],
    ['a number as a string', NDJSON, '{"name":"A","ratingID":"2"}', /whole number/],
    ['too long', NDJSON, `{"name":"${'x'.repeat(4_200_000)}"}`, 'The row is longer than 4 MB.'],
    ['too few cells', CSV, 'name,description\nA', 'The row has 1 cells, but the first line has 2.'],
    ['too many cells', CSV, 'name,description\nA,b,c', 'The row has 3 cells, but the first line has 2.'],
    ['a quote in the middle', CSV, 'name,description\nA "b",c', /not valid CSV/],
    ['text after a quote', CSV, 'name,description\n"A" b,c', /not valid CSV/],
    ['an unknown id', CSV, 'id,name\n2147483647,A', 'Client 2147483647 not found.'],
  ])('because it is %s is reported', async (_, type, text, detail) => {
    const { lines, summary } = await importText(service, 'Clients/Import', text, { 'Content-Type': type });
    expect(lines).toMatchObject([
      { row: 1, outcome: 'failed', detail: typeof detail === 'string' ? detail : (expect.stringMatching(detail) as string) },
    ]);
    expect(summary).toMatchObject({ rows: 1, failed: 1, complete: true });
  });

  it.each(['1e30', '1.5', '-2147483649', '"x"'])('because its id is %s has no id in its result', async (id) => {
    const result = await one('Clients/Import', `{"id": ${id}, "name": "A"}`, ndjson);
    expect(result).toMatchObject({ outcome: 'failed', errors: [{ pointer: '/id' }] });
    expect(result).not.toHaveProperty('id');
  });

  it('does not stop the other rows', async () => {
    const rows = Array.from({ length: 700 }, (_, index) => `Client ${index + 1},${index % 7 === 6 ? 'wrong' : '2'}`);
    const before = [await many('client'), await many('record_change')];
    const { lines, summary } = await importText(service, 'Clients/Import', `name,ratingID\n${rows.join('\n')}\n`);
    expect(lines.map(({ row }) => row)).toEqual(rows.map((_, index) => index + 1));
    expect(lines.filter(({ outcome }) => outcome === 'failed').map(({ row }) => row)).toEqual(
      rows.flatMap((_, index) => (index % 7 === 6 ? [index + 1] : [])),
    );
    expect(summary).toMatchObject({ rows: 700, created: 600, failed: 100, complete: true });
    expect([await many('client'), await many('record_change')]).toEqual(before.map((count) => count + 600));
  });

  it('because it never ends is the last that is read', async () => {
    const { lines, summary } = await importText(service, 'Clients/Import', 'name,description\nA,b\nC,"d\nE,f\nG,h\n');
    expect(lines).toMatchObject([
      { row: 1, outcome: 'created' },
      { row: 2, outcome: 'failed', detail: 'The row has an unclosed quote.' },
    ]);
    expect(summary).toMatchObject({ rows: 2, created: 1, failed: 1, complete: false });
  });

  it('because of an address in use names the other candidate, also within the file, unless duplicates are allowed', async () => {
    const text = 'firstName,email1\nA,same@example.com\nB,SAME@example.com\n';
    const { lines } = await importText(service, 'Candidates/Import', text);
    expect(lines).toMatchObject([
      { outcome: 'created' },
      { outcome: 'failed', detail: expect.stringContaining(String(lines[0]?.id)) as string },
    ]);
    const allowed = await importText(service, 'Candidates/Import?allowDuplicate=true', text);
    expect(allowed.summary).toMatchObject({ created: 2, failed: 0 });
  });
});

describe('An import', () => {
  it.each<[mode: string, outcomes: readonly string[]]>([
    ['upsert', ['created', 'updated']],
    ['create', ['created', 'created']],
    ['update', ['failed', 'updated']],
  ])('with mode %s handles a row without an id and one with an id: %j', async (mode, outcomes) => {
    const id = await seedRecord(service, 'Client', { name: 'There' });
    const { lines } = await importText(service, `Clients/Import?mode=${mode}`, `id,name\n,New\n${id},Changed\n`);
    expect(lines.map(({ outcome }) => outcome)).toEqual(outcomes);
    expect(await found(`Clients/${id}`)).toMatchObject({ name: mode === 'create' ? 'There' : 'Changed' });
  });

  it('as a dry run reports what would happen, and leaves nothing', async () => {
    const id = await seedRecord(service, 'Client', { name: 'There' });
    const count = async () => [
      await many('client'),
      await many('client_text'),
      await many('client_figure'),
      await many('record_change'),
      await many('import_row'),
    ];
    const before = await count();
    const rows = Array.from({ length: 120 }, (_, index) => `,New ${index}`).join('\n');
    const { lines, summary } = await importText(
      service,
      'Clients/Import?dryRun=true',
      `id,name\n${id},Changed\n${id},There\n,\n${rows}\n99999999,A\n`,
      { 'Content-Type': CSV, 'Idempotency-Key': 'dry' },
    );
    expect(lines[0]).toEqual({ row: 1, id, outcome: 'updated', fields: { name: { before: 'There', after: 'Changed' } } });
    expect(lines[1]).toEqual({ row: 2, id, outcome: 'updated', fields: { name: { before: 'Changed', after: 'There' } } });
    expect(lines[2]).toMatchObject({ row: 4, outcome: 'created', fields: { name: { before: null, after: 'New 0' } } });
    expect(summary).toEqual({ rows: 123, created: 120, updated: 2, unchanged: 0, failed: 1, dryRun: true, complete: true });
    expect(await count()).toEqual(before);
    expect(await found(`Clients/${id}`)).toMatchObject({ name: 'There', deleted: false });
  });

  it.each<[why: string, text: string, errors: readonly object[]]>([
    [
      'an unknown column',
      'name,indutsry,colour\nA,b,c',
      [
        { pointer: '/indutsry', detail: 'is not a field (did you mean industry?)' },
        { pointer: '/colour', detail: 'is not a field; /api/docs lists those that are' },
      ],
    ],
    [
      'two columns of one field',
      'Name,n_a-m e\nA,b',
      [{ pointer: '/name', detail: 'must be the name of only one column, not of Name and of n_a-m e' }],
    ],
    ['a duplicate column', 'name,description,name\nA,b,c', [{ pointer: '/name', detail: 'must be the name of only one column' }]],
    ['a column without a name', 'name,\nA,b', [{ pointer: '/', detail: 'is not a field; /api/docs lists those that are' }]],
  ])('with %s is rejected before anything is imported', async (_, text, errors) => {
    const before = await many('client');
    const { body } = await service.http.post('/api/Clients/Import').set('Content-Type', CSV).send(text).expect(400);
    expect(body).toMatchObject({ type: '/problems/invalid-request', errors });
    expect(await many('client')).toBe(before);
  });

  it.each<[what: string, status: number, path: string, headers: Record<string, string>, body: string | Buffer]>([
    ['without a body', 400, '', { 'Content-Type': CSV }, ''],
    ['without a header', 400, '', { 'Content-Type': CSV }, '\nA\n'],
    ['with a header that is not CSV', 400, '', { 'Content-Type': CSV }, 'na"me,b\nA,b'],
    ['with too long a header', 413, '', { 'Content-Type': CSV }, 'x'.repeat(4_300_000)],
    ['that is not UTF-8', 400, '', { 'Content-Type': CSV }, Buffer.from('name\nZo\u00eb', 'latin1')],
    ['that ends within a character', 400, '', { 'Content-Type': CSV }, Buffer.from('name\nZo\u00eb').subarray(0, -1)],
    ['in JSON', 415, '', { 'Content-Type': 'application/json' }, '[{"name":"A"}]'],
    ['without a content type', 415, '', { 'Content-Type': '' }, 'name\nA'],
    ['of another character set', 415, '', { 'Content-Type': 'text/csv; charset=windows-1252' }, 'name\nA'],
    ['with an unknown content encoding', 415, '', { 'Content-Type': CSV, 'Content-Encoding': 'compress' }, 'name\nA'],
    [
      'with a content encoding that is a member of every object',
      415,
      '',
      { 'Content-Type': CSV, 'Content-Encoding': 'constructor' },
      'name\nA',
    ],
    ['that does not match its content encoding', 400, '', { 'Content-Type': CSV, 'Content-Encoding': 'gzip' }, 'name\nA'],
    ['with an Accept header for another format', 406, '', { 'Content-Type': CSV, Accept: 'application/json' }, 'name\nA'],
    ['with an unknown mode', 400, '?mode=delete', { 'Content-Type': CSV }, 'name\nA'],
    ['with an invalid Idempotency-Key', 400, '', { 'Content-Type': CSV, 'Idempotency-Key': 'a b' }, 'name\nA'],
    ['with a parameter of candidates only', 400, '?allowDuplicate=true', { 'Content-Type': CSV }, 'name\nA'],
  ])('%s returns %i', async (_, status, query, headers, body) => {
    const before = await many('client');
    const response = await service.http.post(`/api/Clients/Import${query}`).set(headers).send(body);
    expect([response.status, response.type]).toEqual([status, 'application/problem+json']);
    expect(await many('client')).toBe(before);
  });

  it.each<[what: string, headers: Record<string, string>, body: string | Buffer]>([
    ['with its character set', { 'Content-Type': 'text/csv; charset=UTF-8; header=present' }, 'name\nPacked'],
    ['compressed', { 'Content-Type': CSV, 'Content-Encoding': 'gzip' }, gzipSync('name\nPacked')],
  ])('accepts a file %s', async (_, headers, body) => {
    const response = await asText(service.http.post('/api/Clients/Import').set(headers)).send(body);
    expect(parseNdjson<RowResult>(response.body as string)[0]).toMatchObject({ outcome: 'created' });
  });

  it('lets other requests in between', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => `Between ${index}`).join('\n');
    let isOver = false;
    const importing = importText(service, 'Clients/Import', `name\n${rows}\n`).finally(() => (isOver = true));
    const id = await seedRecord(service, 'Client', { name: 'Other' });
    await service.http.put(`/api/Clients/${id}`).send({ name: 'Other, changed' }).expect(200);
    expect(isOver).toBe(false);
    expect((await importing).summary).toMatchObject({ created: 500, failed: 0 });
  });

  it('ends with complete rows when the client disconnects', async () => {
    const { request } = await import('node:http');
    const before = await many('client');
    const rows = Array.from({ length: 3000 }, (_, index) => `Abandoned ${index}`).join('\n');
    const { port } = service.app.getHttpServer().address() as { port: number };
    await new Promise<void>((resolve) => {
      const asking = request(
        { port, host: '127.0.0.1', path: '/api/Clients/Import', method: 'POST', headers: { 'Content-Type': CSV } },
        (response) => response.once('data', () => response.destroy()),
      );
      asking.on('close', resolve);
      asking.on('error', () => undefined);
      asking.end(`name\n${rows}\n`);
    });
    // rows that were begun before the service noticed are finished, on a slow machine after seconds
    let saved = 0;
    for (let last = -1; last !== saved; await pause(5000)) [last, saved] = [saved, (await many('client')) - before];
    expect(saved).toBeGreaterThanOrEqual(100);
    expect(saved).toBeLessThan(3000);
    expect(saved % 100).toBe(0);
  });
});

describe('An import with an Idempotency-Key', () => {
  const keyed = (key: string, text: string, path = 'Clients/Import') =>
    importText(service, path, text, { 'Content-Type': CSV, 'Idempotency-Key': key });

  it('is executed once, and returns the same each time, including failed rows', async () => {
    const text = `name,ratingID\n${Array.from({ length: 120 }, (_, index) => `Once ${index},${index === 60 ? 99 : 1}`).join('\n')}\n`;
    const before = await many('client');
    const first = await keyed('once', text);
    const again = await keyed('once', text);
    expect(again.response.body).toEqual(first.response.body);
    expect(first.summary).toMatchObject({ created: 119, failed: 1 });
    expect([first, again].map(({ response }) => response.headers['idempotency-replayed'])).toEqual([undefined, 'true']);
    expect(await many('client')).toBe(before + 119);
  });

  it('resumes where it stopped', async () => {
    const { Transactions } = await import('../src/core/database/index.js');
    const { SYSTEM_CALLER } = await import('../src/core/callers/index.js');
    const transactions = service.app.get(Transactions, { strict: false });
    const text = `name\n${Array.from({ length: 400 }, (_, index) => `Resumed ${index}`).join('\n')}\n`;
    const before = await many('client');
    const write = jest.spyOn(transactions, 'write');
    const isFourth = () => write.mock.calls.filter(([caller]) => caller !== SYSTEM_CALLER).length === 4;
    write.mockImplementation((...asking) =>
      asking[0] !== SYSTEM_CALLER && isFourth()
        ? Promise.reject(new Error('The power is out.'))
        : Transactions.prototype.write.apply(transactions, asking),
    );
    await expect(keyed('resumed', text)).rejects.toThrow(/aborted|hang up/);
    write.mockRestore();
    expect(await many('client')).toBe(before + 200);
    const { lines, summary } = await keyed('resumed', text);
    expect(summary).toMatchObject({ rows: 400, created: 400, failed: 0 });
    expect(new Set(lines.map(({ id }) => id)).size).toBe(400);
    expect(await many('client')).toBe(before + 400);
  });

  it('does not mistake another row for the first', async () => {
    await keyed('differs', 'name\nA\nB\n');
    const { lines } = await keyed('differs', 'name\nA\nC\nD\n');
    expect(lines).toMatchObject([
      { outcome: 'created' },
      { row: 2, outcome: 'failed', detail: 'The row differs from the one sent before with this Idempotency-Key.' },
      { row: 3, outcome: 'created' },
    ]);
  });

  it('is another import with another key, and rejected where the key was used for another request', async () => {
    const [one, two] = [await keyed('first', 'name\nA\n'), await keyed('second', 'name\nA\n')];
    expect(one.lines[0]?.id).not.toBe(two.lines[0]?.id);
    const { body } = await service.http
      .post('/api/Contacts/Import')
      .set({ 'Content-Type': CSV, 'Idempotency-Key': 'first' })
      .send('surname\nA\n')
      .expect(409);
    expect(body).toMatchObject({ type: '/problems/idempotency-key-reused' });
  });

  it('is executed once when sent twice concurrently', async () => {
    const text = `name\n${Array.from({ length: 150 }, (_, index) => `Twice ${index}`).join('\n')}\n`;
    const before = await many('client');
    const [one, two] = await Promise.all([keyed('twice', text), keyed('twice', text)]);
    expect(two.lines).toEqual(one.lines);
    expect(await many('client')).toBe(before + 150);
  });

  it('is forgotten after a day', async () => {
    await keyed('old', 'name\nA\nB\n');
    await inTransaction(service, ({ em }) => em.query("UPDATE import_row SET at = '2020-01-01 00:00:00.000' WHERE idempotencyKey = 'old'"));
    const { Housekeeping } = await import('../src/core/housekeeping/index.js');
    await inTransaction(service, ({ em }) => em.query("UPDATE chore SET due = '2020-01-01 00:00:00.000' WHERE name = 'old imports'"));
    const stored = await many('import_row');
    await service.app.get(Housekeeping, { strict: false }).catchUp();
    expect(await many('import_row')).toBe(stored - 3);
    expect((await keyed('old', 'name\nA\nB\n')).response.headers['idempotency-replayed']).toBeUndefined();
  });
});
