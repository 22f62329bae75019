import type { EntityManager } from 'typeorm';
import { numberOf, rows } from '../../database/rows';
import type { View } from '../../database/transactions';
import type { RecordType } from '../../fields/record-type';
import { COUNTED, cutPage, decodeCursor, type PageEnd, type PageQuery, type Position } from '../../http';
import { canStandFor, list, select, sql, Sql, type Asked } from '../../query';
import { DAY_MS } from '../../time/moments';
import type { Answer } from './mapper';
import { answersOf } from './reader';

/** Which records a list or a search is about, and in which order. */
export interface Sought extends Pick<Asked, 'where' | 'also' | 'order' | 'idsDescend' | 'timeZone'> {
  /** All that decides which records are found, and in which order: a cursor fits no other. */
  readonly criteria: unknown;
}

/**
 * A page of records, read behind the place where the one before ended: whoever walks it sees each record that stays as it
 * is exactly once, whatever others do meanwhile. The present is that of the first page, where they are counted as well.
 */
export async function pageOf(
  view: View,
  type: RecordType,
  { criteria: asked, ...sought }: Sought,
  { limit, cursor }: PageQuery,
): Promise<{ answers: Answer[]; end: PageEnd }> {
  const criteria = [type.name, sought.timeZone, asked];
  const kinds = [
    isPresent(view.now),
    ...(sought.order ?? []).map(
      ({ field }) =>
        (value: unknown) =>
          canStandFor(field, value),
    ),
    Number.isSafeInteger,
  ];
  const [now = view.now.getTime(), ...place] = cursor === undefined ? [] : decodeCursor(cursor, criteria, kinds);
  const first = { ...view, now: new Date(Number(now)) };
  const circumstances = { ...sought, scope: view.caller.scope, now: first.now };
  const { keys, from, where, order, params } = select(type, { ...circumstances, after: cursor === undefined ? undefined : place });
  const named = list(keys.map((key, index) => sql`${key} AS ${new Sql(`k${index}`)}`));
  const read = await rows(
    view.em,
    sql`SELECT ${named} ${new Sql(`FROM ${from} WHERE ${where} ORDER BY ${order}`, params)} LIMIT ${limit + 1}`,
  );
  const cut = cutPage(read, limit, criteria, (row) => [first.now.getTime(), ...(row as Position)]);
  const ids = cut.shown.map((row) => row.at(-1) as number);
  const total =
    cursor === undefined ? await count(view, type, circumstances, cut.cursor === undefined ? ids.length : undefined) : undefined;
  return { answers: await answersOf(first, type, ids), end: { cursor: cut.cursor, total } };
}

/** Can it be the time of a first page that was read before this one? The clocks of two processes may differ. */
const isPresent =
  (now: Date) =>
  (value: unknown): boolean =>
    Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= now.getTime() + DAY_MS;

async function count({ em }: View, type: RecordType, asked: Asked, all?: number): Promise<number> {
  const { from, where, params } = select(type, { ...asked, order: [] });
  return counted(em, new Sql(`FROM ${from} WHERE ${where}`, params), all);
}

/** How many there are, no further than pages tell. @param all where a page shows them all */
export const counted = async (em: EntityManager, found: Sql, all?: number): Promise<number> =>
  all ?? numberOf(em, sql`SELECT COUNT(*) FROM (SELECT 1 ${found} LIMIT ${COUNTED + 1}) counted`);
