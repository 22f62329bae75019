import type { EntityManager } from 'typeorm';
import { rows } from '../../core/database/rows';
import type { View } from '../../core/database';
import { indexTable } from '../../core/fields/index-row';
import { isAnyOf } from '../../core/search';
import { and, identifier, list, or, Sql, sql } from '../../core/sql';
import { isExtentNear, isPointNear, type Extent, type Point } from './contact-search.geo';

/** A suburb and its state, folded. It is at the mean latitude and the mean longitude of the sites and contacts in it. */
export interface Locality {
  readonly suburb: string;
  readonly state: string;
}

/**
 * The localities within a distance, as of now. How far each extends is read in keys, which takes as long however many contacts there are;
 * all coordinates in it only where the circle may run through it.
 */
export async function localitiesNear({ em, types }: View, centre: Point, kilometres: number): Promise<readonly Locality[]> {
  const tables = ['Contact', 'Site'].map((name) => indexTable(types.named(name)));
  const known = [...(await readExtents(em, tables)).values()].map((each) => ({ ...each, isNear: isExtentNear(each, centre, kilometres) }));
  const divided = known.filter(({ isNear }) => isNear === undefined);
  const places = divided.length === 0 ? new Map<string, Point>() : await readPlaces(em, tables, divided);
  const isPlacedNear = (place?: Point): boolean => place !== undefined && isPointNear(place, centre, kilometres);
  return known.filter((each) => each.isNear ?? isPlacedNear(places.get(keyOf(each))));
}

type Axis = 'latitude' | 'longitude';
const AXES: readonly Axis[] = ['latitude', 'longitude'];

/** Grouped as the keys are, so that a server reads two rows of each group: without another condition, and one coordinate at a time. */
async function readExtents(em: EntityManager, tables: readonly string[]): Promise<Map<string, Locality & Extent>> {
  const ends = tables.flatMap((table) =>
    AXES.map((axis) => {
      const [own, coordinate] = [identifier(table), identifier(axis)];
      return sql`SELECT ${axis}, suburb, state, MIN(${coordinate}), MAX(${coordinate}) FROM ${own} WHERE deleted = 0 GROUP BY suburb, deleted, state`;
    }),
  );
  const extents = new Map<string, Locality & Extent>();
  for (const [axis, suburb, state, least, most] of await rows(em, list(ends, ' UNION ALL '))) {
    if (suburb === null || least === null) continue;
    const locality = localityNamed(suburb as string, state as string | null);
    const known = extents.get(keyOf(locality)) ?? { ...locality, ...NOWHERE };
    extents.set(keyOf(locality), { ...known, ...extended(known, axis as Axis, Number(least), Number(most)) });
  }
  return new Map([...extents].filter(([, { south, west }]) => Number.isFinite(south) && Number.isFinite(west)));
}

const NOWHERE: Extent = { south: Infinity, north: -Infinity, west: Infinity, east: -Infinity };

const extended = ({ south, north, west, east }: Extent, axis: Axis, least: number, most: number): Partial<Extent> =>
  axis === 'latitude'
    ? { south: Math.min(south, least), north: Math.max(north, most) }
    : { west: Math.min(west, least), east: Math.max(east, most) };

/** The place of each of some localities. */
async function readPlaces(em: EntityManager, tables: readonly string[], localities: readonly Locality[]): Promise<Map<string, Point>> {
  const sums = list(AXES.flatMap((axis) => [sql`COUNT(${identifier(axis)})`, sql`SUM(${identifier(axis)})`]));
  const [suburb, state] = [identifier('suburb'), identifier('state')];
  const isThere = and([sql`deleted = 0`, hasSuburbOf(suburb, localities), isInLocality(suburb, state, localities)]);
  const perTable = tables.map(
    (table) => sql`SELECT suburb, state, ${sums} FROM ${identifier(table)} WHERE ${isThere} GROUP BY suburb, state`,
  );
  const totals = new Map<string, readonly number[]>();
  for (const [suburb, state, ...own] of await rows(em, list(perTable, ' UNION ALL '))) {
    const key = keyOf(localityNamed(suburb as string, state as string | null));
    totals.set(
      key,
      own.map((each, index) => Number(each) + (totals.get(key)?.[index] ?? 0)),
    );
  }
  return new Map(
    [...totals].map(([key, [latitudes = 0, latitude = 0, longitudes = 0, longitude = 0]]) => [
      key,
      { latitude: latitude / latitudes, longitude: longitude / longitudes },
    ]),
  );
}

/** Localities are told apart by this much of their suburb and state. */
const LENGTH = 100;

const localityNamed = (suburb: string, state: string | null): Locality => ({
  suburb: beginningOf(suburb),
  state: beginningOf(state ?? ''),
});
const beginningOf = (text: string): string => [...text].slice(0, LENGTH).join('');
const keyOf = ({ suburb, state }: Locality): string => `${suburb}\n${state}`;

/** What all in some localities have, in a way that finds a key. */
function hasSuburbOf(suburb: Sql, localities: readonly Locality[]): Sql {
  const isWhole = (name: string): boolean => [...name].length < LENGTH;
  const names = [...new Set(localities.map((each) => each.suburb))];
  const long = names.filter((name) => !isWhole(name));
  return or([...isAnyOf(suburb, names.filter(isWhole)), ...isAnyOf(beginning(suburb), long)]);
}

const beginning = (text: Sql): Sql => sql`SUBSTR(${text}, 1, ${new Sql(String(LENGTH))})`;

/** Whether an address, by its folded suburb and state, is in one of the localities. */
export function isInLocality(suburb: Sql, state: Sql, localities: readonly Locality[]): Sql {
  const states = new Map<string, string[]>();
  for (const locality of localities) states.set(locality.state, [...(states.get(locality.state) ?? []), locality.suburb]);
  const [itsSuburb, itsState] = [beginning(suburb), beginning(sql`COALESCE(${state}, '')`)];
  return or([...states].map(([name, suburbs]) => and([sql`${itsState} = ${name}`, ...isAnyOf(itsSuburb, suburbs)])));
}
