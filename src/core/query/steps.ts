import { keyFields } from '../fields/index-row';
import type { RecordType } from '../fields/record-type';
import { canBeUnset, resolveAlias } from './filterable';
import type { SelectOptions } from './select';

/**
 * The queries that give the records of a type in their order, one after the other. Unset values come last, but first in every key: so the
 * records whose first value is set are read along the key, and those where it is not only if there is room left. Any other order is one
 * query, which sorts.
 */
export function orderSteps(type: RecordType, options: SelectOptions): readonly SelectOptions[] {
  const { order: [first] = [], after } = options;
  if (!first?.isAscending || !canBeUnset(type, first.field) || !keyFields(type).includes(resolveAlias(type, first.field))) return [options];
  const [set, unset]: SelectOptions[] = [
    { ...options, firstKey: 'set' },
    { ...options, firstKey: 'unset' },
  ];
  return after?.[0] === null ? [unset!] : [set!, { ...unset!, after: undefined }];
}
