import { fieldsOf, type Field } from '../fields/field';
import { perType } from '../fields/per-type';
import type { RecordType } from '../fields/record-type';
import type { FieldScope } from '../terms/role-scopes';
import type { Caller } from './caller';
import { requireScopes } from './rights';

/** A field that requires a scope. */
type ScopedField = Field & { readonly scope: FieldScope };

const isScoped = (field: Field): field is ScopedField => field.scope !== undefined;

const scopedFields = perType((type): readonly ScopedField[] => type.fields.filter(isScoped));

/** Does a caller lack the scope that a field requires? */
export const isHiddenFrom = ({ scopes }: Caller, { scope }: Field): boolean => scope !== undefined && !scopes?.has(scope);

/** The fields of a record type that a caller does not see. */
export const hiddenFields = (type: RecordType, caller: Caller): readonly Field[] =>
  scopedFields(type).filter((field) => isHiddenFrom(caller, field));

/** @throws MissingScope if one of the fields requires a scope that the caller does not have */
export function requireFieldScopes(caller: Caller, fields: readonly Field[]): void {
  const refused = fields.filter(isScoped).filter(({ scope }) => !caller.scopes?.has(scope));
  if (refused.length === 0) return;
  const names = [...new Set(refused.map(({ name }) => name))];
  requireScopes(
    caller,
    new Set(refused.map(({ scope }) => scope)),
    names.length === 1 ? `The field ${names[0]}` : `Each of the fields ${names.join(', ')}`,
  );
}

const scopedFieldsOfBodies = new WeakMap<Function, readonly ScopedField[]>();

/**
 * @param shape the class of the body; its derived fields are ignored anyway
 * @throws MissingScope if it sets a field that the caller does not see
 */
export function refuseHidden(caller: Caller, shape: Function, body: unknown): void {
  const scoped =
    scopedFieldsOfBodies.get(shape) ??
    fieldsOf(shape)
      .filter(isScoped)
      .filter(({ derived }) => !derived);
  scopedFieldsOfBodies.set(shape, scoped);
  if (scoped.length === 0 || typeof body !== 'object' || body === null) return;
  requireFieldScopes(
    caller,
    scoped.filter(({ name }) => Object.hasOwn(body, name)),
  );
}
