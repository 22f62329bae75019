import { publish, type Change, type ChangeAction, type FieldChanges } from '../changes';
import type { Transaction } from '../database';
import type { RecordType } from '../fields/record-type';
import type { ExpectedVersion } from '../http';
import { Conflict, PreconditionFailed, Problem } from '../problems';
import { displayName } from './display-name';
import { checkNotErased } from './erased';
import { affectedRecords, refreshAffectedFigures, type AffectedRecords } from './figures/affected-records';
import { changesOthers, rulesOf, type ChangeOptions, type Refusals } from './rules';
import { checkReferences, independentOnes, prepare, refusals, takeSteps, type Draft, type Step, type StoredRecord } from './steps';
import { setCountry } from './writing/country';
import { publishedFields } from './writing/published-fields';
import { saveWithKeys } from './writing/keys';
import { applyPatch } from './writing/patch';
import { raisedEvents } from './writing/raised-events';
import { loadAll, recordNotFound } from './writing/stored';
import { saveRecords } from './writing/writer';

/** How many records are loaded at a time. */
const MOST = 500;

/** A record and the validated body that changes it. */
export interface Patch {
  readonly id: number;
  readonly body: object;
}

/** What becomes of records depends on which of them is changed first. */
export class OrderMatters extends Conflict {}

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
  const [changed] = await changeMany(transaction, type, [{ id, body }], how);
  if (changed instanceof Problem) throw changed;
  return changed!;
}

/** Marks a record as deleted. @returns whether it was not deleted before @throws NotFound, PreconditionFailed */
export const remove = (transaction: Transaction, type: RecordType, id: number, how: ChangeOptions = {}): Promise<boolean> =>
  change(transaction, type, id, { deleted: true }, how);

/**
 * Changes records with few statements, as if one after the other. Any other error than the problem of a single record is thrown, and
 * leaves some of them changed; so is a problem with data stored outside the record.
 * @returns of each whether anything changed, or why it was refused
 * @throws OrderMatters if it must not, and does
 */
export async function changeMany(
  transaction: Transaction,
  type: RecordType,
  patches: readonly Patch[],
  how: ChangeOptions = {},
): Promise<(boolean | Problem)[]> {
  const results: (boolean | Problem)[] = [];
  while (results.length < patches.length) {
    const next = differentOnes(patches.slice(results.length, results.length + mostAtOnce(transaction, type)));
    results.push(...(await changeDifferent(transaction, type, next, how)));
  }
  return results;
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
  const draft = { before: loaded as StoredRecord, after: changed as StoredRecord, body };
  const { refused, saved } = await saveAll(transaction, type, [draft], how);
  const problem = refused.get(changed);
  if (problem) throw problem;
  return saved.has(changed);
}

/** @throws PreconditionFailed when the version is not the expected one */
export function checkExpected(type: RecordType, { id, version = 0 }: StoredRecord, expected: ExpectedVersion | undefined): void {
  if (expected && !expected.matches(version))
    throw new PreconditionFailed(
      `The ${displayName(type)} ${id} has another version than the request expects: read it again and send its new ETag.`,
    );
}

/** What changing a record does to others may concern the next one. */
const mostAtOnce = (transaction: Transaction, type: RecordType): number => (changesOthers(transaction, type) ? 1 : MOST);

/** The first ones, up to one of a record that another of them changes. */
function differentOnes(patches: readonly Patch[]): readonly Patch[] {
  const ids = new Set<number>();
  const end = patches.findIndex(({ id }) => ids.size === ids.add(id).size);
  return end < 0 ? patches : patches.slice(0, end);
}

async function changeDifferent(
  transaction: Transaction,
  type: RecordType,
  patches: readonly Patch[],
  how: ChangeOptions,
): Promise<(boolean | Problem)[]> {
  const drafts = await draftsOf(transaction, type, patches);
  const results = new Map<number, boolean | Problem>();
  for (let rest: readonly Draft[] = [...drafts.values()]; rest.length > 0;) {
    const next = independentOnes(transaction, type, rest);
    if (how.inAnyOrder && next.length < rest.length) throw new OrderMatters('These records cannot be changed in any order.');
    const { refused, saved } = await changeTogether(transaction, type, next, how);
    for (const { after } of next) results.set(after.id, refused.get(after) ?? saved.has(after));
    rest = rest.slice(next.length);
  }
  return patches.map(({ id }) => results.get(id) ?? recordNotFound(type, id));
}

/** The records that exist, in the order of their patches. */
async function draftsOf({ em }: Transaction, type: RecordType, patches: readonly Patch[]): Promise<readonly Draft[]> {
  const loaded = await loadAll(
    em,
    type,
    patches.map(({ id }) => id),
  );
  const stored = new Map((loaded as StoredRecord[]).map((record) => [record.id, record]));
  return patches.flatMap(({ id, body }) => {
    const before = stored.get(id);
    return before ? [{ before, after: applyPatch(type, before, body) as StoredRecord, body }] : [];
  });
}

const checkVersions: Step = (_, type, drafts, { expected }) => refusals(drafts, ({ before }) => checkExpected(type, before, expected));

/** What was personal of it is gone for good. */
const refuseErased: Step = (_, type, drafts) => refusals(drafts, ({ before }) => checkNotErased(type, before));

const setCountries: Step = (_, type, drafts) => refusals(drafts, ({ after, body }) => setCountry(type, after, body));

/** What became of changed records. */
interface Saved {
  readonly refused: Refusals;
  /** Those in which something changed. */
  readonly saved: ReadonlySet<object>;
}

async function changeTogether(transaction: Transaction, type: RecordType, drafts: readonly Draft[], how: ChangeOptions): Promise<Saved> {
  const refused = await takeSteps([checkVersions, refuseErased, setCountries, checkReferences, prepare], transaction, type, drafts, how);
  const accepted = drafts.filter(({ after }) => !refused.has(after));
  if (accepted.length === 0) return { refused, saved: new Set() };
  const outcome = await saveAll(transaction, type, accepted, how);
  return { refused: new Map([...refused, ...outcome.refused]), saved: outcome.saved };
}

/** Saves loaded and changed records and everything that depends on them. */
async function saveAll(transaction: Transaction, type: RecordType, drafts: readonly Draft[], how: ChangeOptions): Promise<Saved> {
  const rules = rulesOf(transaction, type);
  const affected = await affectedRecords(
    transaction.em,
    type,
    drafts.map(({ before }) => before.id),
  );
  const parts = new Map<Draft, FieldChanges>();
  const write = async (accepted: readonly Draft[]): Promise<Map<Draft, string[]>> => {
    for (const each of accepted) {
      const { before, after, body } = each;
      if (!parts.has(each)) parts.set(each, rules.saveParts ? await rules.saveParts(transaction, after, body, before) : {});
    }
    const changes = accepted.map((each) => ({ ...each, partsChanged: isAny(parts.get(each)) }));
    const changed = await saveRecords(transaction, type, changes);
    return new Map(accepted.map((each, index) => [each, changed[index]!]));
  };
  const { refused, saved: fields } = await saveWithKeys(transaction, type, drafts, how, write);
  const saved = drafts.flatMap((draft): SavedDraft[] => {
    const names = fields.get(draft) ?? [];
    const ownParts = parts.get(draft) ?? {};
    if (names.length === 0 && !isAny(ownParts)) return [];
    return [{ ...draft, parts: ownParts, affected: affected.get(draft.before.id), changed: isAny(ownParts) ? undefined : names }];
  });
  if (saved.length > 0) await finish(transaction, type, saved, how);
  return { refused, saved: new Set(saved.map(({ after }) => after)) };
}

const isAny = (parts: FieldChanges = {}): boolean => Object.keys(parts).length > 0;

interface SavedDraft extends Draft {
  /** What changed in data stored outside the record. */
  readonly parts: FieldChanges;
  /** The records that it affected before. */
  readonly affected: AffectedRecords | undefined;
  /** The names of its fields that changed; absent: its parts have changed, too. */
  readonly changed: readonly string[] | undefined;
}

/** What follows from changed records. */
async function finish(transaction: Transaction, type: RecordType, drafts: readonly SavedDraft[], how: ChangeOptions): Promise<void> {
  const rules = rulesOf(transaction, type);
  await rules.saveLinks?.(transaction, drafts);
  if (rules.afterSave) for (const { before, after } of drafts) await rules.afterSave(transaction, before, after, how);
  const concerned = await refreshAffectedFigures(
    transaction.em,
    type,
    drafts.map(({ before, affected, changed }) => ({ id: before.id, before: affected, changed })),
  );
  const changes: Change[] = [];
  for (const { before, after, parts } of drafts) {
    changes.push({
      type: type.name,
      recordID: after.id,
      action: actionOf(before, after),
      version: after.version ?? 0,
      events: await raisedEvents(transaction.em, type, before, after),
      fields: publishedFields(transaction, type, { before, after }, parts, how),
      concerned: concerned.get(after.id),
    });
  }
  await publish(transaction, changes);
}

function actionOf(before: StoredRecord, after: StoredRecord): ChangeAction {
  if (before.deleted === after.deleted) return 'updated';
  return after.deleted ? 'deleted' : 'restored';
}
