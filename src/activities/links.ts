import { rows } from '../database/rows';
import type { View } from '../database';
import { sql } from '../query';
import { values, type Answer } from '../records';

/** The list of an answer for each kind of record that an activity can be linked to. */
const LISTS: Readonly<Record<string, string>> = {
  Candidate: 'linkedCandidates',
  Contact: 'linkedContacts',
  Client: 'linkedClients',
  Job: 'linkedJobIds',
  Opportunity: 'linkedOpportunities',
  Placement: 'linkedPlacements',
};

/** The answers with their six lists of linked records, each in ascending order. */
export async function withLinks({ em }: View, answers: readonly Answer[]): Promise<Answer[]> {
  if (answers.length === 0) return [];
  const whole = new Map(answers.map((answer) => [answer['id'], { ...answer, ...emptyLists() }]));
  const ids = answers.map(({ id }) => id as number);
  const links = await rows(em, sql`SELECT activityID, kind, recordID FROM activity_link WHERE isLinked = 1 AND activityID IN (${values(ids)}) ORDER BY recordID`);
  for (const [activityID, kind, recordID] of links) (whole.get(activityID)?.[LISTS[String(kind)] ?? ''] as number[] | undefined)?.push(recordID as number);
  return [...whole.values()];
}

const emptyLists = (): Answer => Object.fromEntries(Object.values(LISTS).map((list) => [list, []]));
