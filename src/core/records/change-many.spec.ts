import '../database/support/kind';
import fc from 'fast-check';
import { allRows, withoutExactTimes } from '../database/support/all-rows';
import { recordTypeNamed } from '../database/support/record-types';
import { openStore, type TestStore } from '../database/support/store';
import { SYSTEM_CALLER } from '../callers/system-caller';
import { Transactions, type Transaction } from '../database';
import { tryInSavepoint } from '../database/savepoint';
import { ExpectedVersion } from '../http';
import { Problem } from '../problems';
import { Clock } from '../time/clock';
import { change, changeMany, type Patch } from './change';
import { Confirmations } from './confirmations';
import { create } from './create';
import type { ChangeOptions } from './rules';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 40);

type Way = 'together' | 'separately';
const WAYS: readonly Way[] = ['together', 'separately'];

/** What the records are that both databases begin with. Those of a type have the ids 1, 2, 3 … */
const CONTENT: readonly (readonly [type: string, bodies: readonly object[]])[] = [
  ['User', [{ name: 'Ann' }, { name: 'Bo' }]],
  ['Division', [{ name: 'North', countryCode: 'NZ' }, { name: 'South' }]],
  ['Client', [{ name: 'Harbour', divisionIDs: [1] }, { name: 'Quay' }, { name: 'Lock' }]],
  [
    'Site',
    [
      { name: 'Wharf', clientID: 1, suburb: 'Perth' },
      { name: 'Depot', clientID: 2 },
    ],
  ],
  ['Candidate', [1, 2, 3, 4, 5].map((number) => ({ firstName: `Cy ${number}`, email1: `cy${number}@example.com`, mobile: '021 345 678' }))],
  [
    'Contact',
    [1, 2, 3, 4, 5].map((number) => ({ surname: `Con ${number}`, clientID: 1 + (number % 3), linkedCandidateID: number > 3 ? 0 : number })),
  ],
  ['Activity', [1, 2, 3, 4, 5].map((number) => ({ typeID: 1, notes: `Note ${number}`, contactID: number, candidateID: number }))],
  [
    'Job',
    [1, 2, 3, 4].map((number) => ({ title: `Job ${number}`, clientID: 1 + (number % 2), contact1ID: number, candidatesRequired: 1 })),
  ],
  ['JobAdvert', [1, 2, 3].map((jobID) => ({ jobID, statusID: 2, title: 'Wanted' }))],
  ['Application', [1, 2, 3, 4].map((number) => ({ jobID: number, candidateID: number, stageID: 1 }))],
  ['Interview', [1, 2].map((number) => ({ applicationID: number, startsAt: '2026-12-01T09:00:00Z' }))],
  ['Offer', [1, 2].map((number) => ({ applicationID: number }))],
  ['Placement', [1, 2].map((number) => ({ applicationID: number, startDate: '2026-12-01', typeID: 2 }))],
  ['Opportunity', [1, 2, 3].map((number) => ({ name: `Chance ${number}`, clientID: 1 + (number % 3), stageID: 1 }))],
];

const someOf = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const body = (members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> => fc.record(members, { requiredKeys: [] });
/** Rarely one that does not exist. */
const idOf = (amount: number): fc.Arbitrary<number> =>
  fc.oneof({ weight: 20, arbitrary: fc.integer({ min: 0, max: amount }) }, fc.constant(99));
const text = someOf('Crane', 'crane  Driver', 'Zoë STRASSE', '', null, 'x'.repeat(90));
const deleted = fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true));
const divisionIDs = someOf([], [1], [1, 2], null);

/** Values that collide, and values that are refused. */
const BODIES: Readonly<Record<string, fc.Arbitrary<object>>> = {
  Candidate: body({
    ...{ firstName: text, email1: someOf('cy1@example.com', 'CY2@example.com', 'new@example.com', ''), deleted },
    ...{ mobile: someOf('0412 345 678', ''), countryName: someOf('Australia', 'Narnia', ''), ownerID: idOf(2), divisionIDs },
    ...{ isRedFlagged: fc.boolean(), employmentHistories: someOf([], [{ jobTitle: 'Rigger' }]) },
  }),
  Contact: body({
    ...{ jobTitle: text, surname: text, clientID: idOf(3), linkedCandidateID: idOf(4), deleted, statusID: idOf(3), divisionIDs },
    ...{ reportsToID: idOf(5), phone: someOf('0412 345 678', ''), countryCode: someOf('AU', 'NZL', 'XX'), ownerID: idOf(2) },
  }),
  Client: body({ name: text, statusID: idOf(3), ownerID: idOf(2), deleted, divisionIDs }),
  Job: body({
    ...{ title: text, stageID: idOf(8), contact1ID: idOf(5), contact2ID: idOf(5), clientID: idOf(3), siteID: idOf(2), deleted },
    ...{ candidatesRequired: someOf(0, 1, 2), hoursPerDay: someOf(0.1, 7, 1e21, 1.5e-7), consultantPercentage1: someOf(40, 100, 120) },
    salaryFrom: someOf(0.1, 7, 99_999_999_999.9999, 0.0001),
  }),
  Activity: body({
    ...{ notes: text, parentID: idOf(6), contactID: idOf(5), candidateID: idOf(5), clientID: idOf(3), statusID: idOf(3), deleted },
    ...{ typeID: idOf(6), linkedCandidates: someOf([], [1, 2]), associatedData: someOf('{}', 'no JSON') },
  }),
  Opportunity: body({ stageID: idOf(4), probability: someOf(10, 120), contactID: idOf(5), clientID: idOf(3), deleted }),
  User: body({ name: text, isActive: fc.boolean() }),
  Site: body({ name: text, clientID: idOf(3), suburb: text, deleted }),
  JobAdvert: body({ statusID: idOf(5), title: text, deleted }),
  Application: body({ stageID: idOf(9), ownerID: idOf(2), deleted }),
  Interview: body({ statusID: idOf(5), startsAt: someOf('2026-12-02T09:00:00Z', null), deleted }),
  Offer: body({ statusID: idOf(5), deleted }),
  Placement: body({ statusID: idOf(5), ownerID: idOf(2), deleted }),
};

/** Columns with a number that says how often something was done. */
const UNNUMBERED: Readonly<Record<string, string>> = { record_change: 'id', counter: 'value' };

const ALL_CONFIRMED = Confirmations.of('allowDuplicate', 'allowContactOfAnotherClient', 'allowSecondApplication', 'allowDoubleBooking');

const CREATED = '2026-11-20T09:00:00Z';
const CHANGED = '2026-11-23T09:00:00Z';
const THIRD_VERSION = ExpectedVersion.parse('"3-x"');

interface Case {
  readonly type: string;
  readonly patches: readonly Patch[];
  readonly how: ChangeOptions;
}

const oneCase: fc.Arbitrary<Case> = fc.oneof(
  ...Object.entries(BODIES).map(([type, each]) =>
    fc.record({
      type: fc.constant(type),
      patches: fc.array(
        fc.record({ id: fc.oneof({ weight: 15, arbitrary: fc.integer({ min: 1, max: 5 }) }, fc.constant(99)), body: each }),
        {
          maxLength: 9,
        },
      ),
      how: fc.record({
        confirmations: fc.constantFrom(undefined, Confirmations.of('allowDuplicate'), ALL_CONFIRMED),
        expected: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, fc.constant(THIRD_VERSION)),
      }),
    }),
  ),
);

/** Two databases of the same content; in each, the same changes are made in one of two ways, and undone. */
describe('Many records', () => {
  let databases: Record<Way, TestStore>;
  let undone = 0;

  const transactions = (way: Way, time: string): Transactions => {
    const { store, reader } = databases[way];
    return new Transactions(store, reader, new Clock(new Date(time)));
  };

  beforeAll(async () => {
    databases = { together: await openStore(), separately: await openStore() };
    for (const way of WAYS)
      await transactions(way, CREATED).write(SYSTEM_CALLER, async (transaction) => {
        for (const [type, bodies] of CONTENT)
          for (const each of bodies) await create(transaction, recordTypeNamed(type), each, { confirmations: ALL_CONFIRMED });
      });
  });
  afterAll(() => Promise.all(WAYS.map((way) => databases[way].close())));

  const oneByOne = async (transaction: Transaction, { type, patches, how }: Case): Promise<(boolean | Problem)[]> => {
    const results: (boolean | Problem)[] = [];
    for (const { id, body } of patches) {
      let changed = false;
      const failure = await tryInSavepoint(transaction, 'one', async () => {
        changed = await change(transaction, recordTypeNamed(type), id, body, how);
      });
      if (failure && !(failure.error instanceof Problem)) throw failure.error;
      results.push((failure?.error as Problem | undefined) ?? changed);
    }
    return results;
  };

  /** As its callers do where something is wrong with the data stored outside of a record: they undo it, and change one after the other. */
  const together = async (transaction: Transaction, each: Case): Promise<(boolean | Problem)[]> => {
    let results: (boolean | Problem)[] = [];
    const failure = await tryInSavepoint(transaction, 'many', async () => {
      results = await changeMany(transaction, recordTypeNamed(each.type), each.patches, each.how);
    });
    if (!failure) return results;
    undone += 1;
    if (!(failure.error instanceof Problem)) throw failure.error;
    return oneByOne(transaction, each);
  };

  /** What became of each record, and all that is stored then: changes without their numbers, since those of parts may come earlier. */
  const outcomeOf = (way: Way, cases: readonly Case[]): Promise<{ results: unknown[]; stored: string[] }> =>
    transactions(way, CHANGED).rehearse(SYSTEM_CALLER, async (transaction) => {
      const results: (boolean | Problem)[] = [];
      for (const each of cases) results.push(...(await (way === 'together' ? together : oneByOne)(transaction, each)));
      const stored = [...(await allRows(transaction.em))].flatMap(([table, rows]) =>
        rows.map((row) => withoutExactTimes(`${table} ${JSON.stringify(table in UNNUMBERED ? { ...row, [UNNUMBERED[table]!]: 0 } : row)}`)),
      );
      return { results: results.map((result) => (result instanceof Problem ? result.body('') : result)), stored };
    });

  async function expectSame(cases: readonly Case[]): Promise<unknown[]> {
    const [one, other] = [await outcomeOf('together', cases), await outcomeOf('separately', cases)];
    expect(one.results).toEqual(other.results);
    expect(without(one.stored, other.stored)).toEqual(without(other.stored, one.stored));
    return one.results;
  }

  it.each<[string, string, readonly Patch[], ChangeOptions, unknown[]]>([
    [
      'that take an address from each other',
      'Candidate',
      [
        { id: 1, body: { email1: 'first@example.com' } },
        { id: 2, body: { email1: 'cy1@example.com' } },
        { id: 3, body: { email1: 'first@example.com' } },
      ],
      {},
      [true, true, expect.objectContaining({ status: 409 })],
    ],
    [
      'that take a link from each other',
      'Contact',
      [
        { id: 1, body: { deleted: true } },
        { id: 4, body: { linkedCandidateID: 1 } },
        { id: 5, body: { linkedCandidateID: 1 } },
        { id: 1, body: { deleted: false } },
      ],
      {},
      [true, true, expect.objectContaining({ status: 409 }), expect.objectContaining({ status: 409 })],
    ],
    [
      'that refer to one that is deleted',
      'Contact',
      [
        { id: 2, body: { reportsToID: 1 } },
        { id: 1, body: { deleted: true } },
        { id: 3, body: { reportsToID: 1 } },
      ],
      {},
      [true, true, expect.objectContaining({ status: 400 })],
    ],
    [
      'that would follow up on each other',
      'Activity',
      [
        { id: 1, body: { parentID: 2 } },
        { id: 2, body: { parentID: 3 } },
        { id: 3, body: { parentID: 1 } },
      ],
      {},
      [true, true, expect.objectContaining({ status: 400 })],
    ],
  ])('are changed as if one after the other: those %s', async (_, type, patches, how, expected) => {
    expect(await expectSame([{ type, patches, how }])).toEqual(expected);
  });

  it('are changed as if one after the other, whatever they are', async () => {
    const seen = new Set<unknown>();
    await fc.assert(
      fc.asyncProperty(fc.array(oneCase, { minLength: 1, maxLength: 4 }), async (cases) => {
        for (const result of await expectSame(cases)) seen.add(result instanceof Object ? (result as { status: unknown }).status : result);
      }),
      { numRuns: RUNS },
    );
    expect(undone).toBeLessThan(RUNS / 3);
    expect([...seen]).toEqual(expect.arrayContaining([true, false, 400, 404, 409, 412]));
  }, 600_000);
});

const without = (rows: readonly string[], others: readonly string[]): string[] => {
  const known = new Set(others);
  return rows.filter((row) => !known.has(row)).sort();
};
