import type { Transaction } from '../database';
import { rows } from '../database/rows';
import { identifier, list, sql } from '../sql';
import { fold } from '../text/fold';
import type { BulkType } from './columns';

interface Entry {
  readonly id: number;
  /** Folded. */
  readonly names: readonly string[];
}

/** The users and divisions that rows can name, and the types of tags. */
export class Directory {
  private constructor(
    private readonly users: readonly Entry[],
    private readonly divisions: readonly Entry[],
    readonly tagTypes: ReadonlySet<number>,
  ) {}

  static async of(transaction: Transaction, { owner, divisions, tags }: BulkType): Promise<Directory> {
    const { scope } = transaction.caller;
    const known = divisions === undefined ? [] : await entriesOf(transaction, 'Division', ['name']);
    return new Directory(
      owner === undefined ? [] : await entriesOf(transaction, 'User', ['name', 'email']),
      known.filter(({ id }) => scope.divisions === 'all' || scope.divisions.includes(id)),
      (await tags?.typeIDs(transaction)) ?? new Set(),
    );
  }

  /** The id of the user with a name or an e-mail address, or why there is none. */
  user(text: unknown): number | string {
    return typeof text === 'string' ? only(this.users, text, 'user') : 'must be the name or the e-mail address of a user';
  }

  /** The id of the division with a name or an id, or why there is none. */
  division(entry: unknown): number | string {
    if (typeof entry !== 'number' && typeof entry !== 'string') return 'must be the name or the id of a division';
    const byName = only(this.divisions, String(entry), 'division');
    const byID = this.divisions.find(({ id }) => String(id) === String(entry));
    return typeof byName === 'number' ? byName : (byID?.id ?? byName);
  }
}

function only(entries: readonly Entry[], text: string, kind: 'user' | 'division'): number | string {
  const wanted = fold(text);
  const found = wanted === '' ? [] : entries.filter(({ names }) => names.includes(wanted));
  const [first, ...others] = found;
  const by = kind === 'user' ? 'the name or the e-mail address of a user' : 'the name or the id of a division that you see';
  if (!first) return `must be ${by}`;
  return others.length === 0 ? first.id : `must be ${by}; ${text} may be the ${kind}s ${found.map(({ id }) => id).join(', ')}`;
}

async function entriesOf({ em, types }: Transaction, typeName: string, fields: readonly string[]): Promise<Entry[]> {
  const columns = list(fields.map((name) => identifier(name)));
  const found = await rows(em, sql`SELECT id, ${columns} FROM ${identifier(types.named(typeName).table)} WHERE deleted = 0`);
  return found.map(([id, ...names]) => ({ id: id as number, names: names.map((name) => fold((name ?? '') as string)).filter(Boolean) }));
}
