import type { EntityManager } from 'typeorm';
import { activitiesLinkedWith, isParty, LINKED_LISTS, linkedTo, MAIN_FIELDS, type Party } from '../../activities';
import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import type { RecordType } from '../../core/fields/record-type';
import { identifier, list, sql } from '../../core/sql';
import { loadAll, save, values } from '../../core/records';

interface ReferringRecord {
  id: number;
  [field: string]: unknown;
}

/** Types whose references are moved in a way of their own. */
const HANDLED_SEPARATELY = ['Activity', 'CandidateTag', 'ContactTag', 'JobTag'];

/** Moved before what they belong to, which would change them by the rules of a request: a merge does not fail because of old records. */
const MOVED_FIRST = ['Timesheet'];

/** Which records of a type are replaced with which other one. */
interface Move {
  readonly type: RecordType;
  readonly from: readonly number[];
  readonly to: number;
}

/** Repoints all references to the given records to another one, each record by its own change. @param parts types that are saved with it */
export async function moveRecords(
  transaction: Transaction,
  type: RecordType,
  parts: readonly string[],
  from: readonly number[],
  to: number,
): Promise<void> {
  const move = { type, from, to };
  const referring = transaction.types.all.filter(({ name }) => ![...HANDLED_SEPARATELY, ...parts].includes(name));
  for (const each of referring.toSorted((one, other) => turnOf(one) - turnOf(other)))
    await (type.name === 'Candidate' && each.name === 'Contact' ? moveLinks : moveOfType)(transaction, each, move);
  if (isParty(type.name)) await moveActivities(transaction, move, type.name);
}

const turnOf = ({ name }: RecordType): number => (MOVED_FIRST.includes(name) ? 0 : 1);

async function moveOfType(transaction: Transaction, referring: RecordType, move: Move): Promise<void> {
  const { type, from, to } = move;
  const names = referring.fields.filter(({ source }) => source.in === 'reference' && source.to === type.name).map(({ name }) => name);
  if (names.length === 0) return;
  const found = await idsWhere(
    transaction.em,
    sql`SELECT id FROM ${identifier(referring.table)} WHERE ${list(
      names.map((name) => sql`${identifier(name)} IN (${values(from)})`),
      ' OR ',
    )} ORDER BY id`,
  );
  // what they say of each other goes with them
  const ids = referring.name === type.name ? found.filter((id) => id !== to && !from.includes(id)) : found;
  for (const record of (await loadAll(transaction.em, referring, ids)) as ReferringRecord[])
    await save(transaction, referring, record, moved(referring, record, names, move));
}

/** Where several fields of a record would name the same, such as the contacts of a job, the first one keeps it. */
function moved(referring: RecordType, record: ReferringRecord, names: readonly string[], { from, to }: Move): object {
  const holders = names.filter((name) => record[name] === to || from.includes(record[name] as number));
  const changed = holders.map((name, index) => [name, index === 0 ? to : null] as const);
  return Object.assign(new referring.entity(), record, Object.fromEntries(changed));
}

/** Activities refer to a record by a field of their own or by a list. Mirrored ones have already moved with their record. */
async function moveActivities(transaction: Transaction, move: Move, kind: Party): Promise<void> {
  const { from, to } = move;
  const type = transaction.types.named('Activity');
  const ids = await activitiesLinkedWith(transaction.em, kind, from);
  for (const activity of (await loadAll(transaction.em, type, ids)) as ReferringRecord[]) {
    const linked = await linkedTo(transaction.em, activity.id, kind);
    await save(transaction, type, activity, moved(type, activity, [MAIN_FIELDS[kind]], move), {
      [LINKED_LISTS[kind]]: linked.map((id) => (from.includes(id) ? to : id)),
    });
  }
}

/** Keeps one live contact linked with the candidate and unlinks the others. */
async function moveLinks(transaction: Transaction, contacts: RecordType, { from, to }: Move): Promise<void> {
  const ids = await idsWhere(
    transaction.em,
    sql`SELECT id FROM ${identifier(contacts.table)} WHERE linkedCandidateID IN (${values([to, ...from])}) ORDER BY id`,
  );
  const linked = (await loadAll(transaction.em, contacts, ids)) as ReferringRecord[];
  const holders = linked.filter(({ deleted }) => !deleted);
  const holder = holders.find(({ linkedCandidateID }) => linkedCandidateID === to) ?? holders[0];
  for (const contact of linked) {
    const linkedCandidateID = contact === holder || contact['deleted'] ? to : null;
    await save(transaction, contacts, contact, Object.assign(new contacts.entity(), contact, { linkedCandidateID }));
  }
}

const idsWhere = async (em: EntityManager, query: ReturnType<typeof sql>): Promise<number[]> =>
  (await rows(em, query)).map(([id]) => id as number);
