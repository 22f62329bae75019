import type { View } from '../database';
import { rows } from '../database/rows';
import { allRecordTypes, type RecordType } from '../fields/record-type';
import { list, select, sql, Sql } from '../query';
import type { SequencedChange } from './change-log.service';

const others = new Map<string, RecordType>();

/** Says of changes of something that is no record of its own whose they are: who sees that record sees them. */
export const changesSeenAs = (name: string, type: RecordType): void => void others.set(name, type);

/** Those of the changes whose records the caller sees. What has no divisions is seen by everyone. */
export async function inSight(view: View, changes: readonly SequencedChange[]): Promise<readonly SequencedChange[]> {
  if (view.caller.scope.divisions === 'all') return changes;
  const names = [...new Set(changes.map(({ type }) => type))];
  const seen = new Map<string, ReadonlySet<number> | undefined>();
  for (const name of names)
    seen.set(
      name,
      await idsInSight(
        view,
        name,
        changes.filter(({ type }) => type === name).map(({ recordID }) => recordID),
      ),
    );
  return changes.filter(({ type, recordID }) => seen.get(type)?.has(recordID) ?? true);
}

/** @returns undefined for all of them */
async function idsInSight({ em, caller, now }: View, name: string, ids: readonly number[]): Promise<ReadonlySet<number> | undefined> {
  const type = others.get(name) ?? allRecordTypes().find((each) => each.name === name);
  if (type?.divisions === undefined) return undefined;
  const asked = list([...new Set(ids)].map((id) => sql`${id}`));
  const { from, where, params } = select(type, {
    scope: caller.scope,
    now,
    timeZone: 'UTC',
    deletedToo: true,
    also: (record) => [sql`${record.column('id')} IN (${asked})`],
  });
  const found = await rows(em, new Sql(`SELECT r.id FROM ${from} WHERE ${where}`, params));
  return new Set(found.map(([id]) => id as number));
}
