import type { Transaction } from '../../database';
import { isDuplicate } from '../../database/errors';
import type { RecordType } from '../../fields/record-type';
import { hasExternalIDs, refuseTakenIDs, setExternalKeys } from './external-keys';
import { rulesOf, type ChangeOptions, type RecordChange, type Refusals } from '../rules';

const NONE: Refusals = new Map();

/**
 * Saves records after their rules have set unique keys; a single one once more from there when another transaction takes its key first.
 * Of several some may have been inserted by then: the error is thrown, and the caller undoes them.
 * @param save writes those that are not refused; may be called twice
 */
export async function saveWithKeys<T extends RecordChange<{ id: number }>, R>(
  transaction: Transaction,
  type: RecordType,
  changes: readonly T[],
  how: ChangeOptions,
  save: (accepted: readonly T[]) => Promise<R>,
): Promise<{ readonly refused: Refusals; readonly saved: R }> {
  const rules = rulesOf(transaction, type);
  const attempt = async () => {
    setExternalKeys(type, changes);
    const refused = new Map([
      ...((await rules.beforeSave?.(transaction, changes, how)) ?? NONE),
      ...(await refuseTakenIDs(transaction, type, changes)),
    ]);
    return { refused, saved: await save(changes.filter(({ after }) => !refused.has(after))) };
  };
  try {
    return await attempt();
  } catch (error) {
    if (!(rules.beforeSave || hasExternalIDs(type)) || changes.length > 1 || !isDuplicate(error)) throw error;
    return attempt();
  }
}
