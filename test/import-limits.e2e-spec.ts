import { gzipSync } from 'node:zlib';
import { startApp, type TestApp } from './support/app';
import { asText, CSV, importText, NDJSON, parseNdjson, type RowResult } from './support/bulk';
import { workbook, type TestCell } from './support/workbook';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());

const refused = async (text: string) =>
  (await service.http.post('/api/Clients/Import').set('Content-Type', CSV).send(text).expect(400)).body as { errors: object[] };

/** Tries rows without saving them. */
async function tried(path: string, file: string | Buffer, type = NDJSON): Promise<readonly RowResult[]> {
  const headers = { 'Content-Type': type, 'Content-Encoding': 'gzip' };
  const response = await asText(service.http.post(`/api/${path}`).query({ dryRun: true }).set(headers)).send(gzipSync(file));
  expect([response.status, response.text]).toEqual([200, response.text]);
  return parseNdjson<RowResult>(response.body as string).slice(0, -1);
}

/** How many transactions an import of 12 rows takes. @param onTransaction before each */
async function transactionsOf(file: string | Buffer, type: string, onTransaction: () => void = () => undefined): Promise<number> {
  const { Transactions } = await import('../src/core/database/index.js');
  const { SYSTEM_CALLER } = await import('../src/core/callers/index.js');
  const transactions = service.app.get(Transactions, { strict: false });
  let count = 0;
  const write = jest.spyOn(transactions, 'write').mockImplementation((...asking) => {
    if (asking[0] !== SYSTEM_CALLER) {
      count += 1;
      onTransaction();
    }
    return Transactions.prototype.write.apply(transactions, asking);
  });
  expect(await tried('Clients/Import', file, type)).toHaveLength(12);
  write.mockRestore();
  return count;
}

describe('Long rows', () => {
  it('are few in a transaction, not a hundred', async () => {
    const row = JSON.stringify({ name: 'A', description: 'y'.repeat(3_000_000) });
    expect(await transactionsOf(`${row}\n`.repeat(12), NDJSON)).toBe(4);
  });

  it('of a workbook are read when their turn comes, whatever they share', async () => {
    const { SharedStrings } = await import('../src/core/bulk/xlsx/shared-strings.js');
    const same: TestCell = { xml: '<c r="AT" t="s"><v>1</v></c>' };
    const file = await workbook({ rows: [['name'], ['y'.repeat(3_000_000)], ...Array.from({ length: 11 }, () => [same])] });
    const read = jest.spyOn(SharedStrings.prototype, 'at');
    const reads: number[] = [];
    expect(await transactionsOf(file, XLSX, () => reads.push(read.mock.calls.length))).toBe(4);
    read.mockRestore();
    expect(reads).toEqual([4, 7, 10, 13]);
  });
});

describe('A header of 200,000 columns', () => {
  it.each<[what: string, nameOf: (index: number) => string, detail: RegExp]>([
    ['unknown', (index) => `x${index}`, /^is not a field/],
    ['the same', () => 'name', /^must be the name of only one column$/],
  ])('that are %s is refused at once, with the first hundred errors', async (_, nameOf, detail) => {
    const { errors } = await refused(`${Array.from({ length: 200_000 }, (_each, index) => nameOf(index)).join(',')}\n`);
    expect(errors).toEqual(Array(100).fill({ pointer: expect.any(String) as string, detail: expect.stringMatching(detail) as string }));
  });
});

describe('An object with 50,001 members', () => {
  const MANY = JSON.stringify(Object.fromEntries(Array.from({ length: 50_001 }, (_, index) => [`k${index}`, 0])));

  it('is not read as a row', async () => {
    expect(await tried('Clients/Import', MANY)).toEqual([{ row: 1, outcome: 'failed', detail: 'The row has more than 50000 members.' }]);
  });

  it('is not read in a cell', async () => {
    const cell = `[${MANY}]`.replaceAll('"', '""');
    const { lines } = await importText(service, 'Candidates/Import', `firstName,employmentHistories\nA,"${cell}"`);
    expect(lines).toMatchObject([{ outcome: 'failed', errors: [{ pointer: '/employmentHistories', detail: 'must be an array' }] }]);
  });
});

it('A key that is too long for any record fails its row only', async () => {
  const tooLong = (end: number) => JSON.stringify({ name: 'A', externalID: `${'漢'.repeat(4_100_000)}${end}` });
  const lines = await tried('Clients/Import?match=externalID', `${tooLong(1)}\n${tooLong(2)}\n{"name":"A","externalID":"k-1"}\n`);
  expect(lines).toMatchObject([
    ...Array.from({ length: 2 }, () => ({ outcome: 'failed', errors: [{ pointer: '/externalID' }] })),
    { outcome: 'created' },
  ]);
});

it.each(['divisions', 'tags'])('Errors in %s are listed up to a hundred', async (name) => {
  const [line] = await tried('Contacts/Import', JSON.stringify({ surname: 'A', [name]: Array(400).fill({}) }));
  expect(line).toMatchObject({ outcome: 'failed', detail: '100 values are not valid; see errors.' });
  expect(line!.errors).toHaveLength(100);
  expect(line!.errors!.at(-1)).toMatchObject({ pointer: `/${name}/99` });
});
