import type { EntityManager } from 'typeorm';
import { rows } from '../../database/rows';
import { choiceOf, isChosen, rangeComplaints } from '../../search';
import { recordTypeNamed } from '../../fields/record-type';
import { InvalidRequest, type Complaint } from '../../http';
import { sql, type Sql } from '../../query';
import { idsThere, spoken, values } from '../../records';
import { fold } from '../../text/fold';
import type { ContactCriteria } from './contact-search.criteria';
import type { ContactSearchRequest } from './contact-search.dto';
import { middleOf } from './contact-search.place';

/** What the ids of a list are: entries of a lookup list, or records of a type. */
const LISTS = {
  status: 'contactStatus',
  jobTypeIds: 'jobType',
  placementTypeIds: 'placementType',
  noteTypeIds: 'activityType',
  meetingTypeIds: 'activityType',
  interviewTypeIds: 'activityType',
} as const;
const RECORDS = {
  division: 'Division',
  createdBy: 'User',
  noteAssignedUsers: 'User',
  meetingAssignedUsers: 'User',
  interviewAssignedUsers: 'User',
  submissionAssignedUsers: 'User',
} as const;

/**
 * Can the search be kept? All that the body writes must be there.
 * @param asked the criteria after the change
 * @throws InvalidRequest
 */
export async function checkContactSearch(em: EntityManager, body: ContactSearchRequest, asked: ContactCriteria): Promise<void> {
  const complaints = [...rangeComplaints(asked, body), ...(await unknownIds(em, body)), ...(await unknownNames(em, body)), ...(await unknownPlace(em, asked))];
  if (complaints.length > 0) throw InvalidRequest.because(complaints);
}

async function unknownIds(em: EntityManager, body: ContactSearchRequest): Promise<Complaint[]> {
  const complaints: Complaint[] = [];
  for (const [field, inList] of namesIn(LISTS)) {
    complaints.push(...missing(field, body[field], await entriesThere(em, inList, sought(body[field])), `must be the id of an entry of the list ${inList}`));
  }
  for (const [field, name] of namesIn(RECORDS)) {
    const type = recordTypeNamed(name);
    complaints.push(...missing(field, body[field], await idsThere(em, type, sought(body[field])), `must be the id of a ${spoken(type)} that exists`));
  }
  return complaints;
}

const namesIn = <K extends string, V>(names: Readonly<Record<K, V>>): [K, V][] => Object.entries(names) as [K, V][];
const sought = (ids: readonly number[] | null | undefined): number[] => (ids ?? []).filter((id) => id !== 0);

function missing(field: string, ids: readonly number[] | null | undefined, there: readonly number[], sentence: string): Complaint[] {
  const known = new Set([0, ...there]);
  return (ids ?? []).flatMap((id, index) => (known.has(id) ? [] : [{ pointer: `/${field}/${index}`, detail: `${sentence}, or 0 for none` }]));
}

async function entriesThere(em: EntityManager, inList: string, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const found = await rows(em, sql`SELECT id FROM lookup WHERE list = ${inList} AND id IN (${values(ids)})`);
  return found.map(([id]) => id as number);
}

/** Owners and ratings are said by id or by name. */
async function unknownNames(em: EntityManager, { owner, rating }: ContactSearchRequest): Promise<Complaint[]> {
  const complaints: Complaint[] = [];
  for (const [index, text] of (owner ?? []).entries()) {
    const isKnown = fold(text) === 'me' || (await isNamed(em, text, sql`SELECT n.id, n.name FROM user_text n`));
    if (!isKnown) complaints.push({ pointer: `/owner/${index}`, detail: 'must be the id or the name of a user, me, or 0 for none' });
  }
  for (const text of rating?.split(',') ?? []) {
    if (await isNamed(em, text, sql`SELECT n.id, n.folded AS name FROM lookup n WHERE n.list = 'rating'`)) continue;
    return [...complaints, { pointer: '/rating', detail: 'must be ids or names of ratings with commas between, or 0 for none' }];
  }
  return complaints;
}

/** Has one of these the id or the name? A text that asks for none, or nothing, is right as it is. */
async function isNamed(em: EntityManager, text: string, those: Sql): Promise<boolean> {
  const choice = choiceOf([text]);
  if (!choice || choice.none) return true;
  return (await rows(em, sql`SELECT 1 FROM (${those}) t WHERE ${isChosen(sql`t.id`, sql`t.name`, choice)} LIMIT 1`)).length > 0;
}

async function unknownPlace(em: EntityManager, asked: ContactCriteria): Promise<Complaint[]> {
  if (asked.radius === undefined || (await middleOf(em, asked))) return [];
  return [{ pointer: '/radius', detail: 'must come with longitude and latitude, or with a location at which a site or a contact has coordinates' }];
}
