import { publish, type Change } from '../changes';
import type { Transaction } from '../database';
import type { RecordType } from '../fields/record-type';
import { Problem } from '../problems';
import { refreshFiguresAffectedByNew } from './figures/affected-records';
import { refreshFigures } from './figures/figures';
import { rulesOf, type ChangeOptions, type Refusals } from './rules';
import { setCountry } from './writing/country';
import { fieldChanges } from './writing/field-changes';
import { saveWithKeys } from './writing/keys';
import { applyPatch } from './writing/patch';
import { raisedEvents } from './writing/raised-events';
import { invalidReferences } from './writing/references';
import { stampCreated } from './writing/stamps';
import { blankRecord } from './writing/stored';
import { insertNew } from './writing/writer';

interface NewRecord {
  id: number;
  version?: number;
}

/** A record that is not saved yet. */
interface Draft {
  readonly before: NewRecord;
  readonly after: NewRecord;
  readonly body: object;
}

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
  const drafts = bodies.map((body) => draft(type, body));
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
  const drafts = records.map((record) => ({ before: blankRecord(type) as NewRecord, after: record as NewRecord, body: {} }));
  const refused = await addAll(transaction, type, drafts, {});
  return drafts.map(({ after }) => idOrThrow(refused.get(after) ?? after.id));
}

function idOrThrow(created: number | Problem): number {
  if (typeof created !== 'number') throw created;
  return created;
}

function draft(type: RecordType, body: object): Draft {
  const before = blankRecord(type) as NewRecord;
  return { before, after: applyPatch(type, before, body) as NewRecord, body };
}

/** The first ones, up to one that claims what another of them does. */
function independentOnes(transaction: Transaction, type: RecordType, drafts: readonly Draft[]): readonly Draft[] {
  const rules = rulesOf(transaction, type);
  const claimed = new Set<string>();
  const isRepeated = ({ after }: Draft): boolean => {
    const own = rules.claims?.(after) ?? [];
    const repeated = own.some((claim) => claimed.has(claim));
    own.forEach((claim) => claimed.add(claim));
    return repeated;
  };
  const end = drafts.findIndex(isRepeated);
  return end < 0 ? drafts : drafts.slice(0, end);
}

/** One of the steps of creating records. @returns why some of them cannot be created */
type Step = (transaction: Transaction, type: RecordType, drafts: readonly Draft[], how: ChangeOptions) => Promise<Refusals>;

const setDefaults: Step = (transaction, type, drafts) =>
  refusals(drafts, async ({ after, body }) => {
    await rulesOf(transaction, type).setDefaults?.(transaction, after, body);
    setCountry(type, after, body);
  });

const checkReferences: Step = async ({ em }, type, drafts) => {
  const problems = await invalidReferences(em, type, drafts);
  return new Map(drafts.flatMap(({ after }, index) => (problems[index] ? [[after, problems[index]] as const] : [])));
};

const prepare: Step = (transaction, type, drafts, how) =>
  refusals(drafts, async ({ before, after }) => rulesOf(transaction, type).prepare?.(transaction, before, after, how));

async function createTogether(
  transaction: Transaction,
  type: RecordType,
  drafts: readonly Draft[],
  how: ChangeOptions,
): Promise<(number | Problem)[]> {
  const refused = new Map<object, Problem>();
  for (const step of [setDefaults, checkReferences, prepare, addAll]) {
    const accepted = drafts.filter(({ after }) => !refused.has(after));
    for (const [record, problem] of await step(transaction, type, accepted, how)) refused.set(record, problem);
  }
  return drafts.map(({ after }) => refused.get(after) ?? after.id);
}

/** The problems that come up, by record; any other error is thrown. */
async function refusals(drafts: readonly Draft[], work: (draft: Draft) => Promise<void>): Promise<Refusals> {
  const refused = new Map<object, Problem>();
  for (const each of drafts) {
    try {
      await work(each);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.set(each.after, error);
    }
  }
  return refused;
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
  if (saved.length > 0) await finish(transaction, type, saved);
  return refused;
}

/** What follows from saved new records. */
async function finish(transaction: Transaction, type: RecordType, drafts: readonly Draft[]): Promise<void> {
  const rules = rulesOf(transaction, type);
  const parts = new Map<Draft, Change['fields']>();
  for (const each of drafts) {
    parts.set(each, await rules.saveParts?.(transaction, each.after, each.body));
    if (!rules.afterCreate) await rules.afterSave?.(transaction, each.before, each.after);
  }
  await rules.afterCreate?.(
    transaction,
    drafts.map(({ after }) => after),
  );
  const ids = drafts.map(({ after }) => after.id);
  // figures are about related data: those of a new record differ from their defaults only where its rules have saved some
  const related = drafts.filter((each) => rules.afterSave !== undefined || Object.keys(parts.get(each) ?? {}).length > 0);
  await refreshFigures(
    transaction.em,
    type,
    related.map(({ after }) => after.id),
  );
  const concerned = await refreshFiguresAffectedByNew(transaction.em, type, ids);
  const changes: Change[] = [];
  for (const each of drafts) {
    const { before, after } = each;
    changes.push({
      type: type.name,
      recordID: after.id,
      action: 'created',
      version: after.version ?? 0,
      events: await raisedEvents(transaction.em, type, undefined, after),
      fields: { ...fieldChanges(type, before, after), ...parts.get(each) },
      concerned: concerned.get(after.id),
    });
  }
  await publish(transaction, changes);
}
