import type { View } from '../database';
import { visibleIds } from '../database/visible-ids';
import type { Change } from './publish';

/** The changes whose records the caller can see. Records without divisions are visible to everyone. */
export async function visibleChanges<T extends Pick<Change, 'type' | 'recordID'>>(
  view: View,
  changes: readonly T[],
): Promise<readonly T[]> {
  if (view.caller.scope.divisions === 'all') return changes;
  const names = [...new Set(changes.map(({ type }) => type))];
  const seen = new Map<string, ReadonlySet<number> | undefined>();
  for (const name of names)
    seen.set(
      name,
      await seenIds(
        view,
        name,
        changes.filter(({ type }) => type === name).map(({ recordID }) => recordID),
      ),
    );
  return changes.filter(({ type, recordID }) => seen.get(type)?.has(recordID) ?? true);
}

/** @returns undefined if all are visible */
async function seenIds(view: View, name: string, ids: readonly number[]): Promise<ReadonlySet<number> | undefined> {
  const type = view.types.publishedAs(name);
  return type?.divisions === undefined ? undefined : new Set(await visibleIds(view, type, ids, { includeDeleted: true }));
}
