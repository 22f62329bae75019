import '../../core/database/support/kind';
import fc from 'fast-check';
import type { EntityManager } from 'typeorm';
import { allRows, withoutExactTimes, type StoredRow } from '../../core/database/support/all-rows';
import { recordTypeNamed } from '../../core/database/support/record-types';
import { insertRecord } from '../../core/records';
import { idIn, idInOneByOne, NEVER, NOW, Runs } from './support/runs';

/** The databases grow with every case, and each case compares all of them. */
const RUNS = Math.min(Number(process.env['PROPERTY_RUNS'] ?? 5), 40);
/** More than are processed one by one in a transaction. */
const MANY = 45;
const LATER = '2027-03-10T02:00:00.000Z';

type Row = StoredRow;
interface Action {
  readonly type: string;
  readonly params: object;
}

const CONDITIONS = {
  together: (ids: readonly number[]) => ({ combinator: 'or', rules: [idIn(ids)] }),
  separately: idInOneByOne,
};
type Way = keyof typeof CONDITIONS;
const WAYS = Object.keys(CONDITIONS) as Way[];

const USERS = {
  atWork: { name: 'At work', email: 'work@example.com', isActive: true },
  away: { name: 'Away', email: 'away@example.com', isActive: false },
  gone: { name: 'Gone', email: 'gone@example.com', isActive: true, deleted: true },
  withoutAddress: { name: 'Without an address', isActive: true },
  wrongAddress: { name: 'With a wrong address', email: 'nowhere', isActive: true },
};
/** Only one contact can be linked with it. */
const CANDIDATE = 1;

type UserName = keyof typeof USERS;
const USER_NAMES = Object.keys(USERS) as UserName[];
/** They are inserted after the user of the service. */
const userID = (name: UserName): number => 2 + USER_NAMES.indexOf(name);

interface Person {
  readonly email: string | null;
  readonly mobile_Standardised: string | null;
  readonly owner: UserName | null;
  readonly optsOut: boolean;
  readonly isTooLong: boolean;
}
const PERSON: Person = { email: 'ann@example.com', mobile_Standardised: '+61412345678', owner: 'atWork', optsOut: false, isTooLong: false };

/** People share an address with their neighbour only, who is then the same person. */
function ownAddresses({ email, mobile_Standardised }: Pick<Person, 'email' | 'mobile_Standardised'>, index: number): typeof PERSON {
  const pair = Math.floor(index / 2);
  return {
    ...PERSON,
    email: email?.replace('@', `.${pair}@`) ?? null,
    mobile_Standardised: mobile_Standardised?.replace(/\d{4}$/, String(1000 + pair)) ?? null,
  };
}

/** Two databases of the same content; in each, the same records are processed in one of two ways. */
describe('Actions on many records', () => {
  let databases: Record<Way, Runs>;
  beforeAll(async () => {
    databases = { together: await Runs.open(), separately: await Runs.open() };
    for (const way of WAYS) {
      await databases[way].write(({ em }) => insertRecord(em, recordTypeNamed('Candidate'), { id: CANDIDATE, firstName: 'Cy' }));
      for (const user of Object.values(USERS)) await databases[way].write(({ em }) => insertRecord(em, recordTypeNamed('User'), user));
    }
  });
  afterAll(() => Promise.all(WAYS.map((way) => databases[way].close())));

  /** Runs an automation twice, at once and after what is to be tried again has waited. @returns all that is stored then */
  async function stored(way: Way, people: readonly Person[], actions: readonly object[], messagesPerDay: number): Promise<string[]> {
    const runs = databases[way];
    const ids = await runs.contacts(people.length, (index) => {
      const { owner, isTooLong, ...addresses } = people[index]!;
      const { email, mobile_Standardised } = ownAddresses(addresses, index);
      const ownerID = owner === null ? null : userID(owner);
      const description = isTooLong ? 'x'.repeat(100_001) : 'brief';
      return { firstName: `Ann ${index}`, email, mobile_Standardised, ownerID, description, version: 1 };
    });
    const automation = await runs.automation(ids, [...actions], { filtersJSON: JSON.stringify(CONDITIONS[way](ids)) });
    const [first, second] = [await runs.queue(automation), await runs.queue(automation)];
    for (const run of [first, second]) await runs.stopAfter(1, run);
    const out = ids.filter((_, index) => people[index]!.optsOut);
    if (out.length > 0) await runs.write(({ em }) => em.query(`UPDATE contact SET optOut = 1 WHERE id IN (${out.join()})`));
    for (const time of [NOW, LATER]) for (const run of [first, second]) await runs.executor(time, messagesPerDay).execute(run, NEVER);
    return runs.write(({ em }) => contents(em));
  }

  const params: Record<string, fc.Arbitrary<object>> = {
    addTag: fc.constant({ tag: 'Together' }),
    createNote: fc.record({ notes: text() }),
    createTask: fc.record({ notes: text(), dueInDays: fc.constant(2), assignedTo: assignee() }),
    sendEmail: fc.record({ subject: text(), body: text(), replyTo: assignee() }, { requiredKeys: ['subject', 'body'] }),
    sendSms: fc.record({ text: text() }),
    webhook: fc.constant({ url: 'https://127.0.0.1/hook' }),
    notifyUser: fc.record({ user: assignee(), message: text() }),
    updateField: field(),
    changeStatus: fc.record({ statusID: fc.constantFrom(1, 2, 3) }),
    assignOwner: fc.record({ ownerID: fc.constantFrom('me', userID('atWork'), userID('away')) }),
  };
  const action = fc.record({
    kind: fc.oneof(...Object.entries(params).map(([type, each]) => each.map((own): Action => ({ type, params: own })))),
    onError: fc.constantFrom('stop', 'continue'),
    retry: fc.constantFrom(undefined, { attempts: 2 }, { attempts: 2, delaySeconds: 60 }),
  });
  const person = fc.record({
    email: often('ann@example.com', null, 'not an address'),
    mobile_Standardised: often<string | null>('+61412345678', null, '123'),
    owner: often<UserName | null>('atWork', null, ...USER_NAMES),
    optsOut: often(false, true),
    isTooLong: often(false, true),
  });

  const outcomesIn = (rows: readonly string[]): string[] => [
    ...new Set(rows.flatMap((row) => [...row.matchAll(/\\"outcome\\":\\"(\w+)/g)].map(([, outcome]) => outcome!))),
  ];

  const email = (more: object = {}): object => ({ type: 'sendEmail', params: { subject: 'Dear {{firstName}}', body: 'News' }, ...more });
  const note = { type: 'createNote', params: { notes: 'Told {{firstName}}' } };
  const people = (different: Partial<Person>, when: (index: number) => boolean): Person[] =>
    Array.from({ length: MANY }, (_, index) => (when(index) ? { ...PERSON, ...different } : PERSON));

  it.each<[string, object[], Person[], number, string[]]>([
    ['where some have opted out', [note, email()], people({ optsOut: true }, (index) => index % 3 === 0), 0, ['done', 'skipped']],
    ['where all have opted out', [email()], people({ optsOut: true }, () => true), 0, ['skipped']],
    ['where some have no address', [note, email()], people({ email: null }, (index) => index % 9 === 0), 0, ['done', 'undone', 'failed']],
    ['where nobody has an address', [note, email({ onError: 'continue' })], people({ email: null }, () => true), 0, ['done', 'failed']],
    ['where all have had enough messages', [email(), email(), email()], people({}, () => true), 2, ['done', 'skipped']],
    [
      'where the owners of some are gone',
      [note, { type: 'notifyUser', params: { user: 'owner', message: 'See {{firstName}}' } }],
      people({ owner: 'gone' }, (index) => index > 40),
      0,
      ['done', 'undone', 'failed'],
    ],
  ])('leave the same behind as on one after the other %s', async (_, actions, some, messagesPerDay, expected) => {
    const [together, separately] = [
      await stored('together', some, actions, messagesPerDay),
      await stored('separately', some, actions, messagesPerDay),
    ];
    expect(together).toEqual(separately);
    expect(outcomesIn(together)).toEqual(expect.arrayContaining(expected));
  });

  it('are done action by action, not record by record', async () => {
    const actions = ['First', 'Second'].map((notes) => ({ type: 'createNote', params: { notes } }));
    const orders: unknown[] = [];
    for (const way of WAYS) {
      await stored(way, [PERSON, PERSON], actions, 0);
      const query = "SELECT notes FROM activity WHERE notes IN ('First', 'Second') ORDER BY id LIMIT 4";
      orders.push((await databases[way].write(({ em }) => em.query<Row[]>(query))).map(({ notes }) => notes));
    }
    expect(orders).toEqual([
      ['First', 'First', 'Second', 'Second'],
      ['First', 'Second', 'First', 'Second'],
    ]);
  });

  it('leave the same behind as on one after the other, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 1, maxLength: 4 }),
        fc.array(person, { minLength: 1, maxLength: MANY }),
        fc.integer({ min: 0, max: 3 }),
        async (chosen, people, messagesPerDay) => {
          const actions = chosen.map(({ kind, ...how }) => ({ ...kind, ...how }));
          const [together, separately] = [
            await stored('together', people, actions, messagesPerDay),
            await stored('separately', people, actions, messagesPerDay),
          ];
          expect(together).toEqual(separately);
        },
      ),
      { numRuns: RUNS },
    );
  }, 600_000);
});

/** Not the names that records show of others: which of two is renamed first decides what the other one shows. */
function field(): fc.Arbitrary<object> {
  return fc.oneof(
    fc.record({ field: fc.constant('jobTitle'), value: fc.constantFrom('Head of Projects', 'Zoë', '', null) }),
    fc.record({ field: fc.constant('optOut'), value: fc.boolean() }),
    fc.record({ field: fc.constant('linkedCandidateID'), value: fc.constantFrom(CANDIDATE, 0) }),
    fc.record({ field: fc.constant('email'), value: fc.constantFrom('new@example.com', null) }),
    fc.record({ field: fc.constant('mobile'), value: fc.constantFrom('0412 345 678', '') }),
  );
}

function text(): fc.Arbitrary<string> {
  return fc.constantFrom(
    'Plain',
    'Dear {{firstName}} {{surname}}',
    '{{email}} {{id}}\nhas {{notesCount}} notes',
    '{{description}}',
    'From {{owner.name | default: "nobody"}} on {{now | date: "%-d %B"}}',
  );
}

function assignee(): fc.Arbitrary<unknown> {
  return fc.constantFrom('owner', 'owner', 'me', userID('atWork'), userID('withoutAddress'), userID('gone'));
}

/** Mostly the first one. */
function often<T>(usual: T, ...others: T[]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
}

/**
 * All rows of all tables as texts, with moments to the hour, in an order that does not depend on ids. Of what runs create, ids depend
 * on the order of the work, and on attempts that were undone: an activity is called by whom it is about, a delivery by what it is sent
 * for, a tag by its text.
 */
async function contents(em: EntityManager): Promise<string[]> {
  const all = await allRows(em);
  const activities = namesOf(all.get('activity') ?? []);
  const tags = new Map((all.get('tag') ?? []).map(({ id, tag }) => [id, String(tag)]));
  const names = new Map((all.get('delivery') ?? []).map(({ publicID, dedupeKey }) => [String(publicID), String(dedupeKey)]));
  const found = [...all].flatMap(([table, own]) => own.map((row) => `${table} ${JSON.stringify(named(table, row, activities, tags))}`));
  const withoutTimes = found.map(withoutExactTimes);
  return withoutTimes.map((row) => row.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => names.get(id) ?? '')).sort();
}

/** The activities of each contact are numbered in their order. */
function namesOf(activities: readonly Row[]): ReadonlyMap<unknown, string> {
  const counts = new Map<unknown, number>();
  const inOrder = activities.toSorted((one, other) => Number(one['id']) - Number(other['id']));
  return new Map(
    inOrder.map(({ id, contactID }) => {
      const count = (counts.get(contactID) ?? 0) + 1;
      counts.set(contactID, count);
      return [id, `${String(contactID)}#${count}`];
    }),
  );
}

function named(table: string, row: Row, activities: ReadonlyMap<unknown, string>, tags: ReadonlyMap<unknown, string>): Row {
  if (table === 'activity_link') return { ...row, activityID: activities.get(row['activityID']) };
  if (table === 'activity_response') return { ...row, id: activities.get(row['id']), text: String(row['text']).replace(/"id":\d+/, '') };
  if (table.startsWith('activity')) return { ...row, id: activities.get(row['id']) };
  const { type, recordID } = row;
  if (table === 'record_change') return { ...row, id: 0, recordID: type === 'Activity' ? activities.get(recordID) : recordID };
  if (table === 'tag' || table === 'tag_text') return { ...row, id: tags.get(row['id']) };
  if (table === 'contact_tag') return { ...row, id: 0, tagID: tags.get(row['tagID']) };
  if (table === 'delivery' || table === 'notification') return { ...row, id: 0 };
  // the condition says how records are processed
  return table.startsWith('automation') ? { ...row, filtersJSON: undefined } : row;
}
