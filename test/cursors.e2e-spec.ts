import fc from 'fast-check';
import { encodeCursor } from '../src/core/query/cursor';
import { startApp, type TestApp } from './support/app';
import type { Json } from './support/automations';
import { pointersOf } from './support/api-client';
import { fetchPage } from './support/paging';

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 10);

let service: TestApp;
beforeAll(async () => {
  service = await startApp({ CLOCK_START: '2026-11-20T02:00:00Z' });
});
afterAll(() => service.close());

interface List {
  readonly path: string;
  readonly body?: Json;
  /** The criteria that the cursors of the list are bound to. */
  readonly criteria: unknown;
}

const ordered = (path: string, type: string, ...columns: string[]): List => ({
  path: `${path}/Query?timeZone=UTC`,
  body: { orderBy: columns.map((columnName) => ({ columnName, isAscending: true })) },
  criteria: [type, 'UTC', [null, columns.map((columnName) => [columnName, true])]],
});

const LISTS: List[] = [
  ordered('Jobs', 'Job', 'title', 'createdDate', 'total'),
  ordered('Contacts', 'Contact', 'lastActivityDate', 'statusName', 'deleted'),
  ordered('Clients', 'Client', 'contacts', 'nextActivityDate'),
  ordered('Placements', 'Placement', 'endDate', 'payRate'),
  { path: 'Automation?', criteria: ['Automation', 'UTC', [[undefined, undefined], undefined, undefined, undefined]] },
  { path: 'Candidates/1/Activities?', criteria: ['Candidate', 1, 0, 0] },
  { path: 'AutomationRuns/1/Records?', criteria: ['records', 1, undefined] },
  { path: 'Deliveries?', criteria: {} },
  { path: 'Me/Notifications?', criteria: false },
];

const requestPage = ({ path, body }: List, cursor: string) => {
  const at = `/api/${path}&limit=1&cursor=${encodeURIComponent(cursor)}`;
  return body ? service.http.post(at).send(body) : service.http.get(at);
};

/** The cursor of the second page, and the position in it. */
async function firstCursor(list: List): Promise<{ cursor: string; position: (string | number | null)[] }> {
  const { next = '' } = await fetchPage(service, { path: `/api/${list.path}&limit=1`, body: list.body });
  const cursor = /cursor=([\w-]+)/.exec(next)?.[1] ?? '';
  const [, , ...position] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as (string | number | null)[];
  expect(encodeCursor(position, list.criteria)).toBe(cursor);
  return { cursor, position };
}

const odd = fc.oneof(
  fc.constantFrom(
    true,
    false,
    null,
    '',
    'x',
    '\0',
    '\ud800',
    '😀',
    'NaN',
    '2026-13-45 00:00:00.000',
    '0000-00-00 00:00:00.000',
    '2026-11-20 02:00:00.000',
    '2026-11-20T02:00:00+10:00',
    1e308,
    -1e308,
    1.5,
    2 ** 53,
    8.64e15,
    8.65e15,
    -1,
    0,
  ),
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const nested = fc.oneof(fc.constantFrom([], {}, [[1]], { a: [1] }), fc.array(fc.anything({ maxDepth: 1 })));

/** Sealed like `encodeCursor` does, whatever the values are. */
const forged = (position: readonly unknown[], criteria: unknown): string => encodeCursor(position as string[], criteria);
/** Numbers that are valid JSON but too large: they are parsed as infinite. */
const infinite = (position: readonly unknown[], criteria: unknown): string => {
  const text = Buffer.from(
    encodeCursor(
      position.map(() => null),
      criteria,
    ),
    'base64url',
  ).toString();
  return Buffer.from(text.replaceAll(/\bnull\b/g, '1e999')).toString('base64url');
};

describe.each(LISTS)('A cursor of $path', (list) => {
  async function isAnswered(cursor: string, statuses: readonly number[]): Promise<void> {
    const { status, body } = await requestPage(list, cursor);
    expect({ cursor, statuses, isOne: statuses.includes(status), body: body as unknown }).toMatchObject({ isOne: true });
    if (status === 400) expect(pointersOf(body as Json)).toEqual(['/cursor']);
  }

  it('is rejected when it is any other text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.base64String()), (text) => isAnswered(text, [400])),
      { numRuns, seed: 1 },
    );
  });

  it('is rejected when a bit is flipped', async () => {
    const { cursor } = await firstCursor(list);
    const bytes = Buffer.from(cursor, 'base64url');
    const changed = fc
      .tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }))
      .map(([at, mask]) => Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ mask : byte))));
    await fc.assert(
      fc.asyncProperty(changed, (other) => isAnswered(other.toString('base64url'), [400])),
      { numRuns, seed: 2 },
    );
  });

  it('is rejected when it belongs to another list or order', async () => {
    for (const other of LISTS.filter((each) => each !== list)) await isAnswered((await firstCursor(other)).cursor, [400]);
  });

  it('is rejected with too few or too many values', async () => {
    const { position } = await firstCursor(list);
    for (const values of [[], position.slice(0, -1), [...position, 1]]) await isAnswered(forged(values, list.criteria), [400]);
  });

  it('is rejected with an impossible value', async () => {
    const { position } = await firstCursor(list);
    const values = fc
      .tuple(fc.nat(position.length - 1), nested)
      .map(([at, value]) => position.map((each, index) => (index === at ? value : each)));
    await isAnswered(infinite(position, list.criteria), [400]);
    await fc.assert(
      fc.asyncProperty(values, (each) => isAnswered(forged(each, list.criteria), [400])),
      { numRuns, seed: 3 },
    );
  });

  it('leads to a page or a 400, whatever its values are', async () => {
    const { position } = await firstCursor(list);
    const values = fc.tuple(...position.map((value) => fc.oneof(fc.constant(value), odd)));
    await fc.assert(
      fc.asyncProperty(values, (each) => isAnswered(forged(each, list.criteria), [200, 400])),
      { numRuns: numRuns * 2, seed: 4 },
    );
  });
});
