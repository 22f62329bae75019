import { inAllDivisions } from '../callers';
import { publish, type Change } from '../changes';
import type { Transaction } from '../database';
import type { RecordType } from '../fields/record-type';
import type { Problem } from '../problems';
import { refreshAffectedFigures } from './figures/affected-records';
import { refreshFigures } from './figures/figures';
import { rulesOf, type ChangeOptions, type Refusals } from './rules';
import { checkReferences, independentOnes, prepare, refusals, takeSteps, type Draft, type Step, type StoredRecord } from './steps';
import { ownDivision } from './writing/divisions';
import { setCountry } from './writing/country';
import { publishedFields } from './writing/published-fields';
import { saveWithKeys } from './writing/keys';
import { applyPatch } from './writing/patch';
import { raisedEvents } from './writing/raised-events';
import { stampCreated } from './writing/stamps';
import { blankRecord, copyOf } from './writing/stored';
import { insertNew, saveRecord } from './writing/writer';

/**
 * Creates a record from a validated body, applying the rules of its type. @returns its id @throws InvalidRequest and
 * whatever the rules throw
 */
export async function create(transaction: Transaction, type: RecordType, body: object, how: ChangeOptions = {}): Promise<number> {
  const [created] = await createMany(transaction, type, [body], how);
  return idOrThrow(created!);
}

/**
 * Creates records from validated bodies with few statements, as if one after the other. Any other error than the problem of a
 * single record is thrown, and leaves some of them created.
 * @returns the id of each, or why it was refused
 */
export async function createMany(
  transaction: Transaction,
  type: RecordType,
  bodies: readonly object[],
  how: ChangeOptions = {},
): Promise<(number | Problem)[]> {
  const drafts = bodies.map((body) => draft(type, { ...ownDivision(transaction.caller, type), ...body }));
  const results: (number | Problem)[] = [];
  while (results.length < drafts.length) {
    const next = independentOnes(transaction, type, drafts.slice(results.length));
    results.push(...(await createTogether(transaction, type, next, how)));
  }
  return results;
}

/** Saves a new, complete record and everything that depends on it. @returns its id */
export async function add(transaction: Transaction, type: RecordType, record: object): Promise<number> {
  const [id] = await addMany(transaction, type, [record]);
  return id!;
}

/** The same for many records with few statements; none may claim what another one does. @returns their ids, in the order of the records */
export async function addMany(transaction: Transaction, type: RecordType, records: readonly object[]): Promise<number[]> {
  const drafts = records.map((record) => ({ before: blankRecord(type) as StoredRecord, after: record as StoredRecord, body: {} }));
  const refused = await addAll(transaction, type, drafts, {});
  return drafts.map(({ after }) => idOrThrow(refused.get(after) ?? after.id));
}

function idOrThrow(created: number | Problem): number {
  if (typeof created !== 'number') throw created;
  return created;
}

function draft(type: RecordType, body: object): Draft {
  const before = blankRecord(type) as StoredRecord;
  return { before, after: applyPatch(type, before, body) as StoredRecord, body };
}

const setDefaults: Step = (transaction, type, drafts) =>
  refusals(drafts, async ({ after, body }) => {
    await rulesOf(transaction, type).setDefaults?.(transaction, after, body);
    setCountry(type, after, body);
  });

/** A default may refer to what the caller does not see: the candidate of an application, say. */
const checkExistence: Step = (transaction, type, drafts, how) => checkReferences(inAllDivisions(transaction), type, drafts, how);

async function createTogether(
  transaction: Transaction,
  type: RecordType,
  drafts: readonly Draft[],
  how: ChangeOptions,
): Promise<(number | Problem)[]> {
  const isLimited = transaction.caller.scope.divisions !== 'all';
  const steps = [...(isLimited ? [checkReferences] : []), setDefaults, checkExistence, prepare, addAll];
  const refused = await takeSteps(steps, transaction, type, drafts, how);
  return drafts.map(({ after }) => refused.get(after) ?? after.id);
}

/** Saves new, complete records and everything that depends on them, and sets their ids. @returns why others were not saved */
async function addAll(transaction: Transaction, type: RecordType, drafts: readonly Draft[], how: ChangeOptions): Promise<Refusals> {
  for (const { after } of drafts) {
    stampCreated(transaction, type, after);
    if (type.findField('version')) after.version = 1;
  }
  const insert = async (accepted: readonly Draft[]): Promise<readonly Draft[]> => {
    const ids = await insertNew(
      transaction.em,
      type,
      accepted.map(({ after }) => after),
    );
    accepted.forEach(({ after }, index) => (after.id = ids[index]!));
    return accepted;
  };
  const { refused, saved } = await saveWithKeys(transaction, type, drafts, how, insert);
  if (saved.length > 0) await finish(transaction, type, saved, how);
  return refused;
}

/** What follows from saved new records. */
async function finish(transaction: Transaction, type: RecordType, drafts: readonly Draft[], how: ChangeOptions): Promise<void> {
  const rules = rulesOf(transaction, type);
  const parts = new Map<Draft, Change['fields']>();
  if (rules.saveParts)
    for (const each of drafts) {
      const inserted = copyOf(type, each.after);
      const changed = await rules.saveParts(transaction, each.after, each.body, each.before);
      parts.set(each, changed);
      // what the record shows of its parts, such as the names of its divisions
      if (Object.keys(changed).length > 0) await saveRecord(transaction, type, inserted, each.after);
    }
  await rules.saveLinks?.(transaction, drafts);
  if (rules.afterSave) for (const { before, after } of drafts) await rules.afterSave(transaction, before, after, how);
  // figures are about related data: those of a new record differ from their defaults only where its rules have saved some
  const hasFollowing = (rules.saveLinks ?? rules.afterSave) !== undefined;
  const related = drafts.filter((each) => hasFollowing || Object.keys(parts.get(each) ?? {}).length > 0);
  await refreshFigures(
    transaction.em,
    type,
    related.map(({ after }) => after.id),
  );
  const concerned = await refreshAffectedFigures(
    transaction.em,
    type,
    drafts.map(({ after: { id } }) => ({ id })),
  );
  const changes: Change[] = [];
  for (const each of drafts) {
    const { before, after } = each;
    changes.push({
      type: type.name,
      recordID: after.id,
      action: 'created',
      version: after.version ?? 0,
      events: await raisedEvents(transaction.em, type, undefined, after),
      fields: publishedFields(transaction, type, { before, after }, parts.get(each), how),
      concerned: concerned.get(after.id),
    });
  }
  await publish(transaction, changes);
}
