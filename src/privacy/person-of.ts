import type { View } from '../core/database';
import { rows } from '../core/database/rows';
import type { RecordType } from '../core/fields/record-type';
import type { Person, RecordsOf } from '../core/personal-data';
import { storedFields } from '../core/records';
import { identifier, list, sql, Sql, values } from '../core/sql';

/** Fields that hold texts by which a person is recognised: addresses, phone numbers and the name. */
const TELLING = /mail|phone|mobile|^home|^work/i;
/** Shorter texts are in many others. */
const SHORTEST_TERM = 6;

/** A person with all records that are the person or about the person. The record itself must exist. */
export async function personOf(view: View, type: RecordType, id: number): Promise<Person> {
  const ids = await withMerged(view, type, [id]);
  return { type, ids, records: await recordsAbout(view, type, ids), terms: await termsOf(view, type, ids) };
}

/** Those that were merged into any of them, too. */
async function withMerged(view: View, type: RecordType, ids: readonly number[]): Promise<readonly number[]> {
  if (!type.findField('mergedIntoID')) return ids;
  const found = await rows(view.em, sql`SELECT id FROM ${identifier(type.table)} WHERE mergedIntoID IN (${values(ids)}) ORDER BY id`);
  const further = found.map(([id]) => id as number).filter((id) => !ids.includes(id));
  return further.length === 0 ? ids : withMerged(view, type, [...ids, ...further]);
}

async function recordsAbout({ em, types }: View, person: RecordType, ids: readonly number[]): Promise<RecordsOf[]> {
  const found: RecordsOf[] = [];
  for (const type of types.all) {
    const pairs = type.persons[person.name]?.pairs;
    if (pairs === undefined) continue;
    const records = await rows(
      em,
      sql`SELECT DISTINCT recordID FROM (${new Sql(pairs)}) p WHERE personID IN (${values(ids)}) ORDER BY recordID`,
    );
    found.push({ type: type.name, ids: records.map(([recordID]) => recordID as number) });
  }
  return found;
}

async function termsOf({ em }: View, type: RecordType, ids: readonly number[]): Promise<string[]> {
  const names = storedFields(type).filter((field) => field.name === type.display || (field.type === 'text' && TELLING.test(field.name)));
  const columns = list(names.map(({ name }) => identifier(name)));
  const found = await rows(em, sql`SELECT ${columns} FROM ${identifier(type.table)} WHERE id IN (${values(ids)})`);
  const texts = found.flat().filter((text): text is string => typeof text === 'string' && text.trim().length >= SHORTEST_TERM);
  return [...new Set(texts)];
}
