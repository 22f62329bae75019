import { NAME } from '../../database/columns';
import type { Complaint } from '../../http';
import { foldedKey } from '../../text/fold';
import { Lookup } from '../configuration.entity';
import { isAnchor, type ListRules } from './lookup-list';
import type { LookupEntryUpdateDto } from './lookup.dto';

type Said = Omit<LookupEntryUpdateDto, 'id'>;

/** What an entry of a list is held against: the list's rules, and the entries of the list above. */
export interface Surroundings {
  readonly rules: ListRules;
  readonly above: ReadonlyMap<number, Lookup>;
}

/** An entry with a change put over it. A closed one of a list that has it from above is what the entry above is. */
export function changedEntry(entry: Lookup, said: Said, { rules, above }: Surroundings): Lookup {
  const after = Object.assign(new Lookup(), entry, {
    ...named(said.name),
    ...cleared('code', said.code, null),
    ...cleared('parentID', said.parentID, null),
    ...cleared('closed', said.closed, false),
  });
  if (rules.closes === 'above' && said.closed === undefined) after.closed = above.get(after.parentID ?? 0)?.closed ?? false;
  return after;
}

const named = (name: string | undefined): Partial<Lookup> =>
  name === undefined ? {} : { name: name.trim(), folded: foldedKey(name, NAME) };

/** null, "" and 0 clear. */
const cleared = <N extends keyof Lookup>(name: N, value: Lookup[N] | null | undefined, none: Lookup[N]): Partial<Lookup> =>
  value === undefined ? {} : { [name]: value || none };

/** What is wrong with an entry as it would be. @param before as it is, undefined for a new one */
export function entryComplaints(before: Lookup | undefined, after: Lookup, surroundings: Surroundings): Complaint[] {
  const { rules } = surroundings;
  const anchored = before !== undefined && isAnchor(rules, before.id);
  const details: Readonly<Record<'code' | 'parentID' | 'closed', string | undefined>> = {
    code: codeComplaint(before, after, rules),
    parentID:
      anchored && after.parentID !== before.parentID
        ? `must stay ${before.parentID}: the service relies on it`
        : parentComplaint(after, surroundings),
    closed:
      anchored && after.closed !== before.closed
        ? `must stay ${before.closed}: the service relies on it`
        : closedComplaint(after, surroundings),
  };
  return Object.entries(details).flatMap(([name, detail]) => (detail === undefined ? [] : [{ pointer: `/${name}`, detail }]));
}

function codeComplaint(before: Lookup | undefined, after: Lookup, { coded = false }: ListRules): string | undefined {
  if (before && before.code !== after.code) return `must stay ${before.code ?? 'unset'}: records keep it`;
  if (coded === (after.code !== null)) return undefined;
  return coded ? 'is required in this list' : 'must be left out: the entries of this list have none';
}

function parentComplaint({ parentID }: Lookup, { rules, above }: Surroundings): string | undefined {
  if (!rules.parent) return parentID === null ? undefined : 'must be left out: the entries of this list belong to no others';
  return above.has(parentID ?? 0) ? undefined : `must be the id of an entry of the list ${rules.parent}`;
}

function closedComplaint({ parentID, closed }: Lookup, { rules, above }: Surroundings): string | undefined {
  if (rules.closes === 'itself') return undefined;
  const owed = rules.closes === 'above' ? (above.get(parentID ?? 0)?.closed ?? closed) : false;
  if (closed === owed) return undefined;
  return rules.closes === 'above'
    ? `must be ${owed}, as that of the entry of ${rules.parent}, or be left out`
    : 'must be false: nothing in this list closes';
}
