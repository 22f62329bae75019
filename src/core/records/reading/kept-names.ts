import type { EntityManager } from 'typeorm';
import type { Transaction, View } from '../../database';
import { counterText, incrementCounter } from '../../database/counters';
import { rows } from '../../database/rows';
import type { RecordTypes } from '../../fields/record-types';
import { allEntryNames } from '../../lookups';
import { identifier, list, sql, Sql } from '../../sql';
import { fold } from '../../text/fold';

type Key = number | string;

interface KeptName {
  readonly name: string | null;
  readonly json?: string;
  readonly folded: string;
  /** Of the entry of another list that this entry belongs to. */
  readonly parentID: number | null;
}

const COUNTER = 'names';

/** SQL of the number of the last change of a kept name: to be read in the statement that reads what refers to them. */
export const namesVersion = new Sql(counterText(COUNTER));

/** To be called in every transaction that changes a kept name. */
export const keptNamesChanged = (em: EntityManager): Promise<void> => incrementCounter(em, COUNTER);

/**
 * The names of users, divisions and lookup entries, which almost every response shows: so few that each process keeps them in
 * memory. They are never stale: each change has a number, and a response uses only those of the number that was read with its record.
 */
export class KeptNames {
  private constructor(
    readonly version: number,
    private readonly places: ReadonlyMap<string, ReadonlyMap<Key, KeptName>>,
  ) {}

  static async read(em: EntityManager, types: RecordTypes): Promise<KeptNames> {
    let version = 0;
    const places = new Map<string, Map<Key, KeptName>>();
    for (const [place, id, code, name, parentID, folded] of await rows(em, allNames(types))) {
      if (place === null) version = Number(id);
      else {
        const kept = {
          ...{ name, parentID, folded: folded ?? fold(typeof name === 'string' ? name : '') },
          ...(name !== null && { json: JSON.stringify(name) }),
        } as KeptName;
        const names = places.get(place as string) ?? new Map<Key, KeptName>();
        places.set(place as string, names.set(id as number, kept));
        if (code !== null) names.set(code as string, kept);
      }
    }
    return new KeptNames(version, places);
  }

  /** @param place the name of a record type or of a lookup list */
  name(place: string, key: Key): string | null {
    return this.places.get(place)?.get(key)?.name ?? null;
  }

  /** The name in JSON; undefined if there is none. */
  json(place: string, key: Key | null): string | undefined {
    return key === null ? undefined : this.places.get(place)?.get(key)?.json;
  }

  /** The ids of what has a folded name; undefined where no names are kept. */
  idsOf(place: string, folded: string): readonly number[] | undefined {
    const names = this.places.get(place);
    return names && [...names].flatMap(([key, kept]) => (typeof key === 'number' && kept.folded === folded ? [key] : []));
  }

  /** The name of the entry of the parent list that an entry belongs to. */
  nameAbove(list: string, key: Key, parentList: string): string | null {
    const parentID = this.parentOf(list, key);
    return parentID === null ? null : this.name(parentList, parentID);
  }

  jsonAbove(list: string, key: Key | null, parentList: string): string | undefined {
    return key === null ? undefined : this.json(parentList, this.parentOf(list, key));
  }

  private parentOf(list: string, key: Key): number | null {
    return this.places.get(list)?.get(key)?.parentID ?? null;
  }
}

/** All in one statement, so that they are those of the number. */
function allNames(types: RecordTypes): Sql {
  const records = types.all
    .filter(({ namesKept }) => namesKept)
    .map(({ name, table, display }) => sql`SELECT ${name}, id, NULL, ${identifier(display)}, NULL, NULL FROM ${identifier(table)}`);
  return list([sql`SELECT NULL, ${namesVersion}, NULL, NULL, NULL, NULL`, allEntryNames(), ...records], ' UNION ALL ');
}

const kept = new WeakMap<RecordTypes, KeptNames>();

/** The names that this process keeps: their version may have passed. */
export const namesKeptLately = ({ types }: Pick<View, 'types'>): KeptNames | undefined => kept.get(types);

/** The names as of a version, if this process keeps them already. */
export function namesKeptNow({ types }: View | Transaction, version: number): KeptNames | undefined {
  const known = kept.get(types);
  return known?.version === version ? known : undefined;
}

/** The names as of a version. What a transaction reads it may still roll back, so the process keeps it only after the commit. */
export async function keptNames(view: View | Transaction, version: number): Promise<KeptNames> {
  const known = namesKeptNow(view, version);
  if (known) return known;
  const read = await KeptNames.read(view.em, view.types);
  const keep = (): void => void kept.set(view.types, read);
  if ('afterCommit' in view) view.afterCommit(keep);
  else keep();
  return read;
}
