import type { Executor } from './executor';

/** The lookup tables, cached at start. */
export class Lookups {
  private readonly names = new Map<string, Map<unknown, string | null>>();
  private readonly parents = new Map<string, Map<unknown, number | null>>();

  static async read(database: Executor): Promise<Lookups> {
    const lookups = new Lookups();
    for (const [list, id, code, name, parent] of await database.rows('SELECT list, id, code, name, parentID FROM lookup')) {
      lookups
        .listOf(String(list))
        .set(id, name as string)
        .set(code, name as string);
      lookups.parents.set(
        String(list),
        (lookups.parents.get(String(list)) ?? new Map<unknown, number | null>()).set(id, parent as number | null),
      );
    }
    for (const table of ['User', 'Division']) {
      for (const [id, name] of await database.rows(`SELECT id, name FROM ${table.toLowerCase()}`))
        lookups.listOf(table).set(id, name as string);
    }
    return lookups;
  }

  name(list: string, key: unknown): string | null {
    return this.names.get(list)?.get(key) ?? null;
  }

  parentOf(list: string, id: unknown): number | null {
    return this.parents.get(list)?.get(id) ?? null;
  }

  /** The entries of a list that have one of the names. */
  idsOf(list: string, names: readonly string[]): number[] {
    return [...this.listOf(list)].flatMap(([id, name]) => (typeof id === 'number' && name !== null && names.includes(name) ? [id] : []));
  }

  /** The entries of a list with one of these parents. */
  below(list: string, parents: readonly number[]): number[] {
    return [...(this.parents.get(list) ?? [])].flatMap(([id, parent]) =>
      parent !== null && parents.includes(parent) ? [id as number] : [],
    );
  }

  private listOf(list: string): Map<unknown, string | null> {
    const entries = this.names.get(list) ?? new Map<unknown, string | null>();
    this.names.set(list, entries);
    return entries;
  }
}
