import type { EntityManager } from 'typeorm';
import type { FieldChanges } from '../../changes';
import type { View } from '../../database';
import { execute, rows } from '../../database/rows';
import { recordTypeNamed } from '../../fields/record-type';
import { InvalidRequest, type Complaint } from '../../http';
import { sql } from '../../query';
import { idsThere, spoken, values, type Answer } from '../../records';
import { PARTIES, type Party } from '../activity.entity';
import { dropLoose, link } from './main-records';

/** The list of an answer for each kind of record that an activity can be linked to. */
const LISTS = {
  Candidate: 'linkedCandidates',
  Contact: 'linkedContacts',
  Client: 'linkedClients',
  Job: 'linkedJobIds',
  Opportunity: 'linkedOpportunities',
  Placement: 'linkedPlacements',
} as const satisfies Record<Party, string>;

/** What a body says of the lists: absent ones stay, null clears. */
export type Linked = Partial<Record<(typeof LISTS)[Party], readonly number[] | null>>;

/** The answers with their six lists of linked records, each in ascending order. */
export async function withLinks({ em }: View, answers: readonly Answer[]): Promise<Answer[]> {
  if (answers.length === 0) return [];
  const whole = new Map(answers.map((answer) => [answer['id'], { ...answer, ...emptyLists() }]));
  const ids = answers.map(({ id }) => id as number);
  const links = await rows(
    em,
    sql`SELECT activityID, kind, recordID FROM activity_link WHERE isLinked = 1 AND activityID IN (${values(ids)}) ORDER BY recordID`,
  );
  for (const [activityID, kind, recordID] of links)
    (whole.get(activityID)?.[LISTS[kind as Party]] as number[] | undefined)?.push(recordID as number);
  return [...whole.values()];
}

const emptyLists = (): Answer => Object.fromEntries(Object.values(LISTS).map((list) => [list, []]));

/** Replaces the lists that a body has. @returns those that changed @throws InvalidRequest that names every id that nobody has */
export async function replaceLinks(em: EntityManager, activityID: number, said: Linked): Promise<FieldChanges> {
  const changes: Record<string, readonly [number[], number[]]> = {};
  const complaints: Complaint[] = [];
  for (const kind of PARTIES) {
    const sent = said[LISTS[kind]];
    if (sent === undefined) continue;
    const [before, after] = [await linkedTo(em, activityID, kind), [...new Set(sent ?? [])].sort((one, other) => one - other)];
    complaints.push(...(await complaintsOf(em, kind, sent ?? [], before)));
    if (complaints.length > 0 || before.join() === after.join()) continue;
    await relink(em, activityID, kind, before, after);
    changes[LISTS[kind]] = [before, after];
  }
  if (complaints.length > 0) throw InvalidRequest.because(complaints);
  return changes;
}

async function linkedTo(em: EntityManager, activityID: number, kind: Party): Promise<number[]> {
  const found = await rows(
    em,
    sql`SELECT recordID FROM activity_link WHERE activityID = ${activityID} AND kind = ${kind} AND isLinked = 1 ORDER BY recordID`,
  );
  return found.map(([recordID]) => recordID as number);
}

/** Of ids that nobody has; those that were there before may have been deleted since. */
async function complaintsOf(em: EntityManager, kind: Party, sent: readonly number[], before: readonly number[]): Promise<Complaint[]> {
  const type = recordTypeNamed(kind);
  const known = new Set([...before, ...(await idsThere(em, type, [...new Set(sent)]))]);
  return sent.flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ pointer: `/${LISTS[kind]}/${index}`, detail: `must be the id of a record of type ${spoken(type)} that exists` }],
  );
}

async function relink(
  em: EntityManager,
  activityID: number,
  kind: Party,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const gone = before.filter((id) => !after.includes(id));
  if (gone.length > 0)
    await execute(
      em,
      sql`UPDATE activity_link SET isLinked = 0 WHERE activityID = ${activityID} AND kind = ${kind} AND recordID IN (${values(gone)})`,
    );
  for (const id of after.filter((each) => !before.includes(each))) await link(em, activityID, kind, id, 'isLinked');
  await dropLoose(em, activityID);
}
