import type { FieldChanges, SequencedChange } from '../changes';
import type { View } from '../database';
import { rows } from '../database/rows';
import type { RecordType } from '../fields/record-type';
import { sql, Sql, values } from '../sql';

/** The name of a person's key. */
export const personName = (type: string, id: number): string => `${type}/${id}`;

/** The persons to whom changes belong, as the records are now and as the changes themselves tell. */
export async function personsOf(view: View, changes: readonly SequencedChange[]): Promise<Map<SequencedChange, readonly string[]>> {
  const found = new Map<SequencedChange, readonly string[]>();
  for (const [type, own] of byType(view, changes)) {
    if (type.isPerson) own.forEach((change) => found.set(change, [personName(type.name, change.recordID)]));
    else for (const [change, persons] of await personsInRecords(view, type, own)) found.set(change, persons);
  }
  return found;
}

/** The changes of records that belong to persons. */
function byType({ types }: View, changes: readonly SequencedChange[]): Map<RecordType, SequencedChange[]> {
  const known = new Map(types.all.map((type) => [type.name, type]));
  const found = new Map<RecordType, SequencedChange[]>();
  for (const change of changes) {
    const type = known.get(change.type);
    if (!type?.isPerson && Object.keys(type?.persons ?? {}).length === 0) continue;
    const own = found.get(type!) ?? [];
    if (own.push(change) === 1) found.set(type!, own);
  }
  return found;
}

async function personsInRecords(
  { em }: View,
  type: RecordType,
  changes: readonly SequencedChange[],
): Promise<[SequencedChange, readonly string[]][]> {
  const ids = [...new Set(changes.map(({ recordID }) => recordID))];
  const now = new Map<number, string[]>(ids.map((id) => [id, []]));
  for (const [person, { pairs }] of Object.entries(type.persons)) {
    const found = await rows(em, sql`SELECT recordID, personID FROM (${new Sql(pairs)}) p WHERE recordID IN (${values(ids)})`);
    for (const [recordID, personID] of found) now.get(recordID as number)?.push(personName(person, personID as number));
  }
  return changes.map((change) => [change, [...new Set([...(now.get(change.recordID) ?? []), ...personsInFields(type, change.fields)])]]);
}

const personsInFields = (type: RecordType, fields: FieldChanges): string[] =>
  Object.entries(type.persons).flatMap(([person, own]) =>
    own.fields
      .flatMap((name) => (fields[name] ?? []).flat())
      .filter((id) => typeof id === 'number')
      .map((id) => personName(person, id)),
  );

/**
 * Splits what changed of a record that belongs to persons into what is personal and what is not: numbers, dates and references stay when a
 * person is erased. The parts of a record may have words of their own, such as notes.
 */
export function splitFields(type: RecordType, fields: FieldChanges): Record<'personal' | 'others', FieldChanges> {
  const isPersonal = ([name, values]: [string, readonly unknown[]]): boolean => isText(type, name) || values.flat().some(isPart);
  const all = Object.entries(fields);
  return {
    personal: Object.fromEntries(all.filter(isPersonal)),
    others: Object.fromEntries(all.filter((each) => !isPersonal(each))),
  };
}

const isPart = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Is the field what somebody has written, rather than one of several values? */
export function isText(type: RecordType, name: string): boolean {
  const field = type.findField(name);
  return field?.type === 'text' && field.source.in === 'column';
}
