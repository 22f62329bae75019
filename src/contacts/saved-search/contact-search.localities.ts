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

/** Each table adds up its own points: put together first, those of a large firm would be copied before they are grouped. */
async function readLocalities({ em, types }: View): Promise<Locality[]> {
  const contacts = identifier(indexTable(types.named('Contact')));
  const [sites, texts] = [identifier(types.named('Site').table), identifier(`${types.named('Site').table}_text`)];
  const found = await rows(
    em,
    sql`${sumsOf(sql`${contacts} k`, 'k')} UNION ALL ${sumsOf(sql`${sites} k JOIN ${texts} w ON w.id = k.id`, 'w')}`,
  );
  const localities = new Map<string, { suburb: string; state: string; count: number; latitudes: number; longitudes: number }>();
  for (const [suburb, state, ...sums] of found) {
    const key = `${String(suburb)}\n${String(state)}`;
    const known = localities.get(key) ?? { suburb: String(suburb), state: String(state), count: 0, latitudes: 0, longitudes: 0 };
    const [count = 0, latitudes = 0, longitudes = 0] = sums.map(Number);
    known.count += count;
    known.latitudes += latitudes;
    known.longitudes += longitudes;
    localities.set(key, known);
  }
  return [...localities.values()].map(({ suburb, state, count, latitudes, longitudes }) => ({
    suburb,
    state,
    latitude: latitudes / count,
    longitude: longitudes / count,
  }));
}

/** Localities, how many points `k` are in each, and the sums of their coordinates. @param texts the alias of their addresses */
function sumsOf(points: Sql, texts: string): Sql {
  const [suburb, state] = localityOf(identifier(texts, 'suburb'), identifier(texts, 'state'));
  return sql`SELECT ${suburb}, ${state}, COUNT(*), SUM(k.latitude), SUM(k.longitude) FROM ${points}
    WHERE k.deleted = 0 AND k.latitude IS NOT NULL AND k.longitude IS NOT NULL AND ${identifier(texts, 'suburb')} IS NOT NULL
    GROUP BY ${suburb}, ${state}`;
}

/** Localities are told apart by this much of their suburb and state. */
const localityOf = (suburb: Sql, state: Sql): [suburb: Sql, state: Sql] => [
  sql`SUBSTR(${suburb}, 1, 100)`,
  sql`SUBSTR(COALESCE(${state}, ''), 1, 100)`,
];

/** Whether an address, by its folded suburb and state, is in one of the localities. */
export function isInLocality(suburb: Sql, state: Sql, localities: readonly Locality[]): Sql {
  const states = new Map<string, string[]>();
  for (const locality of localities) states.set(locality.state, [...(states.get(locality.state) ?? []), locality.suburb]);
  const [itsSuburb, itsState] = localityOf(suburb, state);
  return or([...states].map(([name, suburbs]) => and([sql`${itsState} = ${name}`, ...isAnyOf(itsSuburb, suburbs)])));
}
