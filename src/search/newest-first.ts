import { numberOf, rows } from '../database/rows';
import type { View } from '../database/transactions';
import type { RecordType } from '../fields/record-type';
import { COUNTED, decodeCursor, encodeCursor, type PageEnd, type PageQuery, type Position } from '../http';
import { select, sql, Sql, type Subject } from '../query';
import { answersOf, type Answer } from '../records';

/** A search whose answers come newest created first, the higher id first of those created at once, those without a date last. */
export interface NewestFirst {
  /** What is asked of the records. */
  readonly also: (record: Subject) => readonly Sql[];
  readonly timeZone: string;
  /** All that decides which records are found: a cursor fits no other search. */
  readonly criteria: unknown;
}

/** A page of the records of a type, with `createdDate`, that a search finds. On the first page they are counted. */
export async function newestFirst(view: View, type: RecordType, search: NewestFirst, page: PageQuery): Promise<{ answers: Answer[]; end: PageEnd }> {
  const { from, where, params } = select(type, { scope: view.caller.scope, now: view.now, timeZone: search.timeZone, also: search.also });
  const found = new Sql(`FROM ${from} WHERE ${where}`, params);
  const criteria = [type.name, search.timeZone, search.criteria];
  const { ids, cursor } = await idsOf(view, found, page, criteria);
  const total = page.cursor === undefined ? await count(view, found, cursor === undefined ? ids.length : undefined) : undefined;
  return { answers: await answersOf(view, type, ids), end: { cursor, total } };
}

/** @param all how many there are, where a page shows all of them */
const count = async ({ em }: View, found: Sql, all: number | undefined): Promise<number> => all ?? numberOf(em, sql`SELECT COUNT(*) FROM (SELECT r.id ${found} LIMIT ${COUNTED + 1}) counted`);

/** One more is read than asked for: whether there is a next page. Both kinds of database take NULL for the lowest value. */
async function idsOf({ em }: View, found: Sql, { limit, cursor }: PageQuery, criteria: unknown): Promise<{ ids: number[]; cursor?: string }> {
  const after = cursor === undefined ? sql`` : behind(decodeCursor(cursor, criteria));
  const read = await rows(em, sql`SELECT r.id, r.createdDate ${found}${after} ORDER BY r.createdDate DESC, r.id DESC LIMIT ${limit + 1}`);
  const shown = read.slice(0, limit);
  const [id, at] = shown.at(-1) ?? [];
  return { ids: shown.map(([each]) => each as number), cursor: read.length > limit ? encodeCursor([at as string | null, id as number], criteria) : undefined };
}

function behind([at = null, id = 0]: Position): Sql {
  if (at === null) return sql` AND r.createdDate IS NULL AND r.id < ${Number(id)}`;
  const moment = String(at);
  return sql` AND (r.createdDate <= ${moment} OR r.createdDate IS NULL) AND (r.createdDate < ${moment} OR r.createdDate IS NULL OR r.id < ${Number(id)})`;
}
