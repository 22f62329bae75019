import type { EntityManager } from 'typeorm';
import { publish, type ChangeAction, type FieldChanges } from '../../changes';
import type { Unit } from '../../database';
import { FOR_UPDATE } from '../../database/dialect';
import { rows } from '../../database/rows';
import { Conflict, NotFound } from '../../http';
import { sql, Sql } from '../../query';
import { refreshFiguresOfEntries, values } from '../../records';
import { Lookup } from '../configuration.entity';
import { closedBy } from './lookup-list';

const FIELDS = ['name', 'code', 'parentID', 'closed'] as const;

/** An entry as it was and as it is to be. */
export interface Changed {
  readonly before: Lookup;
  readonly after: Lookup;
}

/** The list of a path, in any case. @throws NotFound */
export async function listNamed(em: EntityManager, said: string): Promise<string> {
  const lists = await rows(em, sql`SELECT DISTINCT list FROM lookup`);
  const [found] = lists.map(([list]) => String(list)).filter((list) => list.toLowerCase() === said.toLowerCase());
  if (found === undefined) throw new NotFound(`No lookup list is called ${said}.`);
  return found;
}

/** Others who want to change one of the lists wait. */
export const lockLists = (em: EntityManager, lists: readonly string[]) =>
  rows(em, sql`SELECT id FROM lookup WHERE list IN (${values(lists)}) ORDER BY list, id${new Sql(FOR_UPDATE)}`);

export const isSame = (one: Lookup, other: Lookup): boolean =>
  one.folded === other.folded && FIELDS.every((name) => name === 'name' || one[name] === other[name]);

/** @param others the entries of its list @throws Conflict when one of them has its name or code */
export async function addEntry(unit: Unit, entry: Lookup, others: readonly Lookup[]): Promise<void> {
  refuseDoubles([...others, entry]);
  await unit.em.insert(Lookup, { ...entry });
  await tell(unit, entry, 'created', {
    list: [null, entry.list],
    ...Object.fromEntries(FIELDS.map((name) => [name, [null, entry[name]] as const])),
  });
}

/** @param all the entries of the list as they are @throws Conflict when two would have one name */
export async function saveEntries(unit: Unit, changes: readonly Changed[], all: readonly Lookup[]): Promise<void> {
  const after = new Map(changes.map((each) => [each.after.id, each.after]));
  refuseDoubles(all.map((entry) => after.get(entry.id) ?? entry));
  for (const change of changes) await saveEntry(unit, change);
  const moved = changes.filter((each) => each.before.closed !== each.after.closed || each.before.parentID !== each.after.parentID);
  const [list = ''] = all.map((entry) => entry.list);
  await refreshFiguresOfEntries(
    unit.em,
    list,
    moved.map((each) => each.after.id),
  );
  for (const below of closedBy(list)) await closeBelow(unit, below, moved);
}

/** What is below an entry is closed when it is. */
async function closeBelow(unit: Unit, list: string, above: readonly Changed[]): Promise<void> {
  const closed = new Map(above.map(({ after }) => [after.id, after.closed]));
  const all = await unit.em.findBy(Lookup, { list });
  const changes = all.flatMap((before) => {
    const owed = closed.get(before.parentID ?? 0);
    return owed === undefined || owed === before.closed ? [] : [{ before, after: Object.assign(new Lookup(), before, { closed: owed }) }];
  });
  if (changes.length > 0) await saveEntries(unit, changes, all);
}

async function saveEntry(unit: Unit, { before, after }: Changed): Promise<void> {
  const changed = FIELDS.filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return;
  const { list, id, name, folded, parentID, closed } = after;
  await unit.em.update(Lookup, { list, id }, { name, folded, parentID, closed });
  await tell(unit, after, 'updated', {
    list: [list, list],
    ...Object.fromEntries(changed.map((field) => [field, [before[field], after[field]] as const])),
  });
}

/** Entries have no versions; their numbers are those of their list, which the fields name. */
const tell = (unit: Unit, { id }: Lookup, action: ChangeAction, fields: FieldChanges): Promise<void> =>
  publish(unit, [{ type: 'Lookup', recordID: id, action, version: 0, fields }]);

function refuseDoubles(entries: readonly Lookup[]): void {
  const taken = new Map<string, Lookup>();
  for (const entry of entries) {
    for (const key of [`name ${entry.folded}`, ...(entry.code ? [`code ${entry.code.toUpperCase()}`] : [])]) {
      const other = taken.get(key);
      if (other)
        throw new Conflict(
          `The list ${entry.list} has the ${key.startsWith('name') ? `name ${entry.name}` : `code ${entry.code}`} already: the entry ${other.id}.`,
        );
      taken.set(key, entry);
    }
  }
}
