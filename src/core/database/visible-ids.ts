import type { RecordType } from '../fields/record-type';
import { select } from '../query';
import { identifier, Sql, sql, values } from '../sql';
import { rows } from './rows';
import type { View } from './transactions';

interface Options {
  readonly includeDeleted?: boolean;
}

/** Of some ids of records, those that exist and that the caller sees. */
export async function visibleIds(view: View, type: RecordType, ids: readonly number[], options: Options = {}): Promise<number[]> {
  if (ids.length === 0) return [];
  const seesAll = type.divisions === undefined || view.caller.scope.divisions === 'all';
  const found = await rows(view.em, seesAll ? existing(type, ids, options) : visible(view, type, ids, options));
  return found.map(([id]) => id as number);
}

/** Whoever sees all records needs none of the joins by which divisions are found. */
function existing(type: RecordType, ids: readonly number[], { includeDeleted = false }: Options): Sql {
  const live = type.softDeleted && !includeDeleted ? sql` AND deleted = 0` : sql``;
  return sql`SELECT id FROM ${identifier(type.table)} WHERE id IN (${values([...new Set(ids)])})${live}`;
}

function visible({ caller, now, types }: View, type: RecordType, ids: readonly number[], options: Options): Sql {
  const { from, where, params } = select(type, {
    types,
    scope: caller.scope,
    now,
    timeZone: 'UTC',
    ...options,
    extraConditions: (record) => [sql`${record.column('id')} IN (${values([...new Set(ids)])})`],
  });
  return new Sql(`SELECT r.id FROM ${from} WHERE ${where}`, params);
}
