import type { EntityManager } from 'typeorm';
import { rows } from '../../core/database/rows';
import { and, identifier, or, sql, Sql } from '../../core/sql';
import { fold } from '../../core/text/fold';
import { countryByCode, countryByName } from '../../core/text/countries';

/** A point on the earth, in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** The criteria that say where the centre of a radius is. */
export interface CentreCriteria {
  readonly latitude?: string;
  readonly longitude?: string;
  readonly location?: string;
}

const EARTH_KM = 6371.0088;

type Located = 'contact' | 'site';

/**
 * All coordinates of sites and contacts, with their folded suburb and state. A locality is placed at the average of the
 * sites and contacts in it.
 */
const KNOWN_POINTS = sql`${knownPointsOf('contact')} UNION ALL ${knownPointsOf('site')}`;

function knownPointsOf(table: Located): Sql {
  const texts = identifier(`${table}_text`);
  return sql`SELECT k.latitude, k.longitude, w.suburb, COALESCE(w.state, '') AS state, w.postcode, w.countryCode
    FROM ${identifier(table)} k JOIN ${texts} w ON w.id = k.id WHERE k.deleted = 0 AND k.latitude IS NOT NULL AND k.longitude IS NOT NULL`;
}

/** The centre of a search's radius: its longitude and latitude, else the average of the known points at its location. */
export async function searchCentre(em: EntityManager, { latitude, longitude, location }: CentreCriteria): Promise<Point | undefined> {
  if (latitude !== undefined && longitude !== undefined) return { latitude: Number(latitude), longitude: Number(longitude) };
  if (location === undefined) return undefined;
  const isAtLocation = isAddressAt(location, (part) => identifier('p', part));
  const [[north = null, east = null] = []] = await rows(
    em,
    sql`SELECT AVG(p.latitude), AVG(p.longitude) FROM (${KNOWN_POINTS}) p WHERE ${isAtLocation}`,
  );
  return north === null || east === null ? undefined : { latitude: Number(north), longitude: Number(east) };
}

/** Whether each comma-separated part of the location is the suburb, state, postcode or country of the address. */
export function isAddressAt(location: string, column: (part: 'suburb' | 'state' | 'postcode' | 'countryCode') => Sql): Sql {
  const parts = location.split(',').filter((part) => fold(part) !== '');
  return and(
    parts.map((part) => {
      const country = countryByCode(part) ?? countryByName(part);
      return or([
        ...(['suburb', 'state', 'postcode'] as const).map((each) => sql`COALESCE(${column(each)}, '') = ${fold(part)}`),
        ...(country === undefined ? [] : [sql`COALESCE(${column('countryCode')}, '') = ${fold(country)}`]),
      ]);
    }),
  );
}

/**
 * Whether the point is within the great-circle distance of the centre. Compares haversines rather than distances, since
 * rounding could take the argument of an inverse function out of its range.
 */
export function isNear(latitude: Sql, longitude: Sql, centre: Point, kilometres: number): Sql {
  const cosine = Math.cos(radians(centre.latitude));
  return sql`(POW(SIN(RADIANS(${latitude} - ${centre.latitude}) / 2), 2)
    + ${cosine} * COS(RADIANS(${latitude})) * POW(SIN(RADIANS(${longitude} - ${centre.longitude}) / 2), 2)) <= ${haversineOf(kilometres)}`;
}

/** The same of a point that is known. */
export function isPointNear(point: Point, centre: Point, kilometres: number): boolean {
  const half = (one: number, other: number): number => Math.sin(radians(one - other) / 2) ** 2;
  const cosines = Math.cos(radians(centre.latitude)) * Math.cos(radians(point.latitude));
  return half(point.latitude, centre.latitude) + cosines * half(point.longitude, centre.longitude) <= haversineOf(kilometres);
}

/** The lowest and the highest coordinates of some points, in degrees. */
export interface Extent {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** Whether every point between the coordinates of an extent is within the distance, or none; undefined where it depends on the point. */
export function isExtentNear({ south, north, west, east }: Extent, centre: Point, kilometres: number): boolean | undefined {
  const latitudes = distancesFrom(centre.latitude, south, north);
  const longitudes = distancesFrom(centre.longitude, west, east);
  if (longitudes.most > 180) return undefined;
  const cosines = [south, north].map((each) => Math.cos(radians(each)));
  const most = south <= 0 && north >= 0 ? 1 : Math.max(...cosines);
  const haversine = (latitude: number, longitude: number, cosine: number): number =>
    Math.sin(radians(latitude) / 2) ** 2 + Math.cos(radians(centre.latitude)) * cosine * Math.sin(radians(longitude) / 2) ** 2;
  if (haversine(latitudes.most, longitudes.most, most) <= haversineOf(kilometres)) return true;
  return haversine(latitudes.least, longitudes.least, Math.min(...cosines)) > haversineOf(kilometres) ? false : undefined;
}

/** How far it is from a number to those between two others. */
function distancesFrom(from: number, lowest: number, highest: number): { readonly least: number; readonly most: number } {
  const ends = [Math.abs(from - lowest), Math.abs(from - highest)];
  return { least: lowest <= from && from <= highest ? 0 : Math.min(...ends), most: Math.max(...ends) };
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const haversineOf = (kilometres: number): number => Math.sin(Math.min(kilometres / (2 * EARTH_KM), Math.PI / 2)) ** 2;
