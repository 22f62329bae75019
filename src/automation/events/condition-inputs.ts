import type { SequencedChange } from '../../core/changes';
import { changedFields } from '../../core/fields/changed-fields';
import { isStored, type Field } from '../../core/fields/field';
import type { RecordType } from '../../core/fields/record-type';
import type { RecordTypes } from '../../core/fields/record-types';
import { isRelative, relationsOf, resolveAlias, type FilterTree, type NamedRelation, type Rule } from '../../core/query';

/** What can make a record begin or cease to match a condition. */
export interface ConditionInputs {
  readonly record: RecordType;
  /** Fields of the record, as changes name them; `any`: figures or related records, too, or the passage of time. */
  readonly fields: readonly string[] | 'any';
  /** The types of the records whose changes can: related ones, and those whose names the condition mentions. */
  readonly types: readonly string[];
  readonly condition?: FilterTree;
}

/** @param also further fields on which it depends whether a record is taken */
export function conditionInputs(
  types: RecordTypes,
  record: RecordType,
  condition?: FilterTree,
  also: readonly string[] = [],
): ConditionInputs {
  const parts = condition ? inputsOf(types, record, condition) : [];
  const isAny = parts.some(({ fields }) => fields === 'any');
  return {
    record,
    fields: isAny ? 'any' : [...also, ...parts.flatMap(({ fields }) => fields)],
    types: parts.flatMap((part) => part.types),
    ...(condition ? { condition } : {}),
  };
}

/** The fields of a record, as changes name them, by which it belongs to divisions: who sees some of these alone matches others no more. */
export const divisionFields = ({ divisions = '' }: RecordType): readonly string[] =>
  [...divisions.matchAll(/\br\.(\w+)/g)].map(([, name = '']) => (name === 'id' ? 'divisionIDs' : name));

/** Can the change have brought about or ended a match? */
export function canMatter({ record, fields, types }: ConditionInputs, change: SequencedChange): boolean {
  return canMatterItself({ record, fields }, change) || types.includes(change.type) || concernedBy({ record, fields }, change).length > 0;
}

/** Can the changed record itself match because of the change? */
export function canMatterItself({ record, fields }: Pick<ConditionInputs, 'record' | 'fields'>, change: SequencedChange): boolean {
  if (change.type !== record.name) return false;
  const changed = Object.keys(change.fields);
  // one that names no field may be of anything
  return change.action !== 'updated' || fields === 'any' || changed.length === 0 || changed.some((name) => fields.includes(name));
}

/** The records whose figures depend on the changed one, if the condition can be about figures. */
export const concernedBy = (
  { record, fields }: Pick<ConditionInputs, 'record' | 'fields'>,
  { concerned }: SequencedChange,
): readonly number[] => (fields === 'any' ? (concerned[record.name] ?? []) : []);

/** The relation to the record whose name the field contains. */
export const relationsNamedBy = (record: RecordType, { source }: Field): NamedRelation[] =>
  source.in === 'name' ? relationsOf(record).filter(({ on }) => on === `x.id = r.\`${source.of}\``) : [];

type Inputs = Pick<ConditionInputs, 'fields' | 'types'>;

function inputsOf(types: RecordTypes, record: RecordType, tree: FilterTree): Inputs[] {
  switch (tree.kind) {
    case 'everyone':
      return [];
    case 'group':
      return tree.branches.flatMap((branch) => inputsOf(types, record, branch));
    case 'rule':
      return [{ fields: fieldsOf(record, tree), types: relationsNamedBy(record, tree.field).map(({ to }) => to) }];
    case 'related': {
      const { relation, matching } = tree;
      const further = inputsOf(types, types.named(relation.to), matching).flatMap((part) => part.types);
      return [{ fields: 'any', types: [relation.to, ...further] }];
    }
  }
}

function fieldsOf(record: RecordType, { field, operands }: Rule): readonly string[] | 'any' {
  if (operands.some(isRelative)) return 'any';
  const held = resolveAlias(record, field.source.in === 'name' ? record.field(field.source.of) : field);
  if (held.name === 'id') return [];
  return isStored(held) && changedFields(record).includes(held) ? [held.name] : 'any';
}
