import { publish, type ChangeAction, type FieldChanges } from '../changes';
import type { Transaction } from '../database';
import { execute, rows } from '../database/rows';
import { indexRowFields, indexTable } from '../fields/index-row';
import type { RecordEvent } from '../fields/record-event';
import type { RecordType } from '../fields/record-type';
import { type ExpectedVersion } from '../http';
import { PreconditionFailed } from '../problems';
import { identifier, list, sql, sqlMoment, values, type Sql } from '../sql';
import { affectedRecords, refreshAffectedFigures, type AffectedRecords } from './figures/affected-records';
import { setCountry } from './writing/country';
import { fieldChanges } from './writing/field-changes';
import { saveWithKeys } from './writing/keys';
import { applyPatch } from './writing/patch';
import { checkReferences } from './writing/references';
import { raisedEvents } from './writing/raised-events';
import { rulesOf, type ChangeOptions, type RecordChange } from './rules';
import { updatedFields } from './writing/stamps';
import { displayName } from './display-name';
import { load } from './writing/stored';
import { saveRecord } from './writing/writer';

interface VersionedRecord {
  id: number;
  deleted?: boolean;
  version?: number;
}

/**
 * Changes a record, applying the rules of its type. @returns whether anything changed @throws NotFound,
 * PreconditionFailed, InvalidRequest and whatever the rules throw
 */
export async function change(
  transaction: Transaction,
  type: RecordType,
  id: number,
  body: object,
  how: ChangeOptions = {},
): Promise<boolean> {
  const before = (await load(transaction.em, type, id)) as VersionedRecord;
  checkExpected(type, before, how.expected);
  const after = applyPatch(type, before, body) as VersionedRecord;
  setCountry(type, after, body);
  await checkReferences(transaction.em, type, before, after);
  await rulesOf(transaction, type).prepare?.(transaction, before, after, how);
  return save(transaction, type, before, after, body, how);
}

/** Saves a loaded and changed record and everything that depends on it. @returns whether anything changed */
export async function save(
  transaction: Transaction,
  type: RecordType,
  loaded: object,
  changed: object,
  body: object = {},
  how: ChangeOptions = {},
): Promise<boolean> {
  const rules = rulesOf(transaction, type);
  const [before, after] = [loaded as VersionedRecord, changed as VersionedRecord];
  const concernedBefore = await affectedRecords(transaction.em, type, before.id);
  const parts = (await rules.saveParts?.(transaction, after, body)) ?? {};
  const onlyFields = Object.keys(parts).length === 0;
  const names = await saveOne(transaction, type, { before, after }, how, !onlyFields);
  if (names.length === 0 && onlyFields) return false;
  await rules.afterSave?.(transaction, before, after);
  const concerns = await refreshAffectedFigures(transaction.em, type, before.id, concernedBefore, onlyFields ? names : undefined);
  await publishOne(transaction, type, before, after, { ...fieldChanges(type, before, after), ...parts }, concerns);
  return true;
}

/** @returns the names of the fields that changed @throws Problem when its rules refuse it */
async function saveOne(
  transaction: Transaction,
  type: RecordType,
  change: RecordChange<VersionedRecord>,
  how: ChangeOptions,
  partsChanged: boolean,
): Promise<string[]> {
  const write = async (accepted: readonly RecordChange<VersionedRecord>[]): Promise<string[]> =>
    accepted.length > 0 ? saveRecord(transaction, type, change.before, change.after, partsChanged) : [];
  const { refused, saved } = await saveWithKeys(transaction, type, [change], how, write);
  const problem = refused.get(change.after);
  if (problem) throw problem;
  return saved;
}

/** Marks a record as deleted. @returns whether it was not deleted before @throws NotFound, PreconditionFailed */
export const remove = (transaction: Transaction, type: RecordType, id: number, how: ChangeOptions = {}): Promise<boolean> =>
  change(transaction, type, id, { deleted: true }, how);

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
  const versions = await rows(
    transaction.em,
    sql`SELECT id, version FROM ${identifier(type.table)} WHERE id IN (${values(ids)}) ORDER BY id`,
  );
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

/** @throws PreconditionFailed when the version is not the expected one */
export function checkExpected(type: RecordType, { id, version = 0 }: VersionedRecord, expected: ExpectedVersion | undefined): void {
  if (expected && !expected.matches(version))
    throw new PreconditionFailed(`The ${displayName(type)} ${id} has changed since you read it: read it again and send its new ETag.`);
}

async function publishOne(
  transaction: Transaction,
  type: RecordType,
  before: VersionedRecord,
  after: VersionedRecord,
  fields: FieldChanges,
  concerns: AffectedRecords,
): Promise<void> {
  const events = await raisedEvents(transaction.em, type, before, after);
  await publish(transaction, [
    {
      type: type.name,
      recordID: after.id,
      action: actionOf(before, after),
      version: after.version ?? 0,
      events,
      fields,
      concerned: concerns,
    },
  ]);
}

function actionOf(before: VersionedRecord, after: VersionedRecord): ChangeAction {
  if (before.deleted === after.deleted) return 'updated';
  return after.deleted ? 'deleted' : 'restored';
}
