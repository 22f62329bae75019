import { startApp, type TestApp } from './support/app';
import type { Json } from './support/automations';
import { asText, CSV, parseNdjson, type RowResult, type Summary } from './support/bulk';
import { cellsOf, date, formula, number, workbook, zip, type TestCell } from './support/workbook';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());

const found = async (path: string): Promise<Json> => (await service.http.get(`/api/${path}`).expect(200)).body as Json;
const created = async (path: string, body: object): Promise<number> =>
  ((await service.http.post(`/api/${path}`).send(body).expect(201)).body as { id: number }).id;

const sent = (path: string, file: Buffer | string, type: string) =>
  asText(service.http.post(`/api/${path}/Import`).set('Content-Type', type)).send(file);

async function imported(path: string, file: Buffer | string, type: string): Promise<{ lines: readonly RowResult[]; summary: Summary }> {
  const response = await sent(path, file, type);
  expect([response.status, response.body]).toEqual([200, response.body]);
  const lines = parseNdjson<RowResult & { summary: Summary }>(response.body as string);
  return { summary: lines.pop()!.summary, lines };
}
async function one(path: string, file: Buffer | string, type: string): Promise<Json> {
  const { lines } = await imported(path, file, type);
  expect(lines).toMatchObject([{ outcome: 'created' }]);
  return found(`${path}/${lines[0]?.id}`);
}
const refused = async (file: Buffer | string, type: string, path = 'Clients'): Promise<{ status: number; detail: string }> => {
  const response = await sent(path, file, type);
  expect(response.type).toBe('application/problem+json');
  return { status: response.status, detail: (JSON.parse(response.body as string) as { detail: string }).detail };
};

const big = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const TEXT = 'name,description\nZoë 😀,“Ports”';

describe('The encoding of a text', () => {
  it.each<[what: string, file: Buffer, type: string]>([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`), CSV],
    ['UTF-16 with a mark, as "Unicode text" of Excel', Buffer.from(`\ufeff${TEXT.replaceAll(',', '\t')}`, 'utf16le'), CSV],
    ['UTF-16 in the other order with a mark', big(`\ufeff${TEXT}`), CSV],
    ['UTF-16 whose mark contradicts the charset', Buffer.from(`\ufeff${TEXT}`, 'utf16le'), `${CSV}; charset=utf-16be`],
    ['UTF-16 without a mark, as the charset says', Buffer.from(TEXT, 'utf16le'), `${CSV}; charset=utf-16le`],
    ['UTF-16 in the other order, as the charset says', big(TEXT), `${CSV}; charset="UTF-16BE"`],
    ['NDJSON in UTF-16', Buffer.from('\ufeff{"name":"Zoë 😀","description":"“Ports”"}\n', 'utf16le'), 'application/x-ndjson'],
  ])('can be %s', async (_, file, type) => {
    expect(await one('Clients', file, type)).toMatchObject({ name: 'Zoë 😀', description: '“Ports”' });
  });

  it.each<[what: string, file: Buffer, type: string, detail: RegExp]>([
    ['is not what its mark says', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a')]), CSV, /not valid UTF-16LE/],
    ['has half of a surrogate pair', Buffer.from('\ufeffname\n\ud83d', 'utf16le'), CSV, /not valid UTF-16LE/],
    ['is UTF-16 that nothing says', Buffer.from(TEXT, 'utf16le'), CSV, /not valid UTF-8|first line must contain field names/],
  ])('that %s is refused', async (_, file, type, detail) => {
    const problem = await refused(file, type);
    expect(problem).toEqual({ status: 400, detail: expect.stringMatching(detail) as string });
  });
});

describe('The first lines of CSV', () => {
  it.each([
    ['sep=;\nname;description\nA, b;x', { name: 'A, b', description: 'x' }],
    ['\ufeffsep=;\r\nname;description\r\nA, b;x\r\n', { name: 'A, b', description: 'x' }],
    ['"sep=|"\nname|description\nA|x,y;z', { name: 'A', description: 'x,y;z' }],
    ['SEP=,\nname,description\nA;b,x', { name: 'A;b', description: 'x' }],
    ['sep=\t\nname\tdescription\nA\t"x\ty"', { name: 'A', description: 'x\ty' }],
    ['name|description\nA|x', { name: 'A', description: 'x' }],
    ['NAME,Registration Number,rating_id\nA,x,2', { name: 'A', registrationNumber: 'x', ratingID: 2 }],
    ['"Name ", Status-ID\nA,2', { name: 'A', statusID: 2 }],
    ['E-mail;Name;External ID\na@b.example;A;k-1', { email: 'a@b.example', name: 'A', externalID: 'k-1' }],
  ])('%j are understood', async (text, expected) => {
    expect(await one('Clients', text, CSV)).toMatchObject(expected);
  });

  it.each<[text: string, detail: RegExp]>([
    ['sep=x\nname\nA', /^The line sep= must name a comma, a semicolon, a tab or \|\.$/],
    ['sep=;\n', /must contain field names/],
    ['Nmae,Registration Nubmer\nA,b', /Nmae is not a field \(did you mean name\?\)/],
    ['name,First Name\nA,b', /First Name is not a field/],
    ['name,Name\nA,b', /name must be the name of only one column, not of name and of Name/],
  ])('%j are refused', async (text, detail) => {
    expect(await refused(text, CSV)).toEqual({ status: 400, detail: expect.stringMatching(detail) as string });
  });
});

describe('A workbook', () => {
  it('is read like CSV, by the types of its cells', async () => {
    const rows: TestCell[][] = [
      [
        'First Name',
        'lastName',
        'mobile',
        'postcode',
        'dateOfBirth',
        'resumeUpdateDate',
        'optOut',
        'weeksNotice',
        'customField46',
        'jobTitle',
      ],
      [
        'Zoë & <Ann>',
        "'=1+1",
        '0412 345 678',
        number(2042),
        date(33000),
        date(45658.5),
        { xml: '<c r="AT" t="b"><v>1</v></c>' },
        number('4'),
        number('0.1'),
        '=1+1',
      ],
    ];
    const { lines } = await imported('Candidates', await workbook({ rows }), XLSX);
    expect(lines).toMatchObject([{ row: 1, outcome: 'created' }]);
    expect(await found(`Candidates/${lines[0]?.id}`)).toMatchObject({
      firstName: 'Zoë & <Ann>',
      lastName: '=1+1',
      mobile: '0412 345 678',
      postcode: '2042',
      dateOfBirth: '1990-05-07T00:00:00.000Z',
      resumeUpdateDate: '2025-01-01T12:00:00.000Z',
      optOut: true,
      weeksNotice: 4,
      customField46: 0.1,
      jobTitle: '=1+1',
    });
  });

  it('has rows by their numbers; empty ones are skipped', async () => {
    const { lines, summary } = await imported(
      'Clients',
      await workbook({ rows: [[], ['name', '', 'industry'].slice(0, 1), ['A'], [], ['B']] }),
      XLSX,
    );
    expect(lines.map(({ row, outcome }) => [row, outcome])).toEqual([
      [1, 'created'],
      [3, 'created'],
    ]);
    expect(summary).toMatchObject({ rows: 2, created: 2, complete: true });
  });

  it.each<[what: string, cell: TestCell, expected: Json | RegExp]>([
    ['the saved value of a formula', formula('1+1', '2'), { name: '2' }],
    [
      'a formula without a value',
      formula('1+1'),
      /^The row has a formula without a value in column A: open the workbook in a spreadsheet and save it\.$/,
    ],
    ['what a spreadsheet shows of a formula', { xml: '<c r="AT"><f>1.1*3</f><v>3.3000000000000003</v></c>' }, { name: '3.3' }],
    ['a number that nothing has computed', number('0.30000000000000004'), { name: '0.30000000000000004' }],
    ['an error', { xml: '<c r="AT" t="e"><v>#N/A</v></c>' }, /^The row has the error #N\/A in column A\.$/],
    [
      'a text in the cell',
      { xml: '<c r="AT" t="inlineStr"><is><r><t>A</t></r><r><t xml:space="preserve"> b</t></r><rPh><t>x</t></rPh></is></c>' },
      { name: 'A b' },
    ],
    ['a control character', { xml: '<c r="AT" t="inlineStr"><is><t>A_x000D_b_x005F_x0041_</t></is></c>' }, { name: 'A\rb_x0041_' }],
    ['a number', number('4.12E8'), { name: '412000000' }],
    ['no place', { xml: '<c><v>7</v></c>' }, { name: '7' }],
    ['a text that is not there', { xml: '<c r="AT" t="s"><v>99</v></c>' }, /has no text in column A/],
    [
      'a cell beyond the header',
      { xml: '<c r="A2"><v>1</v></c><c r="AB2"><v>1</v></c>' },
      /has a cell in column AB, but the first row has none there/,
    ],
    ['a clearing word', '\\N', /name/],
  ])('can have cells with %s', async (_, cell, expected) => {
    const { lines } = await imported('Clients', await workbook({ rows: [['name'], [cell]] }), XLSX);
    if (expected instanceof RegExp)
      expect(lines[0]).toMatchObject({ outcome: 'failed', detail: expect.stringMatching(expected) as string });
    else expect(await found(`Clients/${lines[0]?.id}`)).toMatchObject(expected);
  });

  it.each<[what: string, cell: TestCell]>([
    ['an empty text as the value of a formula', { xml: '<c r="AT" t="str"><f>IF(A2="","x","")</f><v></v></c>' }],
    ['the same in short', { xml: '<c r="AT" t="str"><f>IF(A2="","x","")</f><v/></c>' }],
  ])('can have empty cells with %s', async (_, cell) => {
    const rows = [
      ['name', 'description'],
      ['A', cell],
    ];
    expect(await one('Clients', await workbook({ rows }), XLSX)).toMatchObject({ name: 'A', description: null });
  });

  it('counts dates from 1904 where it says so, and has one sheet that is read', async () => {
    const rows: TestCell[][] = [
      ['title', 'startDate'],
      ['A', date(44196)],
    ];
    const file = await workbook({
      rows,
      properties: '<workbookPr date1904="1"/>',
      sheets: '<sheet name="Hidden" sheetId="1" state="hidden" r:id="rId1"/><sheet name="Shown" sheetId="2" r:id="rId7"/>',
    });
    expect(await one('Jobs', file, XLSX)).toMatchObject({ title: 'A', startDate: '2025-01-01T00:00:00.000Z' });
  });

  it.each<[what: string, status: number, file: () => Promise<Buffer>, detail: RegExp]>([
    ['text', 400, () => Promise.resolve(Buffer.from('name\nA')), /not an XLSX workbook/],
    ['nothing', 400, () => Promise.resolve(Buffer.alloc(0)), /not an XLSX workbook/],
    ['a workbook with a password', 400, () => Promise.resolve(Buffer.from('d0cf11e0a1b11ae1'.repeat(50), 'hex')), /with a password/],
    ['another archive', 400, () => zip({ 'a.txt': 'x' }), /ZIP archive, but not an XLSX workbook/],
    ['cut off', 400, async () => (await workbook({ rows: [['name']] })).subarray(0, 600), /not an XLSX workbook/],
    ['without cells', 400, () => workbook({ rows: [] }), /first sheet of the workbook is empty/],
    [
      'without a visible sheet',
      400,
      () => workbook({ rows: [['name']], sheets: '<sheet name="A" sheetId="1" state="veryHidden" r:id="rId7"/>' }),
      /no visible sheet/,
    ],
    ['malformed', 400, () => workbook({ rows: [['name']], parts: { 'xl/workbook.xml': '<workbook><sheets>' } }), /malformed/],
    [
      'with entities of its own',
      400,
      () =>
        workbook({
          rows: [['name']],
          parts: { 'xl/sharedStrings.xml': '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]><sst><si><t>&a;&a;</t></si></sst>' },
        }),
      /malformed/,
    ],
    ['with an unknown column', 400, () => workbook({ rows: [['Nmae'], ['A']] }), /did you mean name/],
    [
      'a bomb',
      413,
      () => workbook({ rows: [['name']], parts: { 'xl/sharedStrings.xml': `<sst>${' '.repeat(64_000_000)}</sst>` } }),
      /62 MB unpacked.*Save it as CSV/,
    ],
    [
      'a bomb in the sheet',
      413,
      () => workbook({ rows: [], parts: { 'xl/worksheets/people.xml': '<x>'.repeat(16_000_000) } }),
      /MB unpacked/,
    ],
    [
      'of thousands of parts',
      413,
      () => zip(Object.fromEntries(Array.from({ length: 2500 }, (_, index) => [`p${index}`, '']))),
      /more than 2000 parts/,
    ],
  ])('that is %s is refused', async (_, status, file, detail) => {
    expect(await refused(await file(), XLSX)).toEqual({ status, detail: expect.stringMatching(detail) as string });
  });

  it.each<[what: string, sheet: string, detail: RegExp]>([
    [
      'breaks off',
      '<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>name</t></is></c></row><row r="2"><c><v>1</v></c></row><row',
      /^The row cannot be read: /,
    ],
    [
      'goes back',
      '<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>name</t></is></c></row><row r="3"><c><v>1</v></c></row><row r="2"/></sheetData></worksheet>',
      /row 2 comes after row 3/,
    ],
    [
      'is too wide',
      '<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>name</t></is></c></row><row r="2"><c><v>1</v></c></row><row r="3"><c r="ZZZ3"/></row></sheetData></worksheet>',
      /there is no column ZZZ3/,
    ],
  ])('whose sheet %s is imported up to there', async (_, sheet, detail) => {
    const { lines, summary } = await imported('Clients', await workbook({ rows: [], parts: { 'xl/worksheets/people.xml': sheet } }), XLSX);
    expect(lines.map(({ outcome }) => outcome)).toEqual(['created', 'failed']);
    expect(lines[1]?.detail).toMatch(detail);
    expect(summary.complete).toBe(false);
  });

  it('with an enormous cell fails in that row only', async () => {
    const enormous = Array.from({ length: 4_300_000 }, (_, index) => String.fromCharCode(97 + ((index * 7919) % 26))).join('');
    const { lines } = await imported('Clients', await workbook({ rows: [['name'], [enormous], ['B']] }), XLSX);
    expect(lines.map(({ outcome, detail }) => [outcome, detail])).toEqual([
      ['failed', 'The row is longer than 4 MB.'],
      ['created', undefined],
    ]);
  });
});

describe('A workbook that is exported', () => {
  const exported = async (path: string): Promise<Buffer> => {
    const response = await service.http
      .get(`/api/${path}`)
      .buffer(true)
      .parse((reply, done) => {
        const pieces: Buffer[] = [];
        reply.on('data', (piece: Buffer) => pieces.push(piece));
        reply.on('end', () => done(null, Buffer.concat(pieces)));
      });
    expect([response.status, response.type]).toEqual([200, XLSX]);
    return response.body as Buffer;
  };

  it('keeps texts as texts, and numbers and dates as such', async () => {
    const id = await created('Candidates', {
      firstName: '=1+1',
      lastName: "'=x",
      mobile: '0412345678',
      postcode: '0870',
      jobTitle: 'a\u0001b_x0041_\r\n<&>',
      summary: 'x'.repeat(40_000),
      dateOfBirth: '1990-05-07',
      availabilityDate: '1850-01-01',
      resumeUpdateDate: '2025-01-01T12:00:00.123Z',
      weeksNotice: 4.5,
      optOut: true,
    });
    const file = await exported(`Candidates/Export?format=xlsx&ids=${id}`);
    const cells = [...(await cellsOf(file)).values()];
    const shown = (content: string) => expect(cells.filter((cell) => cell.includes(content))).toHaveLength(1);
    for (const content of [
      '>=1+1</t>',
      ">''=x</t>",
      '>0412345678</t>',
      '>0870</t>',
      '>a_x0001_b_x005F_x0041__x000D_\n&lt;&amp;&gt;</t>',
      '>1850-01-01T00:00:00.000Z</t>',
    ])
      shown(content);
    for (const content of ['<v>33000</v>', '<v>4.5</v>']) shown(content);
    expect(cells.join('')).not.toMatch(/<f>|x{1000}/);
    const { lines } = await imported('Candidates', file, XLSX);
    expect(lines).toEqual([{ row: 1, id, outcome: 'unchanged' }]);
    await service.http
      .put(`/api/Candidates/${id}/V2`)
      .send({
        firstName: 'b',
        lastName: 'c',
        mobile: '',
        postcode: '1',
        jobTitle: '',
        dateOfBirth: null,
        availabilityDate: null,
        resumeUpdateDate: null,
        weeksNotice: 0,
        optOut: false,
      })
      .expect(200);
    expect((await imported('Candidates', file, XLSX)).lines).toEqual([{ row: 1, id, outcome: 'updated' }]);
    expect(await found(`Candidates/${id}`)).toMatchObject({
      firstName: '=1+1',
      lastName: "'=x",
      mobile: '0412345678',
      postcode: '0870',
      jobTitle: 'a\u0001b_x0041_\r\n<&>',
      summary: 'x'.repeat(40_000),
      dateOfBirth: '1990-05-07T00:00:00.000Z',
      availabilityDate: '1850-01-01T00:00:00.000Z',
      resumeUpdateDate: '2025-01-01T12:00:00.123Z',
      weeksNotice: 4.5,
      optOut: true,
    });
  });

  it('is sent under its name, to whoever accepts nothing else', async () => {
    const response = await service.http.get('/api/Jobs/Export').set('Accept', XLSX).expect(200);
    expect(response.headers).toMatchObject({ 'content-type': XLSX, 'content-disposition': 'attachment; filename="jobs.xlsx"' });
  });
});
