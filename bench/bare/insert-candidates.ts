import { fold } from '../../src/core/text/fold';
import { standardisedPhone } from '../../src/core/text/phones';
import type { CheckedRow } from './checked-row';
import { insertChanges } from './changes';
import { placeholders, stored, tuples, type Executor, type Value } from './executor';
import { saveSearchRows } from './search-rows';

/** The user who imports, and the event "Candidate created". */
const USER = 1;
const CREATED = 1;
const DEFAULTS: Readonly<Record<string, Value>> = { preferredRate: 0, weeksNotice: 0 };
const PHONES = ['mobile', 'home', 'work'] as const;

/** The folded addresses of the rows that live candidates have, alone or shared. */
export async function takenKeys(connection: Executor, rows: readonly CheckedRow[]): Promise<Set<string>> {
  const keys = rows.flatMap(({ values }) => fold(String(values.get('email1') ?? '')) || []);
  if (keys.length === 0) return new Set();
  const shared = keys.map(() => '(emailKey >= ? AND emailKey < ?)').join(' OR ');
  const found = await connection.rows(`SELECT emailKey FROM candidate WHERE emailKey IN (${placeholders(keys)}) OR ${shared}`, [
    ...keys,
    ...keys.flatMap((key) => [`${key}\n`, `${key}\n:`]),
  ]);
  return new Set(found.map(([key]) => String(key).split('\n')[0] ?? ''));
}

/** Inserts candidates with their texts, words, keys, figures and changes. @returns the id of the first; the others follow it */
export async function insertCandidates(connection: Executor, rows: readonly CheckedRow[]): Promise<number> {
  const now = stored(new Date());
  const records = rows.map(({ values }) => completed(values));
  const columns = [...new Set(records.flatMap((record) => [...record.keys()]))];
  const stamps: Record<string, Value> = {
    ownerID: USER,
    createdByID: USER,
    createdDate: now,
    updatedByID: USER,
    lastUpdateDate: now,
    version: 1,
  };
  const first = await insert(
    connection,
    'candidate',
    [...columns, 'emailKey', ...Object.keys(stamps)],
    records.map((record) => [
      ...columns.map((name) => record.get(name) ?? DEFAULTS[name] ?? null),
      fold(String(record.get('email1') ?? '')) || null,
      ...Object.values(stamps),
    ]),
  );
  const texts = columns.filter((name) => records.some((record) => typeof record.get(name) === 'string') && !name.endsWith('Date'));
  await insert(
    connection,
    'candidate_text',
    ['id', ...texts],
    records.map((record, index) => [first + index, ...texts.map((name) => fold(String(record.get(name) ?? '')) || null)]),
  );
  await insert(
    connection,
    'candidate_figure',
    ['id'],
    records.map((_, index) => [first + index]),
  );
  const found = records.map((record, index) => ({ id: first + index, before: {}, after: foundBy(record) }));
  await saveSearchRows(connection, found);
  const changes = records.map((record, index) => ({ id: first + index, version: 1, events: [CREATED], fields: fieldsOf(record, now) }));
  await insertChanges(connection, now, 'import', changes);
  return first;
}

function foundBy(record: ReadonlyMap<string, Value>): Readonly<Record<string, Value | Date>> {
  const born = record.get('dateOfBirth');
  return { ...Object.fromEntries(record), dateOfBirth: born ? new Date(iso(String(born))) : null };
}

/** With the fields that follow from others. */
function completed(values: ReadonlyMap<string, Value>): Map<string, Value> {
  const text = (name: string): string => String(values.get(name) ?? '');
  const spaced = (...names: string[]): string | null => names.filter((name) => name.trim() !== '').join(' ') || null;
  return new Map([
    ...values,
    ['fullName', spaced(text('firstName'), text('lastName'))],
    ['candidateDisplayName', spaced(text('preferredName').trim() === '' ? text('firstName') : text('preferredName'), text('lastName'))],
    ...PHONES.map((phone) => [`${phone}_Standardised`, standardisedPhone(text(phone), text('countryCode')) || null] as const),
  ]);
}

/** What the change says of a new candidate: every field that has a value, with the one that it has when it is not set. */
const fieldsOf = (record: ReadonlyMap<string, Value>, now: string): Readonly<Record<string, readonly [unknown, unknown]>> => ({
  ...Object.fromEntries(
    [...record].flatMap(([name, value]) => {
      const before = DEFAULTS[name] ?? null;
      return value === before ? [] : [[name, [before, name.endsWith('Date') ? iso(String(value)) : value]] as const];
    }),
  ),
  ownerID: [null, USER],
  createdByID: [null, USER],
  createdDate: [null, iso(now)],
});

const iso = (moment: string): string => `${moment.replace(' ', 'T')}Z`;

const insert = (connection: Executor, table: string, columns: readonly string[], rows: readonly (readonly Value[])[]): Promise<number> =>
  connection.run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${tuples(rows)}`, rows.flat());
