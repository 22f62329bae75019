import type { EntityManager } from 'typeorm';
import { publish, type ChangeAction, type FieldChanges } from '../../core/changes';
import type { Transaction } from '../../core/database';
import { lockName } from '../../core/database/lock-name';
import { rows } from '../../core/database/rows';
import { listNames, Lookup } from '../../core/lookups';
import { Conflict, NotFound } from '../../core/problems';
import { entriesClosed, keptNamesChanged, refreshFiguresOfEntries } from '../../core/records';
import { listsClosedBy } from './lookup-list';

const RATES = ['payMultiplier', 'chargeMultiplier', 'amount'] as const;
const FIELDS = ['name', 'code', 'parentID', 'closed', ...RATES] as const;
/** What changes of entries name. */
export const ENTRY_FIELDS: readonly string[] = ['list', ...FIELDS];
/** Only rate kinds have rates. */
const isShown = (entry: Lookup, name: (typeof FIELDS)[number]): boolean => entry[name] !== null || !RATES.some((each) => each === name);

/** An entry before and after a change. */
export interface Changed {
  readonly before: Lookup;
  readonly after: Lookup;
}

/** The stored name of a list, matched case-insensitively. @throws NotFound */
export async function findListName(em: EntityManager, name: string): Promise<string> {
  const lists = await rows(em, listNames());
  const [found] = lists.map(([list]) => String(list)).filter((list) => list.toLowerCase() === name.toLowerCase());
  if (found === undefined) throw new NotFound(`Lookup list ${name} not found.`);
  return found;
}

/** Locks all lists against concurrent changes. */
export const lockLists = (em: EntityManager): Promise<void> => lockName(em, 'lookup lists');

export const isSame = (one: Lookup, other: Lookup): boolean =>
  one.folded === other.folded && FIELDS.every((name) => name === 'name' || one[name] === other[name]);

/** @param others the entries of its list @throws Conflict when one of them has its name or code */
export async function addEntry(transaction: Transaction, entry: Lookup, others: readonly Lookup[]): Promise<void> {
  refuseDuplicates([...others, entry]);
  await transaction.em.insert(Lookup, { ...entry });
  await publishChange(transaction, entry, 'created', {
    list: [null, entry.list],
    ...Object.fromEntries(FIELDS.filter((name) => isShown(entry, name)).map((name) => [name, [null, entry[name]] as const])),
  });
}

/** @param all the stored entries of the list @throws Conflict when two would have the same name */
export async function saveEntries(transaction: Transaction, changes: readonly Changed[], all: readonly Lookup[]): Promise<void> {
  const after = new Map(changes.map((each) => [each.after.id, each.after]));
  refuseDuplicates(all.map((entry) => after.get(entry.id) ?? entry));
  for (const change of changes) await saveEntry(transaction, change);
  const moved = changes.filter((each) => each.before.closed !== each.after.closed || each.before.parentID !== each.after.parentID);
  const [list = ''] = all.map((entry) => entry.list);
  await refreshFiguresOfEntries(
    transaction.em,
    list,
    moved.map((each) => each.after.id),
  );
  for (const closed of [true, false]) await entriesClosed(transaction, list, idsOfThoseNow(closed, changes), closed);
  for (const child of listsClosedBy(list)) await closeChildren(transaction, child, moved);
}

const idsOfThoseNow = (closed: boolean, changes: readonly Changed[]): number[] =>
  changes.filter(({ before, after }) => before.closed !== after.closed && after.closed === closed).map(({ after }) => after.id);

/** Closes or opens the child entries with their parents. */
async function closeChildren(transaction: Transaction, list: string, parents: readonly Changed[]): Promise<void> {
  const closed = new Map(parents.map(({ after }) => [after.id, after.closed]));
  const all = await transaction.em.findBy(Lookup, { list });
  const changes = all.flatMap((before) => {
    const expected = closed.get(before.parentID ?? 0);
    return expected === undefined || expected === before.closed
      ? []
      : [{ before, after: Object.assign(new Lookup(), before, { closed: expected }) }];
  });
  if (changes.length > 0) await saveEntries(transaction, changes, all);
}

async function saveEntry(transaction: Transaction, { before, after }: Changed): Promise<void> {
  const changed = FIELDS.filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return;
  const { list, id, name, folded, parentID, closed, payMultiplier, chargeMultiplier, amount } = after;
  await transaction.em.update(Lookup, { list, id }, { name, folded, parentID, closed, payMultiplier, chargeMultiplier, amount });
  await publishChange(transaction, after, 'updated', {
    list: [list, list],
    ...Object.fromEntries(changed.map((field) => [field, [before[field], after[field]] as const])),
  });
}

/** Entries have no versions, and their ids are unique only within their list, so the list is one of the fields. */
async function publishChange(transaction: Transaction, { id }: Lookup, action: ChangeAction, fields: FieldChanges): Promise<void> {
  await keptNamesChanged(transaction.em);
  await publish(transaction, [{ type: 'Lookup', recordID: id, action, version: 0, fields }]);
}

function refuseDuplicates(entries: readonly Lookup[]): void {
  const taken = new Map<string, Lookup>();
  for (const entry of entries) {
    for (const key of [`name ${entry.folded}`, ...(entry.code ? [`code ${entry.code.toUpperCase()}`] : [])]) {
      const other = taken.get(key);
      if (other)
        throw new Conflict(
          `List ${entry.list} already has the ${key.startsWith('name') ? `name ${entry.name}` : `code ${entry.code}`}: entry ${other.id}.`,
        );
      taken.set(key, entry);
    }
  }
}
