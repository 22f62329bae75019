import { publish, type FieldChanges } from '../changes';
import type { Transaction } from '../database';
import { execute, rows } from '../database/rows';
import { indexRowFields, indexTable } from '../fields/index-row';
import type { RecordEvent } from '../fields/record-event';
import type { RecordType } from '../fields/record-type';
import { identifier, list, sql, Sql, sqlMoment, values } from '../sql';
import { refuseErased } from './erased';
import { updatedFields } from '../fields/stamp-fields';

/** A change of data related to records: their tags, their divisions. */
export interface RelatedChange {
  readonly events?: readonly RecordEvent[];
  /** For all records, or for each. */
  readonly fields: FieldChanges | ((id: number) => FieldChanges);
}

/** Records a change of related data: new version, stamps and a published change. */
export async function recordChange(
  transaction: Transaction,
  type: RecordType,
  ids: readonly number[],
  { events = [], fields }: RelatedChange,
): Promise<void> {
  if (ids.length === 0) return;
  const stamp = ([name, kind]: readonly [string, 'at' | 'by']): Sql =>
    sql`${identifier(name)} = ${kind === 'at' ? sqlMoment(transaction.now) : transaction.caller.userID}`;
  const stamps = updatedFields(type);
  await execute(
    transaction.em,
    sql`UPDATE ${identifier(type.table)} SET ${list([sql`version = version + 1`, ...stamps.map(stamp)])} WHERE id IN (${values(ids)})`,
  );
  // what a stored response contains has not changed, so it is also that of the new version
  if (type.storedResponses)
    await execute(
      transaction.em,
      sql`UPDATE ${identifier(`${type.table}_response`)} SET version = version + 1 WHERE id IN (${values(ids)})`,
    );
  const indexed = stamps.filter(([name]) => indexRowFields(type).some((field) => field.name === name));
  if (indexed.length > 0)
    await execute(transaction.em, sql`UPDATE ${identifier(indexTable(type))} SET ${list(indexed.map(stamp))} WHERE id IN (${values(ids)})`);
  const erased = new Sql(type.isPerson ? 'erasedDate' : 'NULL');
  const versions = await rows(
    transaction.em,
    sql`SELECT id, version, ${erased} FROM ${identifier(type.table)} WHERE id IN (${values(ids)}) ORDER BY id`,
  );
  for (const [id, , erasedDate] of versions) if (erasedDate !== null) refuseErased(type, id as number);
  const fieldsOf = typeof fields === 'function' ? fields : () => fields;
  await publish(
    transaction,
    versions.map(([id, version]) => ({
      type: type.name,
      recordID: id as number,
      action: 'updated',
      version: version as number,
      events: events.map(({ id: event }) => event),
      fields: fieldsOf(id as number),
    })),
  );
}
