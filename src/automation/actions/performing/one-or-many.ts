import type { Transaction } from '../../../core/database';
import { Problem } from '../../../core/problems';
import type { Action, Targeted } from '../action';
import type { ActionDefinition, Outcomes, PerformedTogether } from '../action-definition';
import type { ActionContext, RecordAndTarget } from './action-context';
import { ActionFailed, ActionSkipped, FailedRecords } from './action-errors';

/** Performs an action for records whose targets are all of one type. @throws as `perform` of `PerformedTogether` does */
export type PerformAll<P extends Targeted> = (
  transaction: Transaction,
  action: Action<P>,
  subjects: readonly RecordAndTarget[],
  context: ActionContext,
) => Promise<Outcomes>;

/** Both ways to perform an action whose code is the same for one record and for many. @param cost per record, measured in tags */
export const oneOrMany = <P extends Targeted>(
  cost: number,
  performAll: PerformAll<P>,
  more: Pick<PerformedTogether<P>, 'followsRules'> = {},
): Pick<ActionDefinition<P>, 'perform' | 'together'> => ({
  perform: async (transaction, action, subject, context) => {
    const { changed, skipped } = await performAll(transaction, action, [subject], context).catch(throwOwn);
    const reason = skipped?.get(subject.recordID);
    if (reason !== undefined) throw new ActionSkipped(reason);
    return changed.has(subject.recordID);
  },
  together: {
    cost,
    ...more,
    perform: (transaction, action, ids, context) => {
      const type = context.definition.record;
      const subjects = ids.map((id) => ({ recordID: id, target: { type, id } }));
      return performAll(transaction, action, subjects, context);
    },
  },
});

/** The outcome when something was done to all of them. */
export const allChanged = (subjects: readonly RecordAndTarget[]): Outcomes => ({
  changed: new Set(subjects.map(({ recordID }) => recordID)),
});

/** Does the work for each of the records. @returns the results in their order @throws FailedRecords with the errors of all that fail */
export function forEach<S extends RecordAndTarget, T>(subjects: readonly S[], work: (subject: S, index: number) => T): T[] {
  const errors = new Map<number, Error>();
  const results = subjects.flatMap((subject, index) => {
    try {
      return [work(subject, index)];
    } catch (error) {
      if (!(error instanceof Problem || error instanceof ActionFailed)) throw error;
      errors.set(subject.recordID, error);
      return [];
    }
  });
  if (errors.size > 0) throw new FailedRecords(errors);
  return results;
}

/** Throws the error of the only record. */
function throwOwn(error: unknown): never {
  const [own = error] = error instanceof FailedRecords ? error.errors.values() : [];
  throw own;
}
