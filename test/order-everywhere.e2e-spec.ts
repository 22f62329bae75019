import type { OpenAPIObject } from '@nestjs/swagger';
import { ADMIN_KEY, sendAs, WITH_ADMIN } from './support/api-keys';
import { startApp, type TestApp } from './support/app';
import type { Body } from './support/api-client';
import { operationsOf, type Operation } from './support/operations';
import { fold } from './support/oracle/fold';
import type { Schema } from './support/schemas';

/** Lists whose order is what they are about, with the reason. */
const IN_THEIR_OWN_ORDER: Readonly<Record<string, string>> = {
  'GET /api/Changes': 'a feed is read in its sequence: in another order, nobody could continue after what has been read',
  'GET /api/Candidates/Duplicates': 'pairs are found from the strongest reason on, page by page, and have no fields of their own',
  'GET /api/Contacts/Duplicates': 'as those of candidates',
  'GET /api/Clients/Duplicates': 'as those of candidates',
};

const isUnset = (value: unknown): boolean => value === null || value === undefined || (typeof value === 'string' && fold(value) === '');
const folded = (value: unknown): string | number => (typeof value === 'string' ? fold(value) : Number(value));

/** Unset values last in both directions, equal ones as they were. */
function inOrder(items: readonly Body[], name: string, sign: 1 | -1): Body[] {
  const rank = (one: unknown, other: unknown): number => (one === other ? 0 : (one as number) < (other as number) ? -1 : 1);
  const compare = (one: unknown, other: unknown): number =>
    Number(isUnset(one)) - Number(isUnset(other)) || (isUnset(one) ? 0 : sign * rank(folded(one), folded(other)));
  return [...items].sort((one, other) => compare(one[name], other[name]));
}

describe('The parameter orderBy', () => {
  let service: TestApp;
  let document: OpenAPIObject;
  let operations: readonly Operation[];
  beforeAll(async () => {
    service = await startApp({ ...WITH_ADMIN, DEMO_DATA: 'true', CLOCK_START: '2026-11-20T02:00:00Z' });
    for (const tagged of ['Candidates', 'Contacts', 'Jobs'])
      for (const tag of ['leadership', 'Énergie', 'Energy']) await send('post', `/api/${tagged}/1/Tags`, { tag }).expect(201);
    document = (await service.http.get('/api/openapi.json').expect(200)).body as OpenAPIObject;
    operations = operationsOf(document);
  });
  afterAll(() => service.close());

  const send = (method: 'get' | 'post', path: string, body?: object) => sendAs(service, ADMIN_KEY, method, path, body);
  const itemsOf = (operation: Operation): Schema | undefined => {
    const { schema } = operation.response(200) ?? {};
    return schema && 'type' in schema && schema.type === 'array' ? schema.items : undefined;
  };
  /** The names of single texts, numbers and flags. */
  function plainNamesOf(items: Schema): string[] {
    const named = '$ref' in items ? document.components?.schemas?.[items.$ref.split('/').at(-1)!] : items;
    const isPlain = (schema: Schema): boolean =>
      'type' in schema && ['integer', 'number', 'string', 'boolean'].includes(String(schema.type));
    const properties = named && 'properties' in named ? named.properties : {};
    return Object.entries(properties ?? {}).flatMap(([name, schema]) => (isPlain(schema) ? [name] : []));
  }
  const has = ({ parameters }: Operation, name: string): boolean => parameters.some((each) => each.name === name);
  /** What changes records answers what has become of each, in the order of the request; a query has its order in its body. */
  const isList = (operation: Operation): boolean =>
    itemsOf(operation) !== undefined && (operation.method === 'get' || operation.path.endsWith('/Search'));
  const isWhole = (operation: Operation): boolean => isList(operation) && has(operation, 'orderBy') && !has(operation, 'limit');

  function pathOf(operation: Operation, query: Readonly<Record<string, string>> = {}): string {
    const required = operation.parameters.filter(({ in: place, required }) => place === 'query' && required);
    const given = Object.fromEntries(required.map(({ name, example }) => [name, String(example)]));
    return `${operation.pathWith()}?${new URLSearchParams({ ...given, ...query }).toString()}`;
  }

  it('is there for every list and search, except for those that are in their own order', () => {
    const without = operations.filter((operation) => isList(operation) && !has(operation, 'orderBy')).map(({ name }) => name);
    expect(without).toEqual(Object.keys(IN_THEIR_OWN_ORDER));
  });

  it('sorts every list that is returned as a whole by each of its fields', async () => {
    const sorted: string[] = [];
    for (const operation of operations.filter(isWhole)) {
      const all = (await send('get', pathOf(operation)).expect(200)).body as Body[];
      for (const name of plainNamesOf(itemsOf(operation)!))
        for (const sign of [1, -1] as const) {
          const { body } = await send('get', pathOf(operation, { orderBy: `${sign === 1 ? '' : '-'}${name}` })).expect(200);
          expect([operation.name, name, sign, body]).toEqual([operation.name, name, sign, inOrder(all, name, sign)]);
          if (all.length > 1 && sign === 1) sorted.push(operation.name);
        }
    }
    expect([...new Set(sorted)]).toEqual(
      expect.arrayContaining(['GET /problems', 'GET /api/Candidates/{id}/Tags', 'GET /api/Configuration/Lookups']),
    );
  });

  it('sorts by several fields, and together with fields', async () => {
    const path = '/api/Configuration/Lookups';
    const all = (await send('get', path).expect(200)).body as Body[];
    const { body } = await send('get', `${path}?orderBy=HASCODES,-count&fields=list`).expect(200);
    expect(body).toEqual(inOrder(inOrder(all, 'count', -1), 'hasCodes', 1).map(({ list }) => ({ list })));
  });

  it.each([
    ['taq', '"taq" must be one of the fields of the items, perhaps tag: tag, typeId'],
    ['', '"" must be one of the fields of the items: tag, typeId'],
    ['tag,typeId,source,createdDate', 'must name at most 3 fields'],
    ['tag,-tag', 'must name each field once'],
  ])('names what is wrong with orderBy=%s', async (orderBy, detail) => {
    const { errors } = (await send('get', `/api/Jobs/1/Tags?orderBy=${orderBy}`).expect(400)).body as Body;
    expect(errors).toEqual([{ pointer: '/orderBy', in: 'query', detail: expect.stringMatching(new RegExp(`^${detail}`)) as string }]);
  });
});
