import fc from 'fast-check';
import { startApp, type TestApp } from './support/app';
import { addTag, all, any, Automations, EVERYONE, idIn, recordIdsOf, rule, type Json } from './support/automations';
import { recordTypeNamed, types } from './support/record-types';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 25);
const PATH = '/api/Automation/Search/Contacts/Filters';
const DAY = 86_400_000;

let service: TestApp;
let automations: Automations;
let everyone: readonly Json[];
/** Related records that responses do not include. */
let tagged: Set<number>;
let openJobsOf: Map<number, number>;
let inDivision: Set<number>;
let owners: Map<number, unknown>;

beforeAll(async () => {
  service = await startApp();
  automations = new Automations(service);
  everyone = await automations.preview({});
  const numbers = (rows: Json[], name: string): number[] => rows.map((row) => Number(row[name]));
  tagged = new Set(
    numbers(
      await automations.rows("SELECT l.recordID AS id FROM contact_tag l JOIN tag t ON t.id = l.tagID WHERE t.folded = 'construction'"),
      'id',
    ),
  );
  const open = await automations.rows(
    "SELECT jc.contactID AS id, COUNT(*) AS count FROM job_contact jc JOIN job j ON j.id = jc.jobID JOIN lookup s ON s.list = 'jobStage' AND s.id = j.stageID WHERE j.deleted = 0 AND s.parentID = 1 GROUP BY jc.contactID",
  );
  openJobsOf = new Map(open.map(({ id, count }) => [Number(id), Number(count)]));
  inDivision = new Set(numbers(await automations.rows('SELECT recordID AS id FROM contact_division WHERE divisionID = 2'), 'id'));
  owners = new Map((await automations.rows('SELECT id, ownerID FROM contact')).map(({ id, ownerID }) => [Number(id), ownerID]));
});
afterAll(() => service.close());

const search = (body: unknown) => service.http.post(PATH).send(body as object);
const found = (filter: object, more: Json = {}): Promise<number[]> => automations.previewIds({ filters: JSON.stringify(filter), ...more });
const complaintsOf = (body: unknown): string[] => (body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);
const ids = (records: readonly Json[]): number[] => records.map(({ id }) => id as number);

const text = (value: unknown): string =>
  typeof value === 'string' ? value.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim() : '';
const moment = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : NaN);
const isUnset = (value: unknown): boolean => value === undefined || value === null || value === '';
const relative = (amount: number, unit: string): Json => ({ relative: { amount, unit } });
/** The start of a day in Sydney, by its offset from today. */
function sydney(days: number): number {
  const noon = Date.parse(`${new Date(Date.now() + days * DAY).toLocaleDateString('en-CA', { timeZone: 'Australia/Sydney' })}T00:00:00Z`);
  const offset = (at: number): number =>
    Date.parse(`${new Date(at).toLocaleString('sv-SE', { timeZone: 'Australia/Sydney' }).replace(' ', 'T')}Z`) - at;
  return noon - offset(noon - offset(noon));
}

type Case = readonly [name: string, filter: object, meaning: (contact: Json) => boolean];
const CASES: readonly Case[] = [
  ['a text', all(rule('state', '=', ' nsw')), ({ state }) => text(state) === 'nsw'],
  ['another text', all(rule('state', '!=', 'NSW')), ({ state }) => text(state) !== 'nsw'],
  ['a part of a text', all(rule('email', 'contains', '.COM')), ({ email }) => text(email).includes('.com')],
  ['no such part', all(rule('jobTitle', 'doesNotContain', 'manager')), ({ jobTitle }) => !text(jobTitle).includes('manager')],
  ['a beginning', all(rule('surname', 'beginsWith', 'b')), ({ surname }) => text(surname).startsWith('b')],
  ['another beginning', all(rule('firstName', 'doesNotBeginWith', 'A')), ({ firstName }) => !text(firstName).startsWith('a')],
  ['an end', all(rule('suburb', 'endsWith', 'Y')), ({ suburb }) => text(suburb).endsWith('y')],
  ['wildcards as they are', all(rule('email', 'contains', '%')), ({ email }) => text(email).includes('%')],
  ['a text before another', all(rule('surname', '<', 'm')), ({ surname }) => !isUnset(surname) && text(surname) < 'm'],
  [
    'one of several texts',
    all(rule('suburb', 'in', 'Sydney, parramatta')),
    ({ suburb }) => ['sydney', 'parramatta'].includes(text(suburb)),
  ],
  ['no text', all(rule('mobile', 'null')), ({ mobile }) => isUnset(mobile)],
  ['some text', all(rule('description', 'notNull')), ({ description }) => !isUnset(description)],
  ['a derived text', all(rule('fullName', 'contains', 'an')), ({ fullName }) => text(fullName).includes('an')],
  ['the name of a status', all(rule('statusName', '=', 'prospect')), ({ statusName }) => text(statusName) === 'prospect'],
  ['the name of a client', all(rule('clientName', 'contains', 'group')), ({ clientName }) => text(clientName).includes('group')],
  ['the name of a country', all(rule('countryName', '!=', 'australia')), ({ countryName }) => text(countryName) !== 'australia'],
  ['a code', all(rule('countryCode', '=', 'au')), ({ countryCode }) => countryCode === 'AU'],
  ['a lookup', all(rule('statusID', 'in', [1, 3])), ({ statusID }) => [1, 3].includes(statusID as number)],
  ['a reference', all(rule('clientID', 'between', '3,9')), ({ clientID }) => Number(clientID) >= 3 && Number(clientID) <= 9],
  ['no reference', all(rule('linkedCandidateID', 'null')), ({ linkedCandidateID }) => linkedCandidateID === 0],
  ['a flag', all(rule('optOut', '=', true)), ({ optOut }) => optOut === true],
  ['no flag', all(rule('optOut', '!=', true)), ({ optOut }) => optOut !== true],
  ['a flag that is computed', all(rule('tags', '=', false)), ({ tags }) => tags === false],
  ['a count shown as text', all(rule('openJobs', '>=', 2)), ({ openJobs }) => Number(openJobs) >= 2],
  ['a live count', all(rule('contractors', '>', 0)), ({ contractors }) => Number(contractors) > 0],
  [
    'a statistic',
    all(rule('notesCount', '>', 1)),
    ({ statisticsCounts }) => Number((statisticsCounts as Json[]).find(({ type }) => type === 'notes')!['value']) > 1,
  ],
  ['a custom text', all(rule('customField3', 'notNull')), ({ customField3 }) => !isUnset(customField3)],
  ['a custom number', all(rule('customField11', '>', 10)), ({ customField11 }) => customField11 !== null && Number(customField11) > 10],
  [
    'a custom number outside',
    all(rule('customField11', 'notBetween', [0, 50])),
    ({ customField11 }) => !(customField11 !== null && Number(customField11) >= 0 && Number(customField11) <= 50),
  ],
  ['a custom date', all(rule('customField16', 'null')), ({ customField16 }) => isUnset(customField16)],
  ['a day', all(rule('createdDate', '<=', '2026-06-30')), ({ createdDate }) => moment(createdDate) < Date.parse('2026-07-01')],
  [
    'an instant',
    all(rule('updatedDate', '>', '2026-06-30T12:00:00+10:00')),
    ({ updatedDate }) => moment(updatedDate) > Date.parse('2026-06-30T02:00:00Z'),
  ],
  [
    'days between',
    all(rule('createdDate', 'between', ['2025-01-01', '2025-12-31'])),
    ({ createdDate }) => moment(createdDate) >= Date.parse('2025-01-01') && moment(createdDate) < Date.parse('2026-01-01'),
  ],
  [
    'a date long ago',
    all(rule('lastContactDate', '<', relative(-90, 'day'))),
    ({ lastContactDate }) => moment(lastContactDate) < sydney(-90),
  ],
  ['a date to come', all(rule('nextContactDate', '<=', relative(7, 'day'))), ({ nextContactDate }) => moment(nextContactDate) < sydney(8)],
  ['no date to come', all(rule('nextActivityDate', 'null')), ({ nextActivityDate }) => isUnset(nextActivityDate)],
  [
    'a date not so long ago, or none',
    all({ ...all(rule('lastActivityDate', '<', relative(-30, 'day'))), not: true }),
    ({ lastActivityDate }) => !(moment(lastActivityDate) < sydney(-30)),
  ],
  [
    'a tag',
    all({ field: 'tagList', match: { mode: 'some' }, value: all(rule('tagName', '=', 'construction')) }),
    ({ id }) => tagged.has(id as number),
  ],
  [
    'no such tag',
    all({ field: 'tagList', match: { mode: 'none' }, value: all(rule('tagName', '=', 'Construction')) }),
    ({ id }) => !tagged.has(id as number),
  ],
  [
    'at least two open jobs',
    all({ field: 'jobs', match: { mode: 'atLeast', threshold: 2 }, value: all(rule('statusName', '=', 'Open')) }),
    ({ id }) => (openJobsOf.get(id as number) ?? 0) >= 2,
  ],
  [
    'exactly no open job',
    all({ field: 'jobs', match: { mode: 'exactly', threshold: 0 }, value: all(rule('statusName', '=', 'Open')) }),
    ({ id }) => !openJobsOf.has(id as number),
  ],
  [
    'its client',
    all({ field: 'client', match: { mode: 'some' }, value: all(rule('id', '<=', 5)) }),
    ({ clientID }) => Number(clientID) > 0 && Number(clientID) <= 5,
  ],
  [
    'a division',
    all({ field: 'divisionList', match: { mode: 'some' }, value: all(rule('id', '=', 2)) }),
    ({ id }) => inDivision.has(id as number),
  ],
  ['an owner', all(rule('ownerID', '=', 2)), ({ id }) => owners.get(id as number) === 2],
  [
    'groups in groups',
    any(all(rule('state', '=', 'NSW'), rule('optOut', '=', false)), {
      ...any(rule('surname', '<', 'q'), rule('statusID', '=', 1)),
      not: true,
    }),
    ({ state, optOut, surname, statusID }) =>
      (text(state) === 'nsw' && optOut === false) || !((!isUnset(surname) && text(surname) < 'q') || statusID === 1),
  ],
];

describe('The contact search by filters finds', () => {
  it.each(CASES)('%s', async (_, filter, meaning) => {
    expect((await found(filter)).toSorted((a, b) => a - b)).toEqual(ids(everyone.filter(meaning)));
  });

  it('something for most test conditions, but not everything', () => {
    const telling = CASES.filter(([, , meaning]) => ![0, everyone.length].includes(everyone.filter(meaning).length));
    expect(telling.length).toBeGreaterThan(CASES.length - 4);
  });

  it('all contacts that are not deleted, with every field, without filters', async () => {
    const [{ count } = {}] = await automations.rows('SELECT COUNT(*) AS count FROM contact WHERE deleted = 0');
    const response = await service.http.post(PATH).expect(200);
    expect(response.body).toEqual(everyone);
    expect([everyone.length, response.headers['x-total-count'], response.headers['x-left-out']]).toEqual([
      Number(count),
      String(count),
      '0',
    ]);
    expect(everyone[0]).toEqual(await automations.get('/api/Contacts/1'));
  });
});

describe('The order', () => {
  const by = (orderBy: Json): Promise<Json[]> => automations.preview({ orderBy });
  it.each<[string, (contact: Json) => string | number | undefined]>([
    ['surname', ({ surname }) => text(surname) || undefined],
    ['STATUSNAME', ({ statusName }) => text(statusName) || undefined],
    ['lastContactDate', ({ lastContactDate }) => lastContactDate as string | undefined],
    ['openJobs', ({ openJobs }) => Number(openJobs)],
    ['customField11', ({ customField11 }) => (customField11 ?? undefined) as number | undefined],
  ])('sorts by %s in both directions, unset values last, then by id', async (columnName, key) => {
    for (const isAscending of [true, false]) {
      const sorted = everyone.toSorted((one, other) => {
        const [a, b] = [key(one), key(other)];
        if (a === undefined || b === undefined)
          return Number(a === undefined) - Number(b === undefined) || Number(one['id']) - Number(other['id']);
        return (a < b ? -1 : a > b ? 1 : 0) * (isAscending ? 1 : -1) || Number(one['id']) - Number(other['id']);
      });
      expect(ids(await by({ columnName, isAscending }))).toEqual(ids(sorted));
    }
  });

  it.each<[string, Json | null]>([
    ['an empty column', { columnName: '', isAscending: false }],
    ['no column', {}],
    ['nothing', null],
  ])('falls back to the id for %s', async (_, orderBy) => {
    expect(ids(await automations.preview({ orderBy }))).toEqual(ids(everyone));
  });
});

describe('The maximum number of contacts', () => {
  it.each<[unknown, number]>([
    [3, 3],
    [1, 1],
  ])('is %j when requested, with X-Left-Out', async (maxRecords, count) => {
    const response = await search({ maxRecords }).expect(200);
    expect(response.body).toEqual(everyone.slice(0, count));
    expect([response.headers['x-total-count'], response.headers['x-left-out']]).toEqual([
      String(everyone.length),
      String(everyone.length - count),
    ]);
  });

  it.each([0, null, 2147483647])('is not reduced by %j', async (maxRecords) => {
    expect(await automations.preview({ maxRecords })).toHaveLength(everyone.length);
  });

  it('is 1,000', async () => {
    const { insertRecords } = await import('../src/core/records/index.js');
    const many = Array.from({ length: 1000 }, (_, index) => ({ id: 100_001 + index, surname: `Zz ${index}`, deleted: false }));
    await automations.inDatabase((em) => insertRecords(em, recordTypeNamed('Contact'), many));
    try {
      const [atMost, counted] = [search({ maxRecords: 2000 }), search({ maxRecords: 2000 }).query({ count: 'exact' })];
      const [response, exact] = [await atMost.expect(200).expect('X-Total-Count-Capped', 'true'), await counted.expect(200)];
      expect([response.body.length, exact.body.length]).toEqual([1000, 1000]);
      const headersOf = ({ headers }: { headers: Json }) => [headers['x-total-count'], headers['x-left-out']];
      expect(headersOf(response)).toEqual(['1000', '0']);
      expect(headersOf(exact)).toEqual([String(everyone.length + 1000), String(everyone.length)]);
      expect(exact.headers).not.toHaveProperty('x-total-count-capped');
    } finally {
      for (const table of ['contact', 'contact_index']) await automations.rows(`UPDATE ${table} SET deleted = 1 WHERE id > 100000`);
    }
  });
});

describe('With an automation', () => {
  const nsw = all(rule('state', '=', 'NSW'));
  it('uses its filters and order', async () => {
    const { id } = await automations.save({ filters: nsw, order: { columnName: 'surname', isAscending: false } });
    const expected = await found(nsw, { orderBy: { columnName: 'surname', isAscending: false } });
    for (const filters of [undefined, null, '', ' ', '{}', '[]', 'null'])
      expect(await automations.previewIds({ automationId: id, filters })).toEqual(expected);
    expect(await automations.previewIds({ automationId: id, orderBy: { columnName: 'id' } })).toEqual(expected.toSorted((a, b) => a - b));
  });

  it('prefers the filters that are sent', async () => {
    const { id } = await automations.save({ filters: nsw });
    expect(await found(idIn(4, 2), { automationId: id })).toEqual([2, 4]);
    expect(await found(EVERYONE, { automationId: id })).toHaveLength(everyone.length);
  });

  it('finds no records without a condition', async () => {
    const { id } = await automations.save({ filtersJSON: '{}' });
    expect(await automations.previewIds({ automationId: id })).toEqual([]);
    expect(await automations.previewIds({ automationId: id, nextRunOnly: true })).toEqual([]);
  });

  it('finds only the records of the next run with nextRunOnly', async () => {
    const first = await automations.run({
      filters: EVERYONE,
      order: { columnName: 'surname' },
      maxNumberOfRecordsToExecute: 4,
      excludeRecordsProcessedInDays: 5,
    });
    const { id } = first.automation;
    const response = await search({
      automationId: id,
      nextRunOnly: true,
      orderBy: { columnName: 'id', isAscending: false },
      maxRecords: 3,
    }).expect(200);
    const all4 = await automations.previewIds({ automationId: id, nextRunOnly: true });
    expect(all4.some((each) => recordIdsOf(first.records).includes(each))).toBe(false);
    expect(ids(response.body as Json[])).toEqual(all4.toSorted((a, b) => b - a).slice(0, 3));
    expect([response.headers['x-total-count'], response.headers['x-left-out']]).toEqual([
      String(everyone.length),
      String(everyone.length - 3),
    ]);
    expect(recordIdsOf((await automations.runAgain(first.automation)).records)).toEqual(all4);
    expect(await automations.previewIds({ automationId: id })).toHaveLength(everyone.length);
  });

  it('uses the filters of a draft', async () => {
    const { id } = await automations.save({ statusID: 2, filters: nsw });
    expect(await automations.previewIds({ automationId: id, nextRunOnly: true })).toEqual(await found(nsw));
  });

  it('rejects an invalid draft', async () => {
    const { id } = await automations.save({ statusID: 2, filters: all(rule('colour', '=', 1)) });
    const { body } = await search({ automationId: id }).expect(400);
    expect(complaintsOf(body)).toEqual(['/automationId']);
  });

  it.each([2147483647, -1])('returns 404 for the unknown id %i', async (automationId) => void (await search({ automationId }).expect(404)));
  it.each([0, null])('treats %j as no automation', async (automationId) =>
    expect(await automations.preview({ automationId })).toHaveLength(everyone.length),
  );

  it('rejects an automation on other records', async () => {
    const { automation } = await automations.run({
      eventID: 2,
      filters: idIn(1, 2, 3),
      excludeRecordsProcessedInDays: 9,
      maxNumberOfRecordsToExecute: 2,
    });
    const { body } = await search({ automationId: automation.id }).expect(400);
    expect(complaintsOf(body)).toEqual(['/automationId']);
    expect(await found(idIn(1, 2, 3), { automationId: automation.id })).toEqual([1, 2, 3]);
    expect(await found(idIn(1, 2, 3), { automationId: automation.id, nextRunOnly: true })).toEqual([1, 2]);
  });
});

describe('The search rejects', () => {
  it.each<[string, unknown, string]>([
    ['filters that are not JSON', { filters: '{"combinator":' }, '/filters'],
    ['filters that are not a string', { filters: { combinator: 'and', rules: [] } }, '/filters'],
    ['an unknown field', { filters: JSON.stringify(all(rule('surnam', '=', 'x'))) }, '/filters#/rules/0/field'],
    [
      'an operator that the field does not support',
      { filters: JSON.stringify(all(rule('optOut', 'contains', 'x'))) },
      '/filters#/rules/0/operator',
    ],
    ['a value of another type', { filters: JSON.stringify(all(rule('createdDate', '<', 'soon'))) }, '/filters#/rules/0/value'],
    ['an empty group', { filters: JSON.stringify(all()) }, '/filters#/rules'],
    ['an empty list of values', { filters: JSON.stringify(all(rule('id', 'in', []))) }, '/filters#/rules/0/value'],
    ['an order by an unknown column', { orderBy: { columnName: 'colour', isAscending: true } }, '/orderBy/columnName'],
    ['an order by a list', { orderBy: { columnName: 'statisticsCounts' } }, '/orderBy/columnName'],
    ['an order that is a list', { orderBy: [{ columnName: 'surname' }] }, '/orderBy'],
    ['a direction that is not a boolean', { orderBy: { columnName: 'id', isAscending: 'true' } }, '/orderBy/isAscending'],
    ['a negative number of records', { maxRecords: -1 }, '/maxRecords'],
    ['a number as a string', { maxRecords: '5' }, '/maxRecords'],
    ['a boolean as a string', { nextRunOnly: 'true' }, '/nextRunOnly'],
    ['an automation id that is not a number', { automationId: '1' }, '/automationId'],
    ['an unknown field', { filter: '' }, '/filter'],
  ])('%s', async (_, body, pointer) => {
    const response = await search(body).expect(400);
    expect(complaintsOf(response.body)).toEqual([pointer]);
  });
});

describe('For any filter, order and limit', () => {
  it('the preview of the next run matches the run, in the same order', async () => {
    const { filters, orders } = await import('../src/core/query/support/filters.js');
    const contacts = recordTypeNamed('Contact');
    const input = fc.record({
      filters: filters(types, contacts),
      order: orders(contacts),
      maxNumberOfRecordsToExecute: fc.constantFrom(null, 0, 1, 5, 100),
      excludeRecordsProcessedInDays: fc.constantFrom(null, 3),
    });
    const takenByTheRun: number[] = [];
    await fc.assert(
      fc.asyncProperty(input, async (each) => {
        const automation = await automations.save({ ...each, actions: [addTag('Any')] });
        for (let times = 0; times < 2; times++) {
          const preview = await automations.previewIds({ automationId: automation.id, nextRunOnly: true });
          const { run, records } = await automations.runAgain(automation);
          expect({ ...each, status: run.status, taken: recordIdsOf(records) }).toEqual({ ...each, status: 'completed', taken: preview });
          takenByTheRun.push(preview.length);
        }
      }),
      { numRuns: RUNS },
    );
    expect(takenByTheRun.filter((count) => count > 0).length).toBeGreaterThan(RUNS / 10);
  }, 600_000);

  it('a filter and its complement together find everyone once', async () => {
    const { filters } = await import('../src/core/query/support/filters.js');
    await fc.assert(
      fc.asyncProperty(filters(types, recordTypeNamed('Contact')), async (filter) => {
        const both = [...(await found(filter)), ...(await found({ combinator: 'and', not: true, rules: [filter] }))];
        expect(both.toSorted((a, b) => a - b)).toEqual(ids(everyone));
      }),
      { numRuns: RUNS },
    );
  }, 600_000);
});

describe('The preview of any module', () => {
  const preview = (body: Json, status = 200) => service.http.post('/api/Automation/Preview').send(body).expect(status);

  it('lists the records that a filter matches, with their names', async () => {
    const filters = JSON.stringify(all(rule('id', '<=', 3)));
    const { body } = await preview({ recordType: 'Job', filters, orderBy: { columnName: 'id', isAscending: false }, maxRecords: 2 });
    expect(body).toMatchObject({ recordType: 'Job', module: 'Jobs', matched: 3, excluded: 0, leftOut: 0, taken: 3, more: 1 });
    const titles = await automations.rows('SELECT id, title FROM job WHERE id IN (2, 3) ORDER BY id DESC');
    expect((body as Json)['records']).toEqual(titles.map(({ id, title }) => ({ recordId: Number(id), name: title })));
  });

  it('names nothing that has no name: an interview without a place', async () => {
    const created = async (place: string | null): Promise<number> => {
      const { body } = await service.http.post('/api/Interviews').send({ candidateID: 1, jobID: 1, place }).expect(201);
      return (body as { id: number }).id;
    };
    const [somewhere, nowhere] = [await created('Head office'), await created(null)];
    const filters = JSON.stringify(all(rule('id', 'in', [somewhere, nowhere])));
    const { body } = await preview({ recordType: 'Interview', filters, orderBy: { columnName: 'id' } });
    expect((body as Json)['records']).toEqual([
      { recordId: somewhere, name: 'Head office' },
      { recordId: nowhere, name: null },
    ]);
  });

  it('is of the type of the automation, and shows what its next run would take', async () => {
    const automation = await automations.save({
      eventID: 35,
      filters: all(rule('id', '<=', 5)),
      maxNumberOfRecordsToExecute: 2,
      order: { columnName: 'id', isAscending: false },
    });
    const { body } = await preview({ automationId: automation.id, nextRunOnly: true });
    expect(body).toMatchObject({
      recordType: 'Job',
      matched: 5,
      leftOut: 3,
      taken: 2,
      records: [{ recordId: 5 }, { recordId: 4 }],
      more: 0,
    });
    const { records } = await automations.runAgain(automation);
    expect(recordIdsOf(records)).toEqual([5, 4]);
  });

  it('and the search for contacts show what the next run takes, whose user sees fewer than the caller', async () => {
    const { body: division } = await service.http.post('/api/divisions').send({ name: 'Small' }).expect(201);
    const divisionIDs = [(division as { id: number }).id];
    const { body: user } = await service.http.post('/api/Users').send({ name: 'Limited', roleID: 1, divisionIDs }).expect(201);
    for (const id of [2, 4]) await service.http.put(`/api/Contacts/${id}/Assignment`).send({ divisionIDs }).expect(200);
    const automation = await automations.save({ filters: all(rule('id', '<=', 5)), userId: (user as { id: number }).id });
    const request = { automationId: automation.id, nextRunOnly: true };
    const { body } = await preview(request);
    expect(body).toMatchObject({ matched: 2, records: [{ recordId: 2 }, { recordId: 4 }] });
    expect(await automations.previewIds(request)).toEqual([2, 4]);
    expect(await automations.previewIds({ ...request, orderBy: { columnName: 'id', isAscending: false } })).toEqual([4, 2]);
    expect(recordIdsOf((await automations.runAgain(automation)).records)).toEqual([2, 4]);
  });

  it.each<[what: string, body: Json, status: number, pointer: string | undefined]>([
    ['neither a type nor an automation', {}, 400, '/recordType'],
    ['an unknown type', { recordType: 'Planet' }, 400, '/recordType'],
    [
      'a field that the type does not have',
      { recordType: 'Job', filters: JSON.stringify(all(rule('surname', '=', 'x'))) },
      400,
      '/filters#/rules/0/field',
    ],
    ['an automation that is not there', { automationId: 999_999 }, 404, undefined],
    ['an automation over another type without filters', { automationId: 1, recordType: 'Timesheet' }, 400, '/automationId'],
  ])('is refused for %s', async (_, body, status, pointer) => {
    const { body: problem } = await preview(body, status);
    if (pointer !== undefined) expect(complaintsOf(problem)).toEqual([pointer]);
  });
});
