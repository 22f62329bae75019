import type { Field } from '../fields/field';
import { fold } from '../text/fold';
import { isNegative, positive } from './operators';
import type { FilterTree, Rule } from './tree';

/** A value that is not known. */
export const UNKNOWN = Symbol('unknown');

/**
 * Whether a condition holds for a record of which only some values are known: for questions about what might be or was. What is stored is
 * asked in SQL. @param valueOf a stored value, or {@link UNKNOWN}
 * @returns undefined if that depends on values that are not known, or on what only the database can decide
 */
export function holds(tree: FilterTree, valueOf: (field: Field) => unknown): boolean | undefined {
  switch (tree.kind) {
    case 'everyone':
      return true;
    case 'related':
      return undefined;
    case 'rule':
      return ruleHolds(tree, valueOf(tree.field));
    case 'group': {
      const branches = tree.branches.map((branch) => holds(branch, valueOf));
      return negatedIf(
        tree.not,
        tree.combinator === 'and' ? allOf(branches) : negatedIf(true, allOf(branches.map((each) => negatedIf(true, each)))),
      );
    }
  }
}

const allOf = (parts: readonly (boolean | undefined)[]): boolean | undefined =>
  parts.includes(false) ? false : parts.includes(undefined) ? undefined : true;

const negatedIf = (not: boolean, value: boolean | undefined): boolean | undefined => (not && value !== undefined ? !value : value);

function ruleHolds({ field, operator, operands }: Rule, value: unknown): boolean | undefined {
  if (value === UNKNOWN || field.type === 'date') return undefined;
  const isUnset = value === null || value === '';
  switch (positive(operator)) {
    case 'null':
      // an id of 0 may stand for none
      return value === 0 ? undefined : negatedIf(isNegative(operator), isUnset);
    case '=':
    case 'in':
      return negatedIf(isNegative(operator), !isUnset && operands.some((operand) => isEqual(operand, value)));
    default:
      return undefined;
  }
}

const isEqual = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' ? fold(one) === fold(other) : one === other;
