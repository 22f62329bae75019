import type { EntityManager } from 'typeorm';
import { rows } from '../../core/database/rows';
import { and, identifier, or, sql, Sql } from '../../core/sql';
import { fold } from '../../core/text/fold';
import { countryByCode, countryByName } from '../../core/text/countries';
import type { ContactCriteria } from './contact-search.criteria';

/** A point on the earth, in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
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
  return sql`SELECT k.latitude, k.longitude, w.suburb, COALESCE(w.state, '') AS state, w.postcode, k.countryCode
    FROM ${identifier(table)} k JOIN ${texts} w ON w.id = k.id WHERE k.deleted = 0 AND k.latitude IS NOT NULL AND k.longitude IS NOT NULL`;
}

/** The centre of a search's radius: its longitude and latitude, else the average of the known points at its location. */
export async function searchCentre(em: EntityManager, { latitude, longitude, location }: ContactCriteria): Promise<Point | undefined> {
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
        ...(country === undefined ? [] : [sql`COALESCE(${column('countryCode')}, '') = ${country}`]),
      ]);
    }),
  );
}

/**
 * The locality of an address, by its folded suburb and state; NULL without a suburb. Short texts, so that a server can
 * keep the localities in a table of its own while it compares.
 */
export const localityOf = (suburb: Sql, state: Sql): Sql => sql`(SUBSTR(${suburb}, 1, 100), SUBSTR(COALESCE(${state}, ''), 1, 100))`;

/** The localities whose average point is within the given distance. */
export function localitiesNear(centre: Point, kilometres: number): Sql {
  const known = sql`SELECT SUBSTR(k.suburb, 1, 100) AS suburb, SUBSTR(k.state, 1, 100) AS state, k.latitude, k.longitude FROM (${KNOWN_POINTS}) k WHERE k.suburb IS NOT NULL`;
  const near = isNear(sql`AVG(p.latitude)`, sql`AVG(p.longitude)`, centre, kilometres);
  return sql`SELECT p.suburb, p.state FROM (${known}) p GROUP BY p.suburb, p.state HAVING ${near}`;
}

/**
 * Whether the point is within the great-circle distance of the centre. Compares haversines rather than distances, since
 * rounding could take the argument of an inverse function out of its range.
 */
export function isNear(latitude: Sql, longitude: Sql, centre: Point, kilometres: number): Sql {
  const maxHaversine = Math.sin(Math.min(kilometres / (2 * EARTH_KM), Math.PI / 2)) ** 2;
  const cosine = Math.cos((centre.latitude * Math.PI) / 180);
  return sql`(POW(SIN(RADIANS(${latitude} - ${centre.latitude}) / 2), 2)
    + ${cosine} * COS(RADIANS(${latitude})) * POW(SIN(RADIANS(${longitude} - ${centre.longitude}) / 2), 2)) <= ${maxHaversine}`;
}
