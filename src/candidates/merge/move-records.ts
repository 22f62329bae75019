import type { EntityManager } from 'typeorm';
import type { Unit } from '../../database';
import { rows } from '../../database/rows';
import { allRecordTypes, recordTypeNamed, type RecordType } from '../../fields/record-type';
import { identifier, list, sql } from '../../query';
import { loadAll, save, values } from '../../records';

interface Referring {
  id: number;
  [field: string]: unknown;
}

/** What belongs to a candidate so closely that it is saved with it, or may be there only once. */
const APART = ['Activity', 'Contact', 'CandidateTag', 'EmploymentHistory'];

/** Makes everything that refers to some candidates refer to another one, each record by a change of its own. */
export async function moveRecords(unit: Unit, from: readonly number[], to: number): Promise<void> {
  for (const type of allRecordTypes().filter(({ name }) => !APART.includes(name))) await moveOfType(unit, type, from, to);
  await moveActivities(unit, from, to);
  await moveContacts(unit, from, to);
}

async function moveOfType(unit: Unit, type: RecordType, from: readonly number[], to: number): Promise<void> {
  const names = type.fields.filter(({ source }) => source.in === 'reference' && source.to === 'Candidate').map(({ name }) => name);
  if (names.length === 0) return;
  const ids = await idsWhere(
    unit.em,
    sql`SELECT id FROM ${identifier(type.table)} WHERE ${list(
      names.map((name) => sql`${identifier(name)} IN (${values(from)})`),
      ' OR ',
    )} ORDER BY id`,
  );
  for (const record of (await loadAll(unit.em, type, ids)) as Referring[])
    await save(unit, type, record, moved(type, record, names, from, to));
}

function moved(type: RecordType, record: Referring, names: readonly string[], from: readonly number[], to: number): object {
  const changed = names.filter((name) => from.includes(record[name] as number)).map((name) => [name, to] as const);
  return Object.assign(new type.entity(), record, Object.fromEntries(changed));
}

/** Activities belong to a candidate by their own field, or by their list. Those that mirror a record have gone with it. */
async function moveActivities(unit: Unit, from: readonly number[], to: number): Promise<void> {
  const type = recordTypeNamed('Activity');
  const ids = await idsWhere(
    unit.em,
    sql`SELECT DISTINCT activityID FROM activity_link WHERE kind = 'Candidate' AND recordID IN (${values(from)}) ORDER BY activityID`,
  );
  for (const activity of (await loadAll(unit.em, type, ids)) as Referring[]) {
    const linked = await idsWhere(
      unit.em,
      sql`SELECT recordID FROM activity_link WHERE kind = 'Candidate' AND isLinked = 1 AND activityID = ${activity.id}`,
    );
    await save(unit, type, activity, moved(type, activity, ['candidateID'], from, to), {
      linkedCandidates: linked.map((id) => (from.includes(id) ? to : id)),
    });
  }
}

/** A candidate is the same person as one live contact: the link of any other ends. */
async function moveContacts(unit: Unit, from: readonly number[], to: number): Promise<void> {
  const type = recordTypeNamed('Contact');
  const ids = await idsWhere(unit.em, sql`SELECT id FROM contact WHERE linkedCandidateID IN (${values([to, ...from])}) ORDER BY id`);
  const contacts = (await loadAll(unit.em, type, ids)) as Referring[];
  const holders = contacts.filter(({ deleted }) => !deleted);
  const holder = holders.find(({ linkedCandidateID }) => linkedCandidateID === to) ?? holders[0];
  for (const contact of contacts) {
    const linkedCandidateID = contact === holder || contact['deleted'] ? to : null;
    await save(unit, type, contact, Object.assign(new type.entity(), contact, { linkedCandidateID }));
  }
}

const idsWhere = async (em: EntityManager, query: ReturnType<typeof sql>): Promise<number[]> =>
  (await rows(em, query)).map(([id]) => id as number);
