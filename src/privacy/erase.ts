import { isText } from '../core/audit';
import { publish } from '../core/changes';
import type { Transaction } from '../core/database';
import type { RecordType } from '../core/fields/record-type';
import { holdersIn, type Person, type RecordsOf } from '../core/personal-data';
import {
  affectedRecords,
  blankRecord,
  loadAll,
  refreshAffectedFigures,
  refreshFigures,
  saveRecords,
  writableFields,
  type RecordChange,
} from '../core/records';

/** Records saved at a time. */
const BATCH = 500;

/** What is not personal in the record of a person: whose it was and since when; its divisions say who may see it. */
const KEPT = ['id', 'version', 'createdByID', 'createdDate', 'updatedByID', 'updatedDate', 'mergedIntoID', 'divisions', 'ownerID'];

interface StoredRecord {
  readonly id: number;
  readonly version: number;
}

/** Removes all that is personal, everywhere. What is left of the person is an empty record, to which others may refer. */
export async function erase(transaction: Transaction, person: Person): Promise<void> {
  // first, while the records still tell whose they are
  for (const holder of holdersIn(transaction.types)) await holder.erase?.(transaction, person);
  for (const records of person.records) await eraseTexts(transaction, records);
  await erasePerson(transaction, person);
}

/** Of records about the person, what somebody has written: numbers, dates and references stay. */
async function eraseTexts(transaction: Transaction, { type: name, ids }: RecordsOf): Promise<void> {
  const type = transaction.types.named(name);
  const texts = writableFields(type).filter((field) => isText(type, field.name));
  const cleared = Object.fromEntries(texts.map((field) => [field.name, null]));
  for (let from = 0; from < ids.length; from += BATCH) {
    const found = await loadAll(transaction.em, type, ids.slice(from, from + BATCH));
    const changes = found.map((before) => ({ before, after: Object.assign(new type.entity(), before, cleared) }));
    const changed = await saveRecords(transaction, type, changes);
    await report(
      transaction,
      type,
      'updated',
      changes.filter((_, index) => changed[index]!.length > 0),
    );
  }
}

async function erasePerson(transaction: Transaction, { type, ids }: Person): Promise<void> {
  const { em, now } = transaction;
  const affected = await affectedRecords(em, type, ids);
  const changes = (await loadAll(em, type, ids)).map((before) => ({ before, after: emptied(type, before, now) }));
  await saveRecords(transaction, type, changes);
  await refreshFigures(em, type, ids);
  await refreshAffectedFigures(
    em,
    type,
    ids.map((id) => ({ id, before: affected.get(id) })),
  );
  await report(transaction, type, 'erased', changes);
}

function emptied(type: RecordType, before: object, erasedDate: Date): object {
  const kept = Object.entries(before).filter(([name]) => KEPT.includes(name));
  return Object.assign(blankRecord(type), Object.fromEntries(kept), { deleted: true, optOut: true, erasedDate });
}

/** Without the values, which are what is removed. */
const report = (
  transaction: Transaction,
  type: RecordType,
  action: 'updated' | 'erased',
  changes: readonly RecordChange[],
): Promise<void> =>
  publish(
    transaction,
    changes.map(({ after }) => {
      const { id, version } = after as StoredRecord;
      return { type: type.name, recordID: id, action, version };
    }),
  );
