import type { EntityManager } from 'typeorm';
import { rows } from '../../database/rows';
import { and, identifier, or, sql, Sql } from '../../query';
import { fold } from '../../text/fold';
import { countryByCode, countryByName } from '../../text/countries';
import type { ContactCriteria } from './contact-search.criteria';

/** A point on the earth, in degrees. */
export interface Middle {
  readonly latitude: number;
  readonly longitude: number;
}

const EARTH_KM = 6371.0088;

type Located = 'contact' | 'site';

/**
 * Every known pair of coordinates, with the folded suburb and state that it is in: what places are known from, since a
 * locality is where the sites and contacts in it are.
 */
const KNOWN = sql`${knownOf('contact')} UNION ALL ${knownOf('site')}`;

function knownOf(table: Located): Sql {
  const texts = identifier(`${table}_text`);
  return sql`SELECT k.latitude, k.longitude, w.suburb, COALESCE(w.state, '') AS state, w.postcode, k.countryCode
    FROM ${identifier(table)} k JOIN ${texts} w ON w.id = k.id WHERE k.deleted = 0 AND k.latitude IS NOT NULL AND k.longitude IS NOT NULL`;
}

/** The middle of a search's radius: its longitude and latitude, else the middle of all that is known at its location. */
export async function middleOf(em: EntityManager, { latitude, longitude, location }: ContactCriteria): Promise<Middle | undefined> {
  if (latitude !== undefined && longitude !== undefined) return { latitude: Number(latitude), longitude: Number(longitude) };
  if (location === undefined) return undefined;
  const isThere = addressIs(location, (part) => identifier('p', part));
  const [[north = null, east = null] = []] = await rows(
    em,
    sql`SELECT AVG(p.latitude), AVG(p.longitude) FROM (${KNOWN}) p WHERE ${isThere}`,
  );
  return north === null || east === null ? undefined : { latitude: Number(north), longitude: Number(east) };
}

/** Is every part of the location, with commas between, the suburb, state, postcode or country of the address? */
export function addressIs(location: string, column: (part: 'suburb' | 'state' | 'postcode' | 'countryCode') => Sql): Sql {
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

/** The localities whose middle is within so many kilometres. */
export function localitiesNear(middle: Middle, kilometres: number): Sql {
  const known = sql`SELECT SUBSTR(k.suburb, 1, 100) AS suburb, SUBSTR(k.state, 1, 100) AS state, k.latitude, k.longitude FROM (${KNOWN}) k WHERE k.suburb IS NOT NULL`;
  const near = isNear(sql`AVG(p.latitude)`, sql`AVG(p.longitude)`, middle, kilometres);
  return sql`SELECT p.suburb, p.state FROM (${known}) p GROUP BY p.suburb, p.state HAVING ${near}`;
}

/**
 * Is the point within so many kilometres of the middle, along the great circle? The haversines are compared rather than
 * the distances, so that no rounding leads out of the range of an arc function.
 */
export function isNear(latitude: Sql, longitude: Sql, middle: Middle, kilometres: number): Sql {
  const reach = Math.sin(Math.min(kilometres / (2 * EARTH_KM), Math.PI / 2)) ** 2;
  const cosine = Math.cos((middle.latitude * Math.PI) / 180);
  return sql`(POW(SIN(RADIANS(${latitude} - ${middle.latitude}) / 2), 2)
    + ${cosine} * COS(RADIANS(${latitude})) * POW(SIN(RADIANS(${longitude} - ${middle.longitude}) / 2), 2)) <= ${reach}`;
}
