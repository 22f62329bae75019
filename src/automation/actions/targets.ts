import { recordTypeNamed, type RecordType } from '../../fields/record-type';
import { relationsOf } from '../../query/filterable';
import { SUBJECTS, type Subject } from '../catalogue/modules';
import type { ActionDefinition } from './action';

export const SELF = 'self';

/** The records that an action of a rule can be done to, by name: the rule's own, and those it refers to (`clientID`: client). */
export function targetsOf(record: RecordType): ReadonlyMap<string, RecordType> {
  const references = relationsOf(record).filter(({ name, to }) => !(name in record.relations) && isSubject(to));
  return new Map([[SELF, record], ...references.map(({ name, to }) => [name, recordTypeNamed(to)] as const)]);
}

/** Those that an action of this kind can be done to. */
export const targetsFor = (definition: ActionDefinition, record: RecordType): ReadonlyMap<string, RecordType> =>
  new Map([...targetsOf(record)].filter(([, { name }]) => isSubject(name) && definition.actsOn.includes(name)));

const isSubject = (name: string): name is Subject => (SUBJECTS as readonly string[]).includes(name);
