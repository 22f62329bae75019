import fc from 'fast-check';
import type { Field } from '../src/core/fields/field';
import type { RecordType } from '../src/core/fields/record-type';
import { filterableField, isFilterable, relationsOf } from '../src/core/query/filterable';
import type { BruteForce } from '../src/core/query/support/brute-force';
import type { World } from '../src/core/query/support/world';
import { startApp, type TestApp } from './support/app';
import { all, rule, type Json } from './support/automations';
import { RESOURCES } from './support/resources';
import { seedRecord } from './support/database';
import { SampledFilters } from './support/sampled-filters';
import { storedWorld } from './support/stored-world';
import { fetchPage, fetchAllPages } from './support/paging';
import { recordTypeNamed, types } from './support/record-types';

const numRuns = Math.max(2, Math.round(Number(process.env['PROPERTY_RUNS'] ?? 0) / 10));
const ids = (records: readonly Json[]): unknown[] => records.map(({ id }) => id);

let service: TestApp;
beforeAll(async () => {
  service = await startApp({ CLOCK_START: '2026-11-20T02:00:00Z' });
});
afterAll(() => service.close());

const query = (path: string, body?: unknown, parameters = '') => {
  const request = service.http.post(`/api/${path}/Query${parameters}`);
  return body === undefined ? request : request.send(body as object);
};

it('A query counts its matches up to 1,000, on request up to 10,000', async () => {
  const all = await fetchAllPages(service, { path: '/api/Activities?limit=1000' });
  expect(all.length).toBeGreaterThan(1000);
  const counted = async (parameters: string) => {
    const { headers } = await query('Activities', {}, parameters).expect(200);
    return [headers['x-total-count'], headers['x-total-count-capped']];
  };
  expect(await counted('?limit=1000')).toEqual(['1000', 'true']);
  expect(await counted('?limit=1&count=exact')).toEqual([String(all.length), undefined]);
});

describe.each(RESOURCES)('A query of %s', (path, name) => {
  it('without a filter finds every record that is not deleted, complete, by id', async () => {
    const listed = await fetchPage(service, { path: `/api/${path}?limit=30` });
    for (const body of [
      undefined,
      {},
      { filters: null, orderBy: null },
      { filters: '', orderBy: [] },
      { filters: '{}', orderBy: {} },
      { filters: {} },
      { filters: { all: true } },
    ]) {
      const response = await query(path, body, '?limit=30').expect(200);
      expect(response.body).toEqual(listed.records);
      expect(response.headers['x-total-count']).toBe(listed.total);
    }
  });

  it('finds by a rule, as JSON or as text, and sorts by one column or several', async () => {
    const filters = all(rule('id', 'between', [3, 12]));
    const found = await query(path, { filters, orderBy: { columnName: 'ID', isAscending: false } }).expect(200);
    expect(ids(found.body as Json[])).toEqual(
      [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].filter((id) => (found.body as Json[]).some((each) => each['id'] === id)),
    );
    const same = await query(path, { filters: JSON.stringify(filters), orderBy: [{ columnName: 'id', isAscending: false }] }).expect(200);
    expect(same.body).toEqual(found.body);
    expect(same.headers['x-total-count']).toBe(String((found.body as Json[]).length));
  });

  it('can sort by every field of the catalogue, with the same result in pages', async () => {
    const type = recordTypeNamed(name);
    const few = all(rule('id', '<=', 9));
    for (const { name: columnName } of type.fields.filter(isFilterable)) {
      const body = { filters: few, orderBy: { columnName, isAscending: false } };
      const atOnce = await fetchAllPages(service, { path: `/api/${path}/Query?limit=1000`, body });
      expect({ columnName, found: ids(await fetchAllPages(service, { path: `/api/${path}/Query?limit=5`, body })) }).toEqual({
        columnName,
        found: ids(atOnce),
      });
    }
  });
});

describe('Any query over the demonstration data', () => {
  let world: World;
  let byHand: (timeZone: string) => BruteForce;
  let sampled: SampledFilters;
  const isKept = ({ source }: Field): boolean =>
    !(source.in === 'figure' && source.live) && !(source.in === 'name' && source.of === 'candidatePlacementClientID');
  const fieldsOf = (type: RecordType): Field[] => type.fields.filter((field) => isFilterable(field) && isKept(field));
  const relations = (type: RecordType) =>
    relationsOf(type)
      .filter(({ name }) => type.findField(`${name}ID`)?.source.in === 'reference' && !(name in type.relations))
      .map(({ name, to }) => ({ name, to: recordTypeNamed(to) }));

  beforeAll(async () => {
    world = await storedWorld(service);
    // the service adds record types that are not tables: wait until it has started
    const support = await import('../src/core/query/support/brute-force.js');
    byHand = (timeZone) =>
      new support.BruteForce(world, { types, now: new Date('2026-11-20T02:00:00Z'), timeZone, scope: { divisions: 'all' } });
    const plain = byHand('UTC');
    const values = (type: RecordType, field: Field) =>
      (world.rows.get(type) ?? []).slice(0, 60).flatMap((row) => plain.value(type, row, field) ?? []);
    sampled = new SampledFilters(fieldsOf, relations, values);
  });

  it.each(RESOURCES)(
    'finds the same %s in pages, at once and by plain code',
    async (path, name) => {
      const type = recordTypeNamed(name);
      const orders = fc.array(
        fc.record({ columnName: fc.constantFrom(...fieldsOf(type).map((field) => field.name)), isAscending: fc.boolean() }),
        { maxLength: 3 },
      );
      const property = fc.asyncProperty(sampled.filter(type), orders, fc.integer({ min: 1, max: 9 }), async (filters, orderBy, pages) => {
        const timeZone = 'America/New_York';
        const expected = byHand(timeZone).ids(type, filters, orderBy);
        const at = (limit: number) => ({ path: `/api/${path}/Query?timeZone=${timeZone}&limit=${limit}`, body: { filters, orderBy } });
        const first = await fetchPage(service, { ...at(1000), path: `${at(1000).path}&count=exact` });
        expect([ids(first.records), first.total]).toEqual([expected.slice(0, 1000), String(expected.length)]);
        expect(ids(await fetchAllPages(service, at(Math.min(1000, Math.ceil((expected.length + 1) / pages)))))).toEqual(expected);
      });
      await fc.assert(property, { numRuns });
    },
    600_000,
  );
});

describe('A query', () => {
  it('compares computed fields with no more than 200 dates', async () => {
    const days = (count: number) => Array.from({ length: count }, (_, index) => new Date(index * 86_400_000).toISOString().slice(0, 10));
    const among = (...counts: number[]) =>
      query('Jobs', { filters: { combinator: 'or', rules: counts.map((count) => rule('lastActivityDate', 'in', days(count))) } });
    await among(150, 50).expect(200);
    const { body } = await among(150, 51).expect(400);
    expect(body.errors).toEqual([
      {
        pointer: '/filters/rules/1/value',
        detail: expect.stringMatching(/lastActivityDate is computed for each date, and a filter has at most 200 dates/) as string,
      },
    ]);
  });

  it.each<[string, Json, string, RegExp]>([
    [
      'by an unknown field',
      { filters: all(rule('nam', '=', 'x')) },
      '/filters/rules/0/field',
      /one of the fields that the catalogue lists for Opportunity: perhaps name/,
    ],
    [
      'by an operator that the field does not have',
      { filters: all(rule('value', 'contains', 'x')) },
      '/filters/rules/0/operator',
      /must be one of the operators for value/,
    ],
    [
      'as JSON text, with a pointer into it,',
      { filters: JSON.stringify(all(rule('name', '=', ''))) },
      '/filters#/rules/0/value',
      /must not be empty/,
    ],
    ['as text that is not JSON', { filters: '{"combinator"' }, '/filters', /must be JSON/],
    ['as text that is not a group', { filters: '7' }, '/filters#', /must be a group/],
    ['by an array', { filters: [] }, '/filters', /must be a group/],
    ['by a number', { filters: 7 }, '/filters', /must be a group/],
    ['by a group without rules', { filters: { combinator: 'and', rules: [] } }, '/filters/rules', /at least one rule/],
    ['by a misspelt key', { filters: { combinator: 'and', rule: [] } }, '/filters/rule', /not a known key/],
    ['in an order that is a string', { orderBy: 'name' }, '/orderBy', /must be \{"columnName", "isAscending"\}/],
    ['in an order by an unknown field', { orderBy: { columnName: 'colour' } }, '/orderBy/columnName', /one of the fields/],
    ['in an order that is an array of strings', { orderBy: ['name'] }, '/orderBy/0', /must be \{"columnName"/],
    ['in an order by four columns', { orderBy: Array.from({ length: 4 }, () => ({ columnName: 'id' })) }, '/orderBy', /at most 3 columns/],
    ['in an order with a misspelt key', { orderBy: [{ columnName: 'id' }, { column: 'id' }] }, '/orderBy/1/column', /not a known key/],
    [
      'with the condition of an automation',
      { condition: all(rule('id', '=', 1)) },
      '/condition',
      /not a field; allowed: filters, orderBy$/,
    ],
    ['with a group for the body', all(rule('id', '=', 1)), '/rules', /not a field; allowed: filters, orderBy$/],
    ['with an unknown field in the body', { filter: {} }, '/filter', /did you mean filters/],
  ])('%s is rejected', async (_, body, pointer, detail) => {
    const { body: problem } = await query('Opportunities', body)
      .expect(400)
      .expect('Content-Type', /problem\+json/);
    expect((problem as Json)['errors']).toContainEqual(
      expect.objectContaining({ pointer, detail: expect.stringMatching(detail) as string }),
    );
  });

  it('lists the fields of a type that is not in the catalogue', async () => {
    const { body } = await query('Sites', { orderBy: { columnName: 'nam' } }).expect(400);
    expect((body as Json)['errors']).toEqual([
      {
        pointer: '/orderBy/columnName',
        detail: expect.stringMatching(/^must be one of the fields for Site, perhaps name: .*clientID, name/) as string,
      },
    ]);
  });

  it.each([['timeZone=Mars'], ['limit=0'], ['limit=1001'], ['cursor=x'], ['offset=3'], ['limit=5&limit=6']])(
    'with ?%s is rejected',
    async (parameters) => {
      await query('Opportunities', {}, `?${parameters}`).expect(400);
    },
  );

  it('accepts its own cursors only', async () => {
    const body = { filters: all(rule('id', '>', 2)), orderBy: { columnName: 'name' } };
    const { next = '' } = await fetchPage(service, { path: '/api/Opportunities/Query?limit=3', body });
    await service.http.post(next).send(body).expect(200);
    for (const other of [
      {},
      { ...body, orderBy: { columnName: 'name', isAscending: false } },
      { ...body, filters: all(rule('id', '>', 1)) },
    ])
      await service.http.post(next).send(other).expect(400);
    await service.http.post(`${next}&timeZone=UTC`).send(body).expect(400);
    await service.http.post(next.replace('Opportunities', 'Candidates')).send(body).expect(400);
  });

  it('counts days in the requested time zone', async () => {
    const id = await seedRecord(service, 'Opportunity', { name: 'By zone', createdDate: new Date('2026-11-19T23:00:00Z') });
    const filters = all(rule('name', '=', 'by zone'), rule('createdDate', '=', { relative: { amount: 0, unit: 'day' } }));
    const foundIn = async (zone: string) =>
      ids((await query('Opportunities', { filters }, `?timeZone=${zone}`).expect(200)).body as Json[]);
    expect(await foundIn('Pacific/Kiritimati')).toEqual([id]);
    expect(await foundIn('UTC')).toEqual([]);
    await service.http.delete(`/api/Opportunities/${id}`).expect(204);
  });

  it('sorts texts with the same first 200 characters by id, on every page', async () => {
    const long = 'ß'.repeat(100);
    const names = [`${long} b`, `${long} a`, long, `${long}  a`, '\u{1f600}'.repeat(200), `${'"'.repeat(199)}\\`];
    const created: number[] = [];
    for (const name of names)
      created.push(await seedRecord(service, 'Opportunity', { name, description: names.at(-1), createdDate: new Date(0) }));
    const asking = (limit: number) => ({
      path: `/api/Opportunities/Query?limit=${limit}`,
      body: {
        filters: all(rule('id', 'in', created)),
        orderBy: ['description', 'name', 'clientName'].map((columnName) => ({ columnName })),
      },
    });
    const [a, b, c, d, faces, quotes] = created;
    expect(ids(await fetchAllPages(service, asking(1)))).toEqual([quotes, a, b, c, d, faces]);
    expect(ids(await fetchAllPages(service, asking(1000)))).toEqual([quotes, a, b, c, d, faces]);
  });

  it('does not find deleted records', async () => {
    const id = await seedRecord(service, 'Opportunity', { name: 'Gone', deleted: true });
    expect((await query('Opportunities', { filters: all(rule('id', '=', id)) }).expect(200)).body).toEqual([]);
    expect(filterableField(recordTypeNamed('Opportunity'), 'NAME')?.name).toBe('name');
  });
});

describe('Ids', () => {
  it.each(RESOURCES)('of %s can be queried a thousand at a time', async (path) => {
    const wanted = [...Array.from({ length: 990 }, (_, index) => 2_000_000_000 + index), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    const some = await fetchPage(service, { path: `/api/${path}?ids=${wanted.join()}&limit=3` });
    const everyone = await fetchAllPages(service, { path: `/api/${path}?ids=${wanted.join()}&limit=3` });
    expect(ids(some.records)).toEqual(ids(everyone).slice(0, 3));
    expect(ids(everyone)).toEqual(
      ids((await fetchPage(service, { path: `/api/${path}?limit=10` })).records).filter((id) => Number(id) <= 10),
    );
  });
});
