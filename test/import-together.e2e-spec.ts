import { startApp, type TestApp } from './support/app';
import type { Json } from './support/automations';
import { importText, NDJSON, type RowResult } from './support/bulk';
import { queryRows, seedRecord } from './support/database';

let service: TestApp;
beforeAll(async () => void (service = await startApp({ DEMO_DATA: 'false' })));
afterAll(() => service.close());

/** What rows refer to, by id. */
interface Others {
  readonly client: number;
  readonly candidate: number;
  readonly contact: number;
}

const found = async (path: string): Promise<Json> => (await service.http.get(`/api/${path}`).expect(200)).body as Json;
const created = async (path: string, body: object): Promise<number> =>
  ((await service.http.post(`/api/${path}`).send(body).expect(201)).body as { id: number }).id;

const importRows = async (path: string, rows: readonly object[]): Promise<readonly RowResult[]> =>
  (await importText(service, path, rows.map((row) => JSON.stringify(row)).join('\n'), { 'Content-Type': NDJSON })).lines;
const together = (path: string, rows: readonly object[]): Promise<readonly RowResult[]> => importRows(path, rows);
async function eachAlone(path: string, rows: readonly object[]): Promise<readonly RowResult[]> {
  const lines: RowResult[] = [];
  for (const row of rows) lines.push(...(await importRows(path, [row])));
  return lines;
}

let base = 70_000;

/** What importing leaves: the report, the records, their changes and the figures of others, with names for ids and times. */
async function outcomeOf(
  type: string,
  rows: (others: Others, mark: string) => readonly object[],
  importing: typeof together,
): Promise<{ readonly text: string; readonly outcomes: readonly string[] }> {
  const mark = importing === together ? 'together' : 'alone';
  // numbers that nothing else has; new records are numbered from there
  const id = (base += 1000);
  const others = { client: id + 1, candidate: id + 2, contact: id + 3 };
  await seedRecord(service, 'Client', { id: others.client, name: 'Client' });
  await seedRecord(service, 'Candidate', { id: others.candidate, firstName: 'Linked' });
  await seedRecord(service, 'Contact', { id: others.contact, surname: 'Contact' });
  await seedRecord(service, 'Job', { id: id + 4, title: 'Last job' });
  const lines = await importing(`${type}s/Import`, rows(others, mark));
  const ids = lines.flatMap(({ id }) => id ?? []);
  const records = [];
  for (const id of ids) records.push(await found(`${type}s/${id}`));
  const changes = await queryRows(
    service,
    `SELECT recordID, action, version, events, fields, concerned FROM record_change WHERE type = ? AND recordID IN (${ids.join(', ')}) ORDER BY id`,
    [type],
  );
  const { contacts, openJobs } = await found(`Clients/${others.client}`);
  const report = lines.map(({ outcome, detail, errors }) => ({ outcome, detail, errors }));
  const named: [name: string, id: number][] = [
    ...Object.entries(others),
    ...ids.map((each, index): [string, number] => [`record ${index}`, each]),
  ];
  const text = JSON.stringify({ report, records, changes, contacts, openJobs })
    .replaceAll(mark, 'mark')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a moment');
  return {
    text: named.reduce((all, [name, each]) => all.replaceAll(new RegExp(`\\b${each}\\b`, 'g'), name), text),
    outcomes: lines.map(({ outcome }) => outcome),
  };
}

describe('New rows that are created together', () => {
  it.each<[type: string, rows: (others: Others, mark: string) => readonly object[], outcomes: readonly string[]]>([
    [
      'Candidate',
      (_, mark) => [
        { firstName: 'Ann', email1: `ann@${mark}.example`, mobile: '0412 345 678', countryCode: 'AU' },
        { firstName: 'Zoë', email1: `zoe@${mark}.example`, customField3: 'crane', weeksNotice: 4 },
        { firstName: 'Twin', email1: `ANN@${mark}.example` },
        { firstName: 'Bo', email1: `bo@${mark}.example`, profileStatusID: 99999 },
        { firstName: 'Cy', email1: 'no address' },
        { firstName: 'Di', employmentHistories: [{ jobTitle: 'Rigger', employer: 'Bay' }] },
        { firstName: 'Eve', countryName: 'Atlantis' },
        { firstName: 'Fay', ownerID: 99999, profileStatusID: 99998 },
        {},
      ],
      ['created', 'created', 'failed', 'failed', 'failed', 'created', 'failed', 'failed', 'failed'],
    ],
    [
      'Contact',
      ({ client, candidate }, mark) => [
        { surname: `A ${mark}`, clientID: client },
        { surname: `B ${mark}`, clientID: client, linkedCandidateID: candidate },
        { surname: `C ${mark}`, clientID: client, linkedCandidateID: candidate },
        { surname: `D ${mark}`, clientID: 99999 },
        { surname: `E ${mark}` },
      ],
      ['created', 'created', 'failed', 'failed', 'created'],
    ],
    [
      'Job',
      ({ client, contact }, mark) => [
        { title: `Rigger ${mark}`, clientID: client, contact1ID: contact },
        { title: `Crane ${mark}`, stageID: 99999 },
        { title: `Welder ${mark}`, clientID: client, contact1ID: contact, contact2ID: contact },
      ],
      ['created', 'failed', 'failed'],
    ],
    ['Client', (_, mark) => [{ name: `Harbour ${mark}` }, { name: null }, { name: `Bay ${mark}` }], ['created', 'failed', 'created']],
  ])('become the same %s records as in a file each, with the same faults', async (type, rows, outcomes) => {
    const outcome = await outcomeOf(type, rows, together);
    expect(outcome.outcomes).toEqual(outcomes);
    expect(outcome).toEqual(await outcomeOf(type, rows, eachAlone));
  });

  it('are created in their order among rows that change records', async () => {
    const id = await created('Candidates', { firstName: 'Old', email1: 'old@example.com' });
    const lines = await importRows('Candidates/Import', [
      { firstName: 'Refused', email1: 'old@example.com' },
      { id, email1: 'new@example.com' },
      { firstName: 'Accepted', email1: 'old@example.com' },
      { firstName: 'Refused', email1: 'new@example.com' },
    ]);
    expect(lines.map(({ outcome }) => outcome)).toEqual(['failed', 'updated', 'created', 'failed']);
    expect(lines[3]?.detail).toContain(`Candidate ${id} already has`);
  });

  it('may share an address when duplicates are allowed', async () => {
    const twins = [1, 2, 3].map((number) => ({ firstName: `Twin ${number}`, email1: 'twins@example.com' }));
    const lines = await importRows('Candidates/Import?allowDuplicate=true', twins);
    expect(lines.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created']);
    const [last] = await importRows('Candidates/Import', [{ firstName: 'Late', email1: 'Twins@example.com' }]);
    expect(last?.detail).toContain(`Candidate ${lines[0]?.id} already has`);
  });
});
