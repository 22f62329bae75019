import type { Transaction } from '../database';
import { perType } from '../fields/per-type';
import type { RecordType } from '../fields/record-type';
import { Problem } from '../problems';
import { rulesOf, type ChangeOptions, type RecordChange, type Refusals } from './rules';
import { claimedID } from './writing/external-keys';
import { invalidReferences } from './writing/references';
import { storedFields, type Stored } from './writing/stored';

export interface StoredRecord {
  id: number;
  deleted?: boolean;
  version?: number;
}

/** A record to be saved, with the body that asks for it; one that is new is blank before, and has no id yet. */
export interface Draft extends RecordChange<StoredRecord> {
  readonly body: object;
}

/** Something done with drafts before or as they are saved. @returns why some of them are refused */
export type Step = (transaction: Transaction, type: RecordType, drafts: readonly Draft[], how: ChangeOptions) => Promise<Refusals>;

/** Takes the steps with all drafts, each step with those that none before it has refused. @returns why the others are refused */
export async function takeSteps(
  steps: readonly Step[],
  transaction: Transaction,
  type: RecordType,
  drafts: readonly Draft[],
  how: ChangeOptions,
): Promise<Refusals> {
  const refused = new Map<object, Problem>();
  for (const step of steps) {
    const accepted = drafts.filter(({ after }) => !refused.has(after));
    for (const [record, problem] of await step(transaction, type, accepted, how)) refused.set(record, problem);
  }
  return refused;
}

export const checkReferences: Step = async (transaction, type, drafts) => {
  const problems = await invalidReferences(transaction, type, drafts);
  return new Map(drafts.flatMap(({ after }, index) => (problems[index] ? [[after, problems[index]] as const] : [])));
};

export const prepare: Step = (transaction, type, drafts, how) =>
  refusals(drafts, ({ before, after, body }) => rulesOf(transaction, type).prepare?.(transaction, before, after, how, body));

/** The problems that come up, by record; any other error is thrown. */
export async function refusals(drafts: readonly Draft[], work: (draft: Draft) => Promise<void> | void): Promise<Refusals> {
  const refused = new Map<object, Problem>();
  for (const each of drafts) {
    try {
      const done = work(each);
      if (done) await done;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.set(each.after, error);
    }
  }
  return refused;
}

/** The first ones, up to one whose outcome may depend on what another of them does. */
export function independentOnes(transaction: Transaction, type: RecordType, drafts: readonly Draft[]): readonly Draft[] {
  const rules = rulesOf(transaction, type);
  const claimed = new Set<string>();
  const [referredTo, removed] = [new Set<number>(), new Set<number>()];
  const isDependent = (draft: Draft): boolean => {
    const { before, after } = draft;
    const claims = [...(rules.claims?.(before, after) ?? []), ...claimedID(type, before, after)];
    const references = newReferences(type, draft);
    const isRemoved = before.id !== undefined && before.deleted !== after.deleted;
    const depends =
      claims.some((claim) => claimed.has(claim)) || references.some((id) => removed.has(id)) || (isRemoved && referredTo.has(before.id));
    claims.forEach((claim) => claimed.add(claim));
    references.forEach((id) => referredTo.add(id));
    if (isRemoved) removed.add(before.id);
    return depends;
  };
  const end = drafts.findIndex(isDependent);
  return end < 0 ? drafts : drafts.slice(0, end);
}

/** The records of the same type that it newly refers to. */
const newReferences = (type: RecordType, { before, after }: RecordChange): number[] =>
  ownReferences(type).flatMap(({ name }) => {
    const [was, is] = [(before as Stored)[name], (after as Stored)[name]];
    return is === was || typeof is !== 'number' ? [] : [is];
  });

const ownReferences = perType((type) => storedFields(type).filter(({ source }) => source.in === 'reference' && source.to === type.name));
