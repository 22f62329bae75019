import { numberOf, rows } from '../../database/rows';
import type { View } from '../../database';
import { list, sql, Sql, type Place, type Selection } from '../../query';
import { eligibleOf, type AudienceOf } from '../audience';

/** The place of a record, from 1, among all who could be taken if there were no cap; undefined when it is none of them. */
export async function rankOf(view: View, rule: AudienceOf, id: number): Promise<number | undefined> {
  if (!rule.condition) return undefined;
  const place = await placeOf(view, { ...rule, among: [id] });
  return place && (await count(view, eligibleOf(view, rule))) - (await count(view, eligibleOf(view, rule, place)));
}

/** Where the one record stands in the order. */
async function placeOf(view: View, rule: AudienceOf): Promise<Place | undefined> {
  const { keys, from, where, order, params } = eligibleOf(view, rule);
  const standing = list(keys.map((key, index) => sql`${key} AS ${new Sql(`k${index}`)}`));
  const [place] = await rows(view.em, sql`SELECT ${standing} ${new Sql(`FROM ${from} WHERE ${where} ORDER BY ${order}`, params)}`);
  return place as Place | undefined;
}

const count = (view: View, { from, where, order, params }: Selection): Promise<number> =>
  numberOf(view.em, new Sql(`SELECT COUNT(*) FROM (SELECT r.id FROM ${from} WHERE ${where} ORDER BY ${order}) counted`, params));
