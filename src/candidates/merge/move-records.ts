import type { EntityManager } from 'typeorm';
import { activitiesLinkedWith, linkedTo } from '../../activities';
import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import type { RecordType } from '../../core/fields/record-type';
import { identifier, list, sql } from '../../core/sql';
import { loadAll, save, values } from '../../core/records';

interface ReferringRecord {
  id: number;
  [field: string]: unknown;
}

/** Types that are saved with their candidate, or that a candidate may have only once. */
const HANDLED_SEPARATELY = ['Activity', 'Contact', 'CandidateTag', 'EmploymentHistory'];

/** Repoints all references to the given candidates to another one, each record by its own change. */
export async function moveRecords(transaction: Transaction, from: readonly number[], to: number): Promise<void> {
  for (const type of transaction.types.all.filter(({ name }) => !HANDLED_SEPARATELY.includes(name)))
    await moveOfType(transaction, type, from, to);
  await moveActivities(transaction, from, to);
  await moveContacts(transaction, from, to);
}

async function moveOfType(transaction: Transaction, type: RecordType, from: readonly number[], to: number): Promise<void> {
  const names = type.fields.filter(({ source }) => source.in === 'reference' && source.to === 'Candidate').map(({ name }) => name);
  if (names.length === 0) return;
  const ids = await idsWhere(
    transaction.em,
    sql`SELECT id FROM ${identifier(type.table)} WHERE ${list(
      names.map((name) => sql`${identifier(name)} IN (${values(from)})`),
      ' OR ',
    )} ORDER BY id`,
  );
  for (const record of (await loadAll(transaction.em, type, ids)) as ReferringRecord[])
    await save(transaction, type, record, moved(type, record, names, from, to));
}

function moved(type: RecordType, record: ReferringRecord, names: readonly string[], from: readonly number[], to: number): object {
  const changed = names.filter((name) => from.includes(record[name] as number)).map((name) => [name, to] as const);
  return Object.assign(new type.entity(), record, Object.fromEntries(changed));
}

/** Activities refer to a candidate by candidateID or by linkedCandidates. Mirrored ones have already moved with their record. */
async function moveActivities(transaction: Transaction, from: readonly number[], to: number): Promise<void> {
  const type = transaction.types.named('Activity');
  const ids = await activitiesLinkedWith(transaction.em, 'Candidate', from);
  for (const activity of (await loadAll(transaction.em, type, ids)) as ReferringRecord[]) {
    const linked = await linkedTo(transaction.em, activity.id, 'Candidate');
    await save(transaction, type, activity, moved(type, activity, ['candidateID'], from, to), {
      linkedCandidates: linked.map((id) => (from.includes(id) ? to : id)),
    });
  }
}

/** Keeps one live contact linked with the candidate and unlinks the others. */
async function moveContacts(transaction: Transaction, from: readonly number[], to: number): Promise<void> {
  const type = transaction.types.named('Contact');
  const ids = await idsWhere(
    transaction.em,
    sql`SELECT id FROM ${identifier(type.table)} WHERE linkedCandidateID IN (${values([to, ...from])}) ORDER BY id`,
  );
  const contacts = (await loadAll(transaction.em, type, ids)) as ReferringRecord[];
  const holders = contacts.filter(({ deleted }) => !deleted);
  const holder = holders.find(({ linkedCandidateID }) => linkedCandidateID === to) ?? holders[0];
  for (const contact of contacts) {
    const linkedCandidateID = contact === holder || contact['deleted'] ? to : null;
    await save(transaction, type, contact, Object.assign(new type.entity(), contact, { linkedCandidateID }));
  }
}

const idsWhere = async (em: EntityManager, query: ReturnType<typeof sql>): Promise<number[]> =>
  (await rows(em, query)).map(([id]) => id as number);
