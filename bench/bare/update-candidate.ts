import type { RecordResponse } from '../../src/core/records/reading/mapper';
import { FOR_UPDATE } from '../../src/core/sql/dialect';
import { fold } from '../../src/core/text/fold';
import type { BareResponses, BareBody } from './responses';
import { insertChanges } from './changes';
import { stored, type BareDatabase, type Executor, type Value } from './executor';
import { saveSearchRows } from './search-rows';

/** The fields that a body of the workload can have. */
const NAMES = ['email1', 'jobTitle', 'employer', 'suburb', 'summary', 'preferredRate', 'weeksNotice', 'availabilityDate'] as const;
const TEXTS: readonly string[] = ['email1', 'jobTitle', 'employer', 'suburb', 'summary'];
/** What its keys follow from as well. */
const KEYED = ['email2', 'firstName', 'lastName', 'dateOfBirth', 'mobile_Standardised', 'home_Standardised', 'work_Standardised'] as const;
/** The event "Candidate updated". */
const UPDATED = 2;

/** A day as the database stores it; the driver omits a time of zero. */
const cell = (name: string, value: Value): Value =>
  name === 'availabilityDate' && value !== null ? `${value.toString().slice(0, 10)} 00:00:00.000` : value;
/** As a change shows it. */
const published = (name: string, value: Value): Value =>
  name === 'availabilityDate' && value !== null ? `${String(value).replace(' ', 'T')}Z` : value;
const assignments = (names: readonly string[]): string => names.map((name) => `\`${name}\` = ?`).join(', ');

/**
 * Keeps the promises of the service: no lost updates, unique addresses, only what changed is written, with who did it and a new
 * version, the texts, words and keys by which it is found, the change that others follow, and the answer, all in one transaction.
 */
export function updateCandidate(
  database: BareDatabase,
  answers: BareResponses,
  id: number,
  body: BareBody,
): Promise<RecordResponse | undefined> {
  return database.transaction(async (connection) => {
    const [locked] = await connection.rows(`SELECT version, ${[...NAMES, ...KEYED].join(', ')} FROM candidate WHERE id = ?${FOR_UPDATE}`, [
      id,
    ]);
    if (!locked) return undefined;
    const [version, ...cells] = locked as [number, ...Value[]];
    const before = new Map<string, Value>([...NAMES, ...KEYED].map((name, index) => [name, cell(name, cells[index] ?? null)]));
    const after = new Map(Object.entries(body).map(([name, value]) => [name, cell(name, value)]));
    const changed = [...after.keys()].filter((name) => before.get(name) !== after.get(name));
    if (changed.length > 0) await save(connection, id, version + 1, before, after, changed);
    const [was, is] = [foundBy(before), foundBy(new Map([...before, ...after]))];
    if (changed.length > 0) await saveSearchRows(connection, [{ id, before: was, after: is }]);
    return answers.candidate(connection, id);
  });
}

type Cells = ReadonlyMap<string, Value>;

const foundBy = (cells: Cells): Readonly<Record<string, Value | Date>> => {
  const born = cells.get('dateOfBirth') ?? null;
  return { ...Object.fromEntries(cells), dateOfBirth: born === null ? null : new Date(`${String(born).slice(0, 10)}T00:00:00Z`) };
};

async function save(
  connection: Executor,
  id: number,
  version: number,
  before: Cells,
  after: Cells,
  changed: readonly string[],
): Promise<void> {
  const now = stored(new Date());
  const columns = new Map<string, Value>(changed.map((name) => [name, after.get(name) ?? null]));
  if (changed.includes('email1')) columns.set('emailKey', await freeKey(connection, id, String(after.get('email1'))));
  columns.set('version', version).set('lastUpdateDate', now).set('updatedByID', 1);
  await connection.run(`UPDATE candidate SET ${assignments([...columns.keys()])} WHERE id = ?`, [...columns.values(), id]);
  const texts = changed.filter((name) => TEXTS.includes(name));
  if (texts.length > 0) {
    const folded = texts.map((name) => fold(String(after.get(name) ?? '')) || null);
    await connection.run(`UPDATE candidate_text SET ${assignments(texts)} WHERE id = ?`, [...folded, id]);
  }
  const value = (of: Cells, name: string): Value => published(name, of.get(name) ?? null);
  const fields = Object.fromEntries(changed.map((name) => [name, [value(before, name), value(after, name)] as const]));
  await insertChanges(connection, now, 'request', [{ id, version, events: [UPDATED], fields }]);
}

/** @throws Error when another candidate has the address */
async function freeKey(connection: Executor, id: number, email: string): Promise<string> {
  const key = fold(email);
  const shared = `${key}\n`;
  const others = await connection.rows(
    'SELECT id FROM candidate WHERE (emailKey = ? OR (emailKey >= ? AND emailKey < ?)) AND id <> ? LIMIT 1',
    [key, shared, `${shared}:`, id],
  );
  if (others.length > 0) throw new Error('Another candidate has this address.');
  return key;
}

/** A single UPDATE without any guarantees; with a new version, by which the service knows that what it stores of the record is outdated. */
export async function updateBlindly(database: BareDatabase, id: number, body: BareBody): Promise<RecordResponse> {
  const names = Object.keys(body);
  await database.run(`UPDATE candidate SET ${assignments(names)}, version = version + 1 WHERE id = ?`, [
    ...names.map((name) => cell(name, body[name] ?? null)),
    id,
  ]);
  return { id };
}
