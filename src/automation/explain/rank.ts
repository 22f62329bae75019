import { numberOf, rows } from '../../core/database/rows';
import type { View } from '../../core/database';
import { type OrderPosition, type Selection } from '../../core/query';
import { list, sql, Sql } from '../../core/sql';
import { eligibleRecords, type AudienceQuery } from '../audience';

/** The place of a record, from 1, among all who could be taken if there were no cap; undefined when it is none of them. */
export async function rankOf(view: View, rule: AudienceQuery, id: number): Promise<number | undefined> {
  if (!rule.condition) return undefined;
  const place = await positionOf(view, { ...rule, onlyIds: [id] });
  return place && (await count(view, eligibleRecords(view, rule))) - (await count(view, eligibleRecords(view, rule, place)));
}

/** Where the one record stands in the order. */
async function positionOf(view: View, rule: AudienceQuery): Promise<OrderPosition | undefined> {
  const { keys, from, where, order, params } = eligibleRecords(view, rule);
  const standing = list(keys.map((key, index) => sql`${key} AS ${new Sql(`k${index}`)}`));
  const [place] = await rows(view.em, sql`SELECT ${standing} ${new Sql(`FROM ${from} WHERE ${where} ORDER BY ${order}`, params)}`);
  return place as OrderPosition | undefined;
}

const count = (view: View, { from, where, order, params }: Selection): Promise<number> =>
  numberOf(view.em, new Sql(`SELECT COUNT(*) FROM (SELECT r.id FROM ${from} WHERE ${where} ORDER BY ${order}) counted`, params));
