import { and, not, or, relatedRecords, relationNamed, sql, type Sql, type Subject } from '../../query';
import type { ContactCriteria } from './contact-search.criteria';
import { addressIs, isNear, localitiesNear, localityOf, type Middle } from './contact-search.place';

/** Is it where the search looks? @param middle of its radius, undefined when there is nothing to measure from */
export function isThere(contact: Subject, asked: ContactCriteria, middle: Middle | undefined): Sql[] {
  if (asked.radius === undefined) return asked.location === undefined ? [] : [addressMatches(contact, asked.location, asked.includeSites)];
  return [middle ? isWithin(contact, middle, Number(asked.radius), asked.includeSites) : sql`1 = 0`];
}

function addressMatches(contact: Subject, location: string, sitesToo = false): Sql {
  const matches = (place: Subject): Sql =>
    addressIs(location, (part) => (part === 'countryCode' ? place.column(part) : place.value(part).sql));
  return or([matches(contact), ...(sitesToo ? [hasClientSite(contact, matches)] : [])]);
}

/** By the contact's own coordinates, else its site's, else those of its locality. */
function isWithin(contact: Subject, middle: Middle, kilometres: number, sitesToo = false): Sql {
  const measured = (place: Subject): Sql =>
    and([hasCoordinates(place), isNear(place.column('latitude'), place.column('longitude'), middle, kilometres)]);
  const byLocality = (place: Subject): Sql =>
    sql`${localityOf(place.value('suburb').sql, place.value('state').sql)} IN (${localitiesNear(middle, kilometres)})`;
  const atSite = (holds: (site: Subject) => Sql): Sql => hasRelated(contact, 'site', holds);
  const unplaced = or([atSite(measured), and([not(atSite(hasCoordinates)), byLocality(contact)])]);
  const siteIsWithin = (site: Subject): Sql => or([measured(site), and([not(hasCoordinates(site)), byLocality(site)])]);
  return or([
    measured(contact),
    and([not(hasCoordinates(contact)), unplaced]),
    ...(sitesToo ? [hasClientSite(contact, siteIsWithin)] : []),
  ]);
}

const hasCoordinates = (place: Subject): Sql => sql`(${place.column('latitude')} IS NOT NULL AND ${place.column('longitude')} IS NOT NULL)`;

const hasClientSite = (contact: Subject, holds: (site: Subject) => Sql): Sql =>
  hasRelated(contact, 'client', (client) => hasRelated(client, 'sites', holds));

/** Is there such a record at the other end of the relation? */
export function hasRelated(record: Subject, name: string, holds: (related: Subject) => Sql): Sql {
  const relation = relationNamed(record.type, name);
  if (!relation) throw new Error(`${record.type.name} has no relation ${name}.`);
  return sql`EXISTS (SELECT 1 ${relatedRecords(record, relation, holds)})`;
}
