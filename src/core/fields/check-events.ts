import type { Effect } from './effect';
import type { Cause, RecordEvent } from './record-event';
import { fail, type RecordType } from './record-type';

/** @throws Error that names a type of a module without events, or what a cause or consequence names in vain */
export function checkEvents(types: readonly RecordType[]): void {
  for (const type of types) {
    if (type.moduleId !== undefined && type.events.length === 0) fail(`Record type ${type.name} belongs to a module, but has no events.`);
    for (const event of type.events) checkCauses(types, type, event);
    for (const { field, effects } of type.consequences) {
      checkField(types, `A consequence of ${type.name}`, type.name, field);
      for (const effect of effects) checkEffect(types, type, effect);
    }
  }
}

function checkCauses(types: readonly RecordType[], own: RecordType, { name, causedBy }: RecordEvent): void {
  for (const cause of causedBy)
    for (const field of fieldsNamedIn(cause)) checkField(types, `A cause of "${name}"`, cause.type ?? own.name, field);
}

const fieldsNamedIn = (cause: Cause): (string | undefined)[] =>
  cause.kind === 'created' ? [undefined, ...Object.keys(cause.having)] : [cause.kind === 'fieldWritten' ? cause.field : undefined];

const checkEffect = (types: readonly RecordType[], { name }: RecordType, effect: Effect): void =>
  checkField(types, `A consequence of ${name}`, effect.type, effect.kind === 'fieldWritten' ? effect.field : undefined);

function checkField(types: readonly RecordType[], where: string, typeName: string, field: string | undefined): void {
  const type = types.find(({ name }) => name === typeName) ?? fail(`${where} refers to ${typeName}, which is not a record type.`);
  if (field !== undefined && !type.findField(field)) fail(`${where} refers to ${typeName}.${field}, which is not a field.`);
}
