import type { RecordType } from '../../core/fields/record-type';
import type { RecordTypes } from '../../core/fields/record-types';
import { relationsOf } from '../../core/query/filterable';
import { AUTOMATION_RECORD_TYPES, type AutomationRecordType } from '../catalogue/modules';
import type { Action } from './action';

export const SELF = 'self';

/** The records that an action can apply to, by name: the record of the rule, and those it refers to (`clientID`: client). */
export function targetsOf(types: RecordTypes, record: RecordType): ReadonlyMap<string, RecordType> {
  const references = relationsOf(record).filter(({ name, to }) => !(name in record.relations) && isAutomationRecordType(to));
  return new Map([[SELF, record], ...references.map(({ name, to }) => [name, types.named(to)] as const)]);
}

/** The type of record that an action applies to. */
export const targetTypeOf = (types: RecordTypes, record: RecordType, { params }: Action): RecordType =>
  targetsOf(types, record).get(params.target ?? SELF) ?? record;

/** The targets that this type of action applies to. */
export const targetsFor = (
  types: RecordTypes,
  { actsOn }: { readonly actsOn: readonly AutomationRecordType[] },
  record: RecordType,
): ReadonlyMap<string, RecordType> =>
  new Map([...targetsOf(types, record)].filter(([, { name }]) => isAutomationRecordType(name) && actsOn.includes(name)));

const isAutomationRecordType = (name: string): name is AutomationRecordType =>
  (AUTOMATION_RECORD_TYPES as readonly string[]).includes(name);
