import { NAME } from '../../core/sql/columns';
import { Lookup } from '../../core/lookups';
import type { ValidationError } from '../../core/problems';
import { foldedKey } from '../../core/text/fold';
import { isFixedEntry, type ListRules } from './lookup-list';
import type { LookupEntryUpdateDto } from './lookup.dto';

type EntryChange = Omit<LookupEntryUpdateDto, 'id'>;

/** What an entry is validated against: the rules of its list and the entries of the parent list. */
export interface EntryContext {
  readonly rules: ListRules;
  readonly parents: ReadonlyMap<number, Lookup>;
}

/** An entry with a change applied. Where the parent decides, `closed` defaults to that of the parent. */
export function changedEntry(entry: Lookup, change: EntryChange, { rules, parents }: EntryContext): Lookup {
  const after = Object.assign(new Lookup(), entry, {
    ...nameOf(change.name),
    ...cleared('code', change.code, null),
    ...cleared('parentID', change.parentID, null),
    ...cleared('closed', change.closed, false),
    ...given('payMultiplier', change.payMultiplier),
    ...given('chargeMultiplier', change.chargeMultiplier),
    ...given('amount', change.amount),
  });
  if (rules.priced && change.chargeMultiplier === undefined) after.chargeMultiplier ??= after.payMultiplier;
  if (rules.closedBy === 'parent' && change.closed === undefined) after.closed = parents.get(after.parentID ?? 0)?.closed ?? false;
  return after;
}

const nameOf = (name: string | undefined): Partial<Lookup> =>
  name === undefined ? {} : { name: name.trim(), folded: foldedKey(name, NAME) };

/** null, "" and 0 clear. */
const cleared = <N extends keyof Lookup>(name: N, value: Lookup[N] | null | undefined, none: Lookup[N]): Partial<Lookup> =>
  value === undefined ? {} : { [name]: value || none };

/** A multiplier of 0 is one. */
const given = <N extends keyof Lookup>(name: N, value: Lookup[N] | undefined): Partial<Lookup> =>
  value === undefined ? {} : { [name]: value };

/** What is wrong with an entry after a change. @param before the stored entry, undefined for a new one */
export function validateEntry(before: Lookup | undefined, after: Lookup, context: EntryContext): ValidationError[] {
  const { rules } = context;
  const isFixed = before !== undefined && isFixedEntry(rules, before.id);
  const details: Readonly<Record<string, string | undefined>> = {
    ...rateErrors(after, rules),
    code: validateCode(before, after, rules),
    parentID:
      isFixed && after.parentID !== before.parentID
        ? `must stay ${before.parentID}: the service depends on it`
        : validateParent(after, context),
    closed:
      isFixed && after.closed !== before.closed ? `must stay ${before.closed}: the service depends on it` : validateClosed(after, context),
    ...(isFixed ? fixedRateErrors(before, after) : {}),
  };
  return Object.entries(details).flatMap(([name, detail]) => (detail === undefined ? [] : [{ pointer: `/${name}`, detail }]));
}

function validateCode(before: Lookup | undefined, after: Lookup, { coded = false }: ListRules): string | undefined {
  if (before && before.code !== after.code) return `must stay ${before.code ?? 'unset'}: records store it`;
  if (coded === (after.code !== null)) return undefined;
  return coded ? 'is required in this list' : 'must be omitted: the entries of this list have no codes';
}

function validateParent({ parentID }: Lookup, { rules, parents }: EntryContext): string | undefined {
  if (!rules.parent) return parentID === null ? undefined : 'must be omitted: this list has no parent list';
  return parents.has(parentID ?? 0) ? undefined : `must be the id of an entry of the list ${rules.parent}`;
}

function validateClosed({ parentID, closed }: Lookup, { rules, parents }: EntryContext): string | undefined {
  if (rules.closedBy === 'entry') return undefined;
  const expected = rules.closedBy === 'parent' ? (parents.get(parentID ?? 0)?.closed ?? closed) : false;
  if (closed === expected) return undefined;
  return rules.closedBy === 'parent'
    ? `must be ${expected} as in the entry of ${rules.parent}, or be omitted`
    : 'must be false: the entries of this list do not close records';
}

const RATES = ['payMultiplier', 'chargeMultiplier', 'amount'] as const;
type RateErrors = Partial<Record<(typeof RATES)[number], string>>;

/** A rate kind has multipliers or an amount. */
function rateErrors(entry: Lookup, { priced = false }: ListRules): RateErrors {
  const { payMultiplier, chargeMultiplier, amount } = entry;
  if (!priced)
    return Object.fromEntries(
      RATES.filter((name) => entry[name] !== null).map((name) => [name, 'must be omitted: only rate kinds have rates']),
    );
  if (payMultiplier === null) return chargeMultiplier === null ? {} : { chargeMultiplier: 'must be omitted without a payMultiplier' };
  return {
    ...(chargeMultiplier === null ? { chargeMultiplier: 'must not be cleared while there is a payMultiplier: 0 is not charged' } : {}),
    ...(amount === null ? {} : { amount: 'must be omitted: the kind has a payMultiplier' }),
  };
}

function fixedRateErrors(before: Lookup, after: Lookup): RateErrors {
  const changed = RATES.filter((name) => before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => [name, `must stay ${before[name] ?? 'unset'}: the service depends on it`]));
}
