import type { Transaction } from '../../../core/database';
import type { Field } from '../../../core/fields/field';
import type { RecordType } from '../../../core/fields/record-type';
import { Problem } from '../../../core/problems';
import { changeMany, displayName } from '../../../core/records';
import type { Targeted } from '../action';
import type { ActionDefinition, Outcomes } from '../action-definition';
import type { RecordAndTarget } from './action-context';
import { ActionFailed } from './action-errors';
import { forEach, oneOrMany, type PerformAll } from './one-or-many';

/** Twice a tag: the records are loaded and saved completely. */
const COST = 2;

/** Both ways to perform an action that writes a field of its targets. */
export const setting = <P extends Targeted>(setAll: PerformAll<P>): Pick<ActionDefinition<P>, 'perform' | 'together'> =>
  oneOrMany(COST, setAll, { followsRules: true });

/** A field of the targets of an action. */
export interface TargetField {
  readonly of: (type: RecordType) => Field | undefined;
  /** What a message calls it. */
  readonly name: string;
}

/**
 * Writes a field by the rules of its type. @param values of the subjects, in their order
 * @throws ActionFailed if the type has no such field, FailedRecords, and OrderMatters where they must be done one after the other
 */
export async function setField(
  transaction: Transaction,
  subjects: readonly RecordAndTarget[],
  { of, name }: TargetField,
  values: readonly unknown[],
): Promise<Outcomes> {
  const [first] = subjects;
  if (!first) return { changed: new Set() };
  const { type } = first.target;
  const field = of(type);
  if (!field) throw new ActionFailed(`A ${displayName(type)} has no ${name}.`);
  const patches = subjects.map(({ target }, index) => ({ id: target.id, body: { [field.name]: values[index] } }));
  const results = await changeMany(transaction, type, patches, { inAnyOrder: true });
  const changed = forEach(subjects, ({ recordID }, index) => (changedOrThrow(results[index]!) ? [recordID] : []));
  return { changed: new Set(changed.flat()) };
}

function changedOrThrow(result: boolean | Problem): boolean {
  if (result instanceof Problem) throw result;
  return result;
}
