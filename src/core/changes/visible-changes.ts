import type { View } from '../database';
import { rows } from '../database/rows';
import { select } from '../query';
import { list, sql, Sql } from '../sql';
import type { SequencedChange } from './change-log.service';

/** The changes whose records the caller can see. Records without divisions are visible to everyone. */
export async function visibleChanges(view: View, changes: readonly SequencedChange[]): Promise<readonly SequencedChange[]> {
  if (view.caller.scope.divisions === 'all') return changes;
  const names = [...new Set(changes.map(({ type }) => type))];
  const seen = new Map<string, ReadonlySet<number> | undefined>();
  for (const name of names)
    seen.set(
      name,
      await visibleIds(
        view,
        name,
        changes.filter(({ type }) => type === name).map(({ recordID }) => recordID),
      ),
    );
  return changes.filter(({ type, recordID }) => seen.get(type)?.has(recordID) ?? true);
}

/** @returns undefined if all are visible */
async function visibleIds(
  { em, caller, now, types }: View,
  name: string,
  ids: readonly number[],
): Promise<ReadonlySet<number> | undefined> {
  const type = types.publishedAs(name);
  if (type?.divisions === undefined) return undefined;
  const wanted = list([...new Set(ids)].map((id) => sql`${id}`));
  const { from, where, params } = select(type, {
    types,
    scope: caller.scope,
    now,
    timeZone: 'UTC',
    includeDeleted: true,
    extraConditions: (record) => [sql`${record.column('id')} IN (${wanted})`],
  });
  const found = await rows(em, new Sql(`SELECT r.id FROM ${from} WHERE ${where}`, params));
  return new Set(found.map(([id]) => id as number));
}
