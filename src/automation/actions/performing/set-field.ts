import type { Transaction } from '../../../core/database';
import type { Field } from '../../../core/fields/field';
import { change, displayName } from '../../../core/records';
import { ActionFailed } from './action-errors';
import type { Target } from './target';

/** Writes a field by the rules of its type. `name`: what the message calls the field. @throws ActionFailed if the type has no such field */
export async function setField(
  transaction: Transaction,
  { type, id }: Target,
  field: Field | undefined,
  name: string,
  value: unknown,
): Promise<boolean> {
  if (!field) throw new ActionFailed(`A ${displayName(type)} has no ${name}.`);
  return change(transaction, type, id, { [field.name]: value });
}
