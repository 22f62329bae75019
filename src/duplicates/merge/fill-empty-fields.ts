import type { RecordType } from '../../core/fields/record-type';
import { writableFields, type MergeRules } from '../../core/records';

type Values = Record<string, unknown>;

/**
 * Fills the empty fields of a record from the first of the others that has a value; one of the records themselves, such as whom a contact
 * reports to, is none.
 */
export function fillFrom(type: RecordType, { fieldGroups }: MergeRules<object>, record: object, others: readonly object[]): void {
  const ids = [record, ...others].map((each) => (each as Values)['id']);
  const sources = [record, ...others].map((each) => withoutThemselves(type, each as Values, ids));
  for (const names of groupsOf(type, fieldGroups)) {
    const source = sources.find((each) => names.some((name) => hasValue(each[name]))) ?? sources[0]!;
    names.forEach((name) => Object.assign(record, { [name]: source[name] }));
  }
}

function withoutThemselves({ fields, name: own }: RecordType, record: Values, ids: readonly unknown[]): Values {
  const others = fields.filter(({ name, source }) => source.in === 'reference' && source.to === own && ids.includes(record[name]));
  return { ...record, ...Object.fromEntries(others.map(({ name }) => [name, null])) };
}

function groupsOf(type: RecordType, groups: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const grouped = new Set(groups.flat());
  const single = writableFields(type).filter(({ name }) => !grouped.has(name) && name !== 'deleted');
  return [...groups, ...single.map(({ name }) => [name])];
}

const hasValue = (value: unknown): boolean => (typeof value === 'string' ? value.trim() !== '' : Boolean(value));
