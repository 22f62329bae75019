import { rows } from '../../core/database/rows';
import type { View } from '../../core/database';
import { indexTable } from '../../core/fields/index-row';
import { isAnyOf } from '../../core/search';
import { and, identifier, or, sql, type Sql } from '../../core/sql';
import { isPointNear, type Point } from './contact-search.geo';

/** A suburb and its state, folded, at the average point of the sites and contacts in it. */
export interface Locality extends Point {
  readonly suburb: string;
  readonly state: string;
}

/** The localities within a distance. The points of all contacts and sites are looked at for each search, so that none is ever outdated. */
export async function localitiesNear(view: View, centre: Point, kilometres: number): Promise<readonly Locality[]> {
  const localities = await readLocalities(view);
  return localities.filter((locality) => isPointNear(locality, centre, kilometres));
}

async function readLocalities({ em, types }: View): Promise<Locality[]> {
  const contacts = indexTable(types.named('Contact'));
  const [sites, texts] = [types.named('Site').table, `${types.named('Site').table}_text`];
  const located = sql`deleted = 0 AND latitude IS NOT NULL AND longitude IS NOT NULL AND suburb IS NOT NULL`;
  const points = sql`SELECT suburb, COALESCE(state, '') AS state, latitude, longitude FROM ${identifier(contacts)} WHERE ${located}
    UNION ALL SELECT w.suburb, COALESCE(w.state, ''), k.latitude, k.longitude FROM ${identifier(sites)} k JOIN ${identifier(texts)} w ON w.id = k.id
    WHERE k.deleted = 0 AND k.latitude IS NOT NULL AND k.longitude IS NOT NULL AND w.suburb IS NOT NULL`;
  const named = sql`SELECT SUBSTR(p.suburb, 1, 100) AS suburb, SUBSTR(p.state, 1, 100) AS state, p.latitude, p.longitude FROM (${points}) p`;
  const found = await rows(
    em,
    sql`SELECT l.suburb, l.state, AVG(l.latitude), AVG(l.longitude) FROM (${named}) l GROUP BY l.suburb, l.state`,
  );
  return found.map(([suburb, state, latitude, longitude]) => ({
    suburb: String(suburb),
    state: String(state),
    latitude: Number(latitude),
    longitude: Number(longitude),
  }));
}

/** Whether an address, by its folded suburb and state, is in one of the localities. */
export function isInLocality(suburb: Sql, state: Sql, localities: readonly Locality[]): Sql {
  const states = new Map<string, string[]>();
  for (const locality of localities) states.set(locality.state, [...(states.get(locality.state) ?? []), locality.suburb]);
  const [itsSuburb, itsState] = [sql`SUBSTR(${suburb}, 1, 100)`, sql`SUBSTR(COALESCE(${state}, ''), 1, 100)`];
  return or([...states].map(([name, suburbs]) => and([sql`${itsState} = ${name}`, ...isAnyOf(itsSuburb, suburbs)])));
}
