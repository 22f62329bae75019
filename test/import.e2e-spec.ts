import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { startApp, type TestApp } from './support/app';
import { asText, CSV, imported, NDJSON, ofLines, type Line } from './support/bulk';
import { asked, make, within } from './support/make';
import type { Json } from './support/automations';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());

const ndjson = { 'Content-Type': NDJSON };
const found = async (path: string): Promise<Json> => (await service.http.get(`/api/${path}`).expect(200)).body as Json;
const many = async (table: string): Promise<number> =>
  Number((await asked<{ n: number }>(service, `SELECT COUNT(*) AS n FROM ${table}`))[0]?.n);
const lastChange = async (id: number) =>
  (
    await asked<{ action: string; events: string; fields: string }>(
      service,
      'SELECT action, events, fields FROM record_change WHERE recordID = ? ORDER BY id DESC LIMIT 1',
      [id],
    )
  )[0];
const one = async (path: string, text: string, headers?: Record<string, string>): Promise<Line> => {
  const { lines } = await imported(service, path, text, headers);
  expect(lines).toHaveLength(1);
  return lines[0]!;
};

describe('An imported row', () => {
  it('without an id makes a record by all its rules', async () => {
    const { lines, summary, response } = await imported(
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

  it('with an id changes that record, only in what the row says', async () => {
    const id = await make(service, 'Contact', { firstName: 'Ann', surname: 'Old', jobTitle: 'Buyer', email: 'a@example.com' });
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

  it('that says what the record says already changes nothing, its version neither', async () => {
    const id = await make(service, 'Contact', { firstName: 'Ann', fullName: 'Ann', version: 3 });
    const before = await many('record_change');
    expect(await one('Contacts/Import', `id,firstName\n${id},Ann\n`)).toEqual({ row: 1, id, outcome: 'unchanged' });
    expect(await many('record_change')).toBe(before);
  });

  it('is one line of NDJSON, in which null clears', async () => {
    const id = await make(service, 'Client', { name: 'Harbour', industry: 'Ports' });
    const { lines } = await imported(
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
    ['line breaks of Windows', 'name,description\r\nA b,"x\r\ny"\r\n', 'A b'],
    ['quotes where none are needed', '"name","description"\n"A b","x"', 'A b'],
    ['a guarded formula', "name,description\n'=1,x", '=1'],
    ['a quote within', 'name,description\n"5"" pipe",x', '5" pipe'],
  ])('may have its cells with %s', async (_, text, name) => {
    expect(await found(`Clients/${(await one('Clients/Import', text)).id}`)).toMatchObject({ name });
  });

  it('that is empty is left out, but counts', async () => {
    const { lines } = await imported(service, 'Clients/Import', 'name,description\n\nA,x\n,\nB,y\n,\n');
    expect(lines.map(({ row, outcome }) => [row, outcome])).toEqual([
      [2, 'created'],
      [4, 'created'],
    ]);
  });
});

describe('A row that cannot be imported', () => {
  it.each<[why: string, path: string, header: string, cells: string, pointer: string, detail: RegExp]>([
    ['a number that is none', 'Jobs', 'title,duration', 'A,many', '/duration', /whole number/],
    ['a number with a comma', 'Jobs', 'title,salaryFrom', 'A,"1,000"', '/salaryFrom', /number/],
    ['a fraction of a whole number', 'Jobs', 'title,duration', 'A,1.5', '/duration', /whole number/],
    ['a whole number out of range', 'Jobs', 'title,duration', 'A,2147483648', '/duration', /2147483647/],
    ['a number with a sign', 'Jobs', 'title,duration', 'A,+1', '/duration', /whole number/],
    ['a yes', 'Candidates', 'firstName,optOut', 'A,yes', '/optOut', /true or false/],
    ['a date that is none', 'Jobs', 'title,closeDate', 'A,30/02/2026', '/closeDate', /ISO 8601/],
    ['a day that is none', 'Candidates', 'firstName,dateOfBirth', 'A,2026-02-30', '/dateOfBirth', /ISO 8601/],
    ['a record that is not there', 'Contacts', 'firstName,clientID', 'A,999999', '/clientID', /id of a client that exists/],
    ['an entry that is not there', 'Jobs', 'title,stageID', 'A,99', '/stageID', /jobStage/],
    ['a code that is not there', 'Jobs', 'title,type', 'A,HERO', '/type', /jobType/],
    ['a country that is none', 'Contacts', 'firstName,countryCode', 'A,ZZ', '/countryCode', /ISO 3166/],
    ['a text that is too long', 'Contacts', 'surname,firstName', `${'x'.repeat(101)},A`, '/surname', /100 characters/],
    ['no name', 'Clients', 'name,description', ',x', '/name', /./],
    ['a broken list', 'Candidates', 'firstName,employmentHistories', 'A,"[broken"', '/employmentHistories', /list/],
    [
      'a job that ends before it starts',
      'Candidates',
      'firstName,employmentHistories',
      'A,"[{""startDate"":""2021-01-01"",""endDate"":""2020-01-01""}]"',
      '/employmentHistories/0/endDate',
      /before/,
    ],
    ['an id that is none', 'Clients', 'id,name', 'x,A', '/id', /id of a record/],
    ['an id that is too large', 'Clients', 'id,name', '2147483648,A', '/id', /id of a record/],
    ['a word that clears what cannot be', 'Jobs', 'title,workAssignment', 'A,\\N', '/workAssignment', /one of/],
  ])('for %s says so as the API would, and leaves nothing', async (_, path, header, cells, pointer, detail) => {
    const before = await many('record_change');
    const line = await one(`${path}/Import`, `${header}\n${cells}\n`);
    expect(line).toMatchObject({ row: 1, outcome: 'failed', errors: [{ pointer, detail: expect.stringMatching(detail) as string }] });
    expect(line.detail).toContain(line.errors?.[0]?.detail);
    expect(await many('record_change')).toBe(before);
  });

  it.each<[why: string, type: string, text: string, detail: string | RegExp]>([
    ['no JSON', NDJSON, '{"name":', 'The row is not valid JSON.'],
    ['a list', NDJSON, '[1]', /must be a JSON object/],
    ['a number', NDJSON, '17', /must be a JSON object/],
    ['null', NDJSON, 'null', /must be a JSON object/],
    ['deeper than anything is', NDJSON, `{"name":${'['.repeat(80)}${']'.repeat(80)}}`, 'The row is nested more than 64 levels deep.'],
    ['a field that is none', NDJSON, '{"name":"A","indutsry":"B"}', /the nearest is industry/],
    ['a number as text', NDJSON, '{"name":"A","ratingID":"2"}', /whole number/],
    ['too long', NDJSON, `{"name":"${'x'.repeat(4_200_000)}"}`, 'The row is longer than 4 MB.'],
    ['too few cells', CSV, 'name,description\nA', 'The row has 1 cells, and the first line has 2.'],
    ['too many cells', CSV, 'name,description\nA,b,c', 'The row has 3 cells, and the first line has 2.'],
    ['a quote in the middle', CSV, 'name,description\nA "b",c', /not valid CSV/],
    ['text behind a quote', CSV, 'name,description\n"A" b,c', /not valid CSV/],
    ['the id of nobody', CSV, 'id,name\n2147483647,A', 'No client has the id 2147483647.'],
  ])('as it is %s says so', async (_, type, text, detail) => {
    const { lines, summary } = await imported(service, 'Clients/Import', text, { 'Content-Type': type });
    expect(lines).toMatchObject([
      { row: 1, outcome: 'failed', detail: typeof detail === 'string' ? detail : (expect.stringMatching(detail) as string) },
    ]);
    expect(summary).toMatchObject({ rows: 1, failed: 1, complete: true });
  });

  it('stops none of the others, before or behind it', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => `Client ${index + 1},${index % 7 === 6 ? 'wrong' : '2'}`);
    const before = [await many('client'), await many('record_change')];
    const { lines, summary } = await imported(service, 'Clients/Import', `name,ratingID\n${rows.join('\n')}\n`);
    expect(lines.map(({ row }) => row)).toEqual(rows.map((_, index) => index + 1));
    expect(lines.filter(({ outcome }) => outcome === 'failed').map(({ row }) => row)).toEqual(
      rows.flatMap((_, index) => (index % 7 === 6 ? [index + 1] : [])),
    );
    expect(summary).toMatchObject({ rows: 5000, created: 4286, failed: 714, complete: true });
    expect([await many('client'), await many('record_change')]).toEqual(before.map((count) => count + 4286));
  }, 300_000);

  it('since it has no end is the last that is read', async () => {
    const { lines, summary } = await imported(service, 'Clients/Import', 'name,description\nA,b\nC,"d\nE,f\nG,h\n');
    expect(lines).toMatchObject([
      { row: 1, outcome: 'created' },
      { row: 2, outcome: 'failed', detail: 'The row has a quote that is opened and not closed.' },
    ]);
    expect(summary).toMatchObject({ rows: 2, created: 1, failed: 1, complete: false });
  });

  it('for an address that another candidate has names that one, within the file too, unless that is allowed', async () => {
    const text = 'firstName,email1\nA,same@example.com\nB,SAME@example.com\n';
    const { lines } = await imported(service, 'Candidates/Import', text);
    expect(lines).toMatchObject([
      { outcome: 'created' },
      { outcome: 'failed', detail: expect.stringContaining(String(lines[0]?.id)) as string },
    ]);
    const allowed = await imported(service, 'Candidates/Import?allowDuplicate=true', text);
    expect(allowed.summary).toMatchObject({ created: 2, failed: 0 });
  });
});

describe('An import', () => {
  it.each<[mode: string, outcomes: readonly string[]]>([
    ['upsert', ['created', 'updated']],
    ['create', ['created', 'created']],
    ['update', ['failed', 'updated']],
  ])('of the mode %s does with rows that have no id, and an id: %j', async (mode, outcomes) => {
    const id = await make(service, 'Client', { name: 'There' });
    const { lines } = await imported(service, `Clients/Import?mode=${mode}`, `id,name\n,New\n${id},Changed\n`);
    expect(lines.map(({ outcome }) => outcome)).toEqual(outcomes);
    expect(await found(`Clients/${id}`)).toMatchObject({ name: mode === 'create' ? 'There' : 'Changed' });
  });

  it('that is a dry run says what would be, and leaves nothing', async () => {
    const id = await make(service, 'Client', { name: 'There' });
    const count = async () => [
      await many('client'),
      await many('client_text'),
      await many('client_figure'),
      await many('record_change'),
      await many('import_row'),
    ];
    const before = await count();
    const rows = Array.from({ length: 120 }, (_, index) => `,New ${index}`).join('\n');
    const { lines, summary } = await imported(
      service,
      'Clients/Import?dryRun=true',
      `id,name\n${id},Changed\n${id},There\n,\n${rows}\n99999999,A\n`,
      { 'Content-Type': CSV, 'Idempotency-Key': 'dry' },
    );
    expect(lines[0]).toEqual({ row: 1, id, outcome: 'updated' });
    expect(lines[2]).toEqual({ row: 4, outcome: 'created' });
    expect(summary).toEqual({ rows: 123, created: 120, updated: 2, unchanged: 0, failed: 1, dryRun: true, complete: true });
    expect(await count()).toEqual(before);
    expect(await found(`Clients/${id}`)).toMatchObject({ name: 'There', deleted: false });
  });

  it.each<[why: string, text: string, errors: readonly object[]]>([
    [
      'a column that is none',
      'name,indutsry,colour\nA,b,c',
      [
        { pointer: '/indutsry', detail: 'is not a field here; the nearest is industry' },
        { pointer: '/colour', detail: 'is not a field here' },
      ],
    ],
    ['a column in another case', 'Name\nA', [{ pointer: '/Name', detail: 'is not a field here; the nearest is name' }]],
    ['a column twice', 'name,description,name\nA,b,c', [{ pointer: '/name', detail: 'must be the name of one column only' }]],
    ['a column without a name', 'name,\nA,b', [{ pointer: '/', detail: 'is not a field here' }]],
  ])('with %s is refused before anything is done', async (_, text, errors) => {
    const before = await many('client');
    const { body } = await service.http.post('/api/Clients/Import').set('Content-Type', CSV).send(text).expect(400);
    expect(body).toMatchObject({ type: '/problems/invalid-request', errors });
    expect(await many('client')).toBe(before);
  });

  it.each<[what: string, status: number, path: string, headers: Record<string, string>, body: string | Buffer]>([
    ['without a body', 400, '', { 'Content-Type': CSV }, ''],
    ['without names', 400, '', { 'Content-Type': CSV }, '\nA\n'],
    ['with a first line that is no CSV', 400, '', { 'Content-Type': CSV }, 'na"me,b\nA,b'],
    ['with a first line that is too long', 413, '', { 'Content-Type': CSV }, 'x'.repeat(4_300_000)],
    ['in another code', 400, '', { 'Content-Type': CSV }, Buffer.from('name\nZo\u00eb', 'latin1')],
    ['that ends within a letter', 400, '', { 'Content-Type': CSV }, Buffer.from('name\nZo\u00eb').subarray(0, -1)],
    ['in JSON', 415, '', { 'Content-Type': 'application/json' }, '[{"name":"A"}]'],
    ['of no type', 415, '', { 'Content-Type': '' }, 'name\nA'],
    ['of another character set', 415, '', { 'Content-Type': 'text/csv; charset=windows-1252' }, 'name\nA'],
    ['packed in another way', 415, '', { 'Content-Type': CSV, 'Content-Encoding': 'compress' }, 'name\nA'],
    ['that is not packed as it says', 400, '', { 'Content-Type': CSV, 'Content-Encoding': 'gzip' }, 'name\nA'],
    ['wanted in another format', 406, '', { 'Content-Type': CSV, Accept: 'application/json' }, 'name\nA'],
    ['in a mode that is none', 400, '?mode=delete', { 'Content-Type': CSV }, 'name\nA'],
    ['with a key that is none', 400, '', { 'Content-Type': CSV, 'Idempotency-Key': 'a b' }, 'name\nA'],
    ['of candidates alone', 400, '?allowDuplicate=true', { 'Content-Type': CSV }, 'name\nA'],
  ])('%s is a %i', async (_, status, query, headers, body) => {
    const before = await many('client');
    const response = await service.http.post(`/api/Clients/Import${query}`).set(headers).send(body);
    expect([response.status, response.type]).toEqual([status, 'application/problem+json']);
    expect(await many('client')).toBe(before);
  });

  it.each<[what: string, headers: Record<string, string>, body: string | Buffer]>([
    ['with its character set', { 'Content-Type': 'text/csv; charset=UTF-8; header=present' }, 'name\nPacked'],
    ['packed', { 'Content-Type': CSV, 'Content-Encoding': 'gzip' }, gzipSync('name\nPacked')],
  ])('is taken %s', async (_, headers, body) => {
    const response = await asText(service.http.post('/api/Clients/Import').set(headers)).send(body);
    expect(ofLines<Line>(response.body as string)[0]).toMatchObject({ outcome: 'created' });
  });

  it('lets others in between', async () => {
    const rows = Array.from({ length: 1500 }, (_, index) => `Between ${index}`).join('\n');
    let isOver = false;
    const importing = imported(service, 'Clients/Import', `name\n${rows}\n`).finally(() => (isOver = true));
    const id = await make(service, 'Client', { name: 'Other' });
    await service.http.put(`/api/Clients/${id}`).send({ name: 'Other, changed' }).expect(200);
    expect(isOver).toBe(false);
    expect((await importing).summary).toMatchObject({ created: 1500, failed: 0 });
  }, 300_000);

  it('ends when the caller goes away, with whole rows', async () => {
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
    // what was begun before the service heard of it is finished
    let made = 0;
    for (let last = -1; last !== made; await pause(500)) [last, made] = [made, (await many('client')) - before];
    expect(made).toBeGreaterThanOrEqual(50);
    expect(made).toBeLessThan(3000);
    expect(made % 50).toBe(0);
  });
});

describe('An import with an Idempotency-Key', () => {
  const keyed = (key: string, text: string, path = 'Clients/Import') =>
    imported(service, path, text, { 'Content-Type': CSV, 'Idempotency-Key': key });

  it('is done once, and says the same each time, of failed rows too', async () => {
    const text = `name,ratingID\n${Array.from({ length: 120 }, (_, index) => `Once ${index},${index === 60 ? 99 : 1}`).join('\n')}\n`;
    const before = await many('client');
    const first = await keyed('once', text);
    const again = await keyed('once', text);
    expect(again.response.body).toEqual(first.response.body);
    expect(first.summary).toMatchObject({ created: 119, failed: 1 });
    expect([first, again].map(({ response }) => response.headers['idempotency-replayed'])).toEqual([undefined, 'true']);
    expect(await many('client')).toBe(before + 119);
  });

  it('goes on where it ended', async () => {
    const { Transactions } = await import('../src/database/index.js');
    const { THE_SERVICE } = await import('../src/callers/index.js');
    const transactions = service.app.get(Transactions, { strict: false });
    const text = `name\n${Array.from({ length: 200 }, (_, index) => `Resumed ${index}`).join('\n')}\n`;
    const before = await many('client');
    const write = jest.spyOn(transactions, 'write');
    const isFourth = () => write.mock.calls.filter(([caller]) => caller !== THE_SERVICE).length === 4;
    write.mockImplementation((...asking) =>
      asking[0] !== THE_SERVICE && isFourth()
        ? Promise.reject(new Error('The power is out.'))
        : Transactions.prototype.write.apply(transactions, asking),
    );
    await expect(keyed('resumed', text)).rejects.toThrow(/aborted|hang up/);
    write.mockRestore();
    expect(await many('client')).toBe(before + 100);
    const { lines, summary } = await keyed('resumed', text);
    expect(summary).toMatchObject({ rows: 200, created: 200, failed: 0 });
    expect(new Set(lines.map(({ id }) => id)).size).toBe(200);
    expect(await many('client')).toBe(before + 200);
  });

  it('does not take another row for the first', async () => {
    await keyed('differs', 'name\nA\nB\n');
    const { lines } = await keyed('differs', 'name\nA\nC\nD\n');
    expect(lines).toMatchObject([
      { outcome: 'created' },
      { row: 2, outcome: 'failed', detail: 'The row differs from the first time that it came with this Idempotency-Key.' },
      { row: 3, outcome: 'created' },
    ]);
  });

  it('is another with another key, and refused where the key came with something else', async () => {
    const [one, two] = [await keyed('first', 'name\nA\n'), await keyed('second', 'name\nA\n')];
    expect(one.lines[0]?.id).not.toBe(two.lines[0]?.id);
    const { body } = await service.http
      .post('/api/Contacts/Import')
      .set({ 'Content-Type': CSV, 'Idempotency-Key': 'first' })
      .send('surname\nA\n')
      .expect(409);
    expect(body).toMatchObject({ type: '/problems/idempotency-key-reused' });
  });

  it('is done once when it comes twice at the same time', async () => {
    const text = `name\n${Array.from({ length: 150 }, (_, index) => `Twice ${index}`).join('\n')}\n`;
    const before = await many('client');
    const [one, two] = await Promise.all([keyed('twice', text), keyed('twice', text)]);
    expect(two.lines).toEqual(one.lines);
    expect(await many('client')).toBe(before + 150);
  });

  it('is forgotten after a day', async () => {
    await keyed('old', 'name\nA\nB\n');
    await within(service, ({ em }) => em.query("UPDATE import_row SET at = '2020-01-01 00:00:00.000' WHERE idempotencyKey = 'old'"));
    const { Housekeeping } = await import('../src/housekeeping/index.js');
    await within(service, ({ em }) => em.query("UPDATE chore SET due = '2020-01-01 00:00:00.000' WHERE name = 'old imports'"));
    const kept = await many('import_row');
    await service.app.get(Housekeeping, { strict: false }).catchUp();
    expect(await many('import_row')).toBe(kept - 3);
    expect((await keyed('old', 'name\nA\nB\n')).response.headers['idempotency-replayed']).toBeUndefined();
  });
});
