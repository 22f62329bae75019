import type { AuditService } from '../core/audit';
import type { View } from '../core/database';
import { rows } from '../core/database/rows';
import type { RecordType } from '../core/fields/record-type';
import type { Person, RecordsOf } from '../core/personal-data';
import { storedFields } from '../core/records';
import { identifier, list, sql, Sql, values } from '../core/sql';

/** Fields that hold texts by which a person is recognised: addresses, phone numbers and the name. */
const TELLING = /mail|phone|mobile|^home|^work/i;
/** Shorter words are in many texts. */
const SHORTEST_TERM = 6;

/** A person with all records that are the person or about the person. The record itself must exist. */
export async function personOf(view: View, audit: AuditService, type: RecordType, id: number): Promise<Person> {
  const ids = await withMerged(view, type, [id]);
  const [records, terms] = [await recordsAbout(view, type, ids), await termsOf(view, audit, type, ids)];
  return { type, ids, records, references: referencesTo(view, type), terms };
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

/** In the records, and in what the audit knows of them: a message may have been written under a former name. */
async function termsOf(view: View, audit: AuditService, type: RecordType, ids: readonly number[]): Promise<string[]> {
  const telling = storedFields(type).filter((field) => field.name === type.display || (field.type === 'text' && TELLING.test(field.name)));
  const names = telling.map(({ name }) => name);
  const found = await rows(
    view.em,
    sql`SELECT ${list(names.map((name) => identifier(name)))} FROM ${identifier(type.table)} WHERE id IN (${values(ids)})`,
  );
  const former = await audit.about(view, [{ type: type.name, ids }]);
  const changed = former.flatMap(({ fields }) => names.flatMap((name) => [fields[name]?.before, fields[name]?.after]));
  return [...new Set([...found.flat(), ...changed].filter(isTelling))];
}

/** A name of several words is none that is in other texts by chance, be it short. */
const isTelling = (text: unknown): text is string =>
  typeof text === 'string' && (text.trim().length >= SHORTEST_TERM || text.split(/\s/).filter(beginsWithLetter).length > 1);

const beginsWithLetter = (word: string): boolean => /^\p{L}/u.test(word);

/** The fields of all types that hold the id of a person of this one. */
function referencesTo({ types }: View, person: RecordType): string[] {
  const names = types.all.flatMap((type) => [
    ...type.fields.filter(({ source }) => 'to' in source && source.to === person.name).map(({ name }) => name),
    ...(type.persons[person.name]?.fields ?? []),
  ]);
  return [...new Set(names)];
}
