import { rows } from '../database/rows';
import type { Transaction } from '../database';
import { Conflict, type ProblemKind } from '../problems';
import { list, sql, Sql } from '../sql';
import { pluralOf } from './display-name';

type Count = readonly [kind: string, count: number];

/** A record that others need cannot be deleted. */
export class InUse extends Conflict {
  static override readonly kind: ProblemKind = {
    type: '/problems/in-use',
    status: 409,
    title: 'The record is in use',
    meaning: 'Other records need the record, so it cannot be deleted, closed or moved. Their numbers are in usedBy.',
    remedy: 'Close, move or delete those records first, as the detail says.',
  };
  override readonly members: Readonly<Record<string, unknown>>;

  /** @param record such as "Client 5" @param advice what to do first, such as "close or move them first" */
  constructor(record: string, counts: readonly Count[], advice: string) {
    const found = counts.map(([kind, count]) => `${count} ${count === 1 ? kind : pluralOf(kind)}`);
    super(`${record} is used by ${found.join(', ')}: ${advice}.`);
    this.members = { usedBy: counts.map(([kind, count]) => ({ kind, count })) };
  }
}

/**
 * What needs a record: the kind of the needing records, such as "open job", with the FROM and WHERE of a query that finds them.
 * `{Type}` and `{Type.predicate alias}` stand for tables and predicates, `:id` for the record.
 */
export type Uses = Readonly<Record<string, string>>;

/** Refuses to delete a record that others need. @throws InUse with the number of records of each kind */
export async function refuseInUse({ em, types }: Transaction, record: string, id: number, uses: Uses, advice: string): Promise<void> {
  const counts = Object.values(uses).map((use) => sql`(SELECT COUNT(*) FROM ${withId(types.expand(use), id)})`);
  const [numbers = []] = await rows(em, sql`SELECT ${list(counts)}`);
  refuseIfAny(
    record,
    Object.keys(uses).map((kind, index) => [kind, Number(numbers[index])]),
    advice,
  );
}

/** @throws InUse if any of the numbers is not 0 */
export function refuseIfAny(record: string, counts: readonly Count[], advice: string): void {
  const found = counts.filter(([, count]) => count > 0);
  if (found.length > 0) throw new InUse(record, found, advice);
}

function withId(text: string, id: number): Sql {
  const parts = text.split(':id');
  return new Sql(
    parts.join('?'),
    parts.slice(1).map(() => id),
  );
}
