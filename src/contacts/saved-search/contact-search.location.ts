import type { EntityManager } from 'typeorm';
import type { View } from '../../core/database';
import type { ValidationError } from '../../core/problems';
import { relatedRecords, relationNamed, type QueryRecord } from '../../core/query';
import { and, exists, not, or, sql, type Sql } from '../../core/sql';
import type { ContactCriteria } from './contact-search.criteria';
import { isAddressAt, isNear, searchCentre, type CentreCriteria, type Point } from './contact-search.geo';
import { isInLocality, localitiesNear, type Locality } from './contact-search.localities';

/** The circle of a search: its centre, and the localities in it. */
export interface Circle {
  readonly centre: Point;
  readonly localities: readonly Locality[];
}

interface RadiusCriteria extends CentreCriteria {
  /** In kilometres. */
  readonly radius?: string;
}

/** The circle of the criteria, undefined without a radius or if its centre is unknown. */
export async function circleOf(view: View, criteria: RadiusCriteria): Promise<Circle | undefined> {
  if (criteria.radius === undefined) return undefined;
  const centre = await searchCentre(view.em, criteria);
  return centre && { centre, localities: await localitiesNear(view, centre, Number(criteria.radius)) };
}

const OF_CIRCLE = ['radius', 'location', 'longitude', 'latitude'] as const;

/** An error for a radius without a centre. A body that is not about it may change a search whose centre has disappeared. */
export async function unknownCentre(
  em: EntityManager,
  criteria: RadiusCriteria,
  body: Partial<Record<(typeof OF_CIRCLE)[number], unknown>> = criteria,
): Promise<ValidationError[]> {
  if (OF_CIRCLE.every((name) => body[name] === undefined)) return [];
  if (criteria.radius === undefined || (await searchCentre(em, criteria))) return [];
  return [
    {
      pointer: '/radius',
      detail: 'requires longitude and latitude, or a location at which a site or contact has coordinates',
    },
  ];
}

/** The conditions on the location of a contact. @param circle undefined when its centre is unknown, which matches nothing */
export function locationConditions(contact: QueryRecord, criteria: ContactCriteria, circle: Circle | undefined): Sql[] {
  if (criteria.radius === undefined)
    return criteria.location === undefined ? [] : [addressMatches(contact, criteria.location, criteria.includeSites)];
  return [circle ? isWithin(contact, circle, Number(criteria.radius), criteria.includeSites) : sql`1 = 0`];
}

function addressMatches(contact: QueryRecord, location: string, sitesToo = false): Sql {
  const matches = (subject: QueryRecord): Sql => isAddressAt(location, (part) => subject.value(part).sql);
  return or([matches(contact), ...(sitesToo ? [hasClientSite(contact, matches)] : [])]);
}

/** Measures from the contact's own coordinates, else its site's, else those of its locality. */
function isWithin(contact: QueryRecord, circle: Circle, kilometres: number, sitesToo = false): Sql {
  const byCoordinates = (subject: QueryRecord): Sql => hasCoordinatesIn(subject, circle, kilometres);
  const atSite = (condition: (site: QueryRecord) => Sql): Sql => hasRelated(contact, 'site', condition);
  const byFallback = or([atSite(byCoordinates), and([not(atSite(hasCoordinates)), hasLocalityIn(contact, circle)])]);
  return or([
    byCoordinates(contact),
    and([not(hasCoordinates(contact)), byFallback]),
    ...(sitesToo ? [hasClientSite(contact, (site) => isInCircle(site, circle, kilometres))] : []),
  ]);
}

/** Measures from the own coordinates of a record with an address, else from those of its locality. */
export const isInCircle = (subject: QueryRecord, circle: Circle, kilometres: number): Sql =>
  or([hasCoordinatesIn(subject, circle, kilometres), and([not(hasCoordinates(subject)), hasLocalityIn(subject, circle)])]);

const hasCoordinatesIn = (subject: QueryRecord, { centre }: Circle, kilometres: number): Sql =>
  and([hasCoordinates(subject), isNear(subject.column('latitude'), subject.column('longitude'), centre, kilometres)]);

const hasLocalityIn = (subject: QueryRecord, { localities }: Circle): Sql =>
  isInLocality(beginningOf(subject, 'suburb'), beginningOf(subject, 'state'), localities);

/** Localities are told apart by less than an index row has. */
function beginningOf(subject: QueryRecord, name: string): Sql {
  const { key, sql: whole } = subject.value(name);
  return key ?? whole;
}

const hasCoordinates = (subject: QueryRecord): Sql =>
  sql`(${subject.column('latitude')} IS NOT NULL AND ${subject.column('longitude')} IS NOT NULL)`;

const hasClientSite = (contact: QueryRecord, condition: (site: QueryRecord) => Sql): Sql =>
  hasRelated(contact, 'client', (client) => hasRelated(client, 'sites', condition));

/** Whether a related record meets the condition. */
export function hasRelated(record: QueryRecord, name: string, condition: (related: QueryRecord) => Sql): Sql {
  const relation = relationNamed(record.type, name);
  if (!relation) throw new Error(`${record.type.name} has no relation ${name}.`);
  return exists(sql`SELECT 1 ${relatedRecords(record, relation, condition)}`);
}
