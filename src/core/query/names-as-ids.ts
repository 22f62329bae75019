import type { RecordType } from '../fields/record-type';
import type { RecordTypes } from '../fields/record-types';
import { fold } from '../text/fold';
import { referencedType, resolveAlias } from './filterable';
import { isNegative, positive } from './operators';
import type { Branch, FilterTree, Rule } from './tree';

/** The ids of what has a folded name. @param place the name of a record type or of a lookup list; undefined: its names are not known */
export type IDsOfName = (place: string, folded: string) => readonly number[] | undefined;

const NO_ID = -1;

/**
 * The same filter, in which rules about names that are known ask for the ids: so an index row suffices, where the table of the names would
 * be joined. The very same filter if there is no such rule.
 */
export function namesAsIDs(types: RecordTypes, type: RecordType, tree: FilterTree, idsOf: IDsOfName): FilterTree {
  return tree.kind === 'everyone' ? tree : inBranch(types, type, tree, idsOf);
}

function inBranch<B extends Branch>(types: RecordTypes, type: RecordType, branch: B, idsOf: IDsOfName): B;
function inBranch(types: RecordTypes, type: RecordType, branch: Branch, idsOf: IDsOfName): Branch {
  switch (branch.kind) {
    case 'group': {
      const branches = branch.branches.map((each) => inBranch(types, type, each, idsOf));
      return branches.every((each, index) => each === branch.branches[index]) ? branch : { ...branch, branches };
    }
    case 'rule':
      return byIDs(type, branch, idsOf);
    case 'related': {
      const matching = inBranch(types, types.named(branch.relation.to), branch.matching, idsOf);
      return matching === branch.matching ? branch : { ...branch, matching };
    }
  }
}

function byIDs(type: RecordType, rule: Rule, idsOf: IDsOfName): Rule {
  const { source } = resolveAlias(type, rule.field);
  if (source.in !== 'name' || source.parent !== undefined || !['=', 'in'].includes(positive(rule.operator))) return rule;
  const field = resolveAlias(type, type.field(source.of));
  const place = field.source.in === 'lookup' ? field.source.list : referencedType(field);
  const names = rule.operands.map((name) => (typeof name === 'string' ? fold(name) : ''));
  const found = names.map((name) => (place === undefined || name === '' ? undefined : idsOf(place, name)));
  if (!found.every((ids) => ids !== undefined)) return rule;
  const ids = found.flat();
  return { ...rule, field, operator: isNegative(rule.operator) ? 'notIn' : 'in', operands: ids.length > 0 ? ids : [NO_ID] };
}
