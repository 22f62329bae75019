import type { Client, NewAutomation } from './client';
import type { BenchDatabase } from '../database';

/** Triggers by their ids in the API. */
const BY_EVENT = 1;
const [CANDIDATE_UPDATED, CLIENT_CREATED, CONTACT_UPDATED, CONTACT_STATUS_CHANGED, CONTACT_MATCHES, JOB_UPDATED] = [2, 26, 18, 19, 25, 35];

/** The rule that acts on each change of a contact. */
export const actingRule = (client: Client, tag: string): Promise<{ id: number }> =>
  client.createAutomation({ triggerID: BY_EVENT, eventID: CONTACT_UPDATED, actions: [{ type: 'addTag', params: { tag } }] });

/**
 * Rules that a new title of a contact is nothing to: of other modules, of another event, with filters on other fields. None acts on
 * clients that maintenance makes inactive meanwhile.
 */
const IDLE: readonly Omit<NewAutomation, 'triggerID' | 'actions'>[] = [
  { eventID: CANDIDATE_UPDATED },
  { eventID: CLIENT_CREATED },
  { eventID: JOB_UPDATED },
  { eventID: CONTACT_STATUS_CHANGED },
  { eventID: CONTACT_MATCHES, filters: { combinator: 'and', rules: [{ field: 'statusID', operator: '=', value: 5 }] } },
  { eventID: CONTACT_MATCHES, filters: { combinator: 'and', rules: [{ field: 'suburb', operator: '=', value: 'Nowhere' }] } },
];

export async function createIdleRules(client: Client, count: number): Promise<void> {
  for (let number = 0; number < count; number++)
    await client.createAutomation({
      eventID: CANDIDATE_UPDATED,
      ...IDLE[number % IDLE.length],
      triggerID: BY_EVENT,
      actions: [{ type: 'createNote', params: { notes: `Idle ${number}` } }],
    });
}

export const pauseAllRules = (store: BenchDatabase): Promise<void> => store.run('UPDATE automation SET statusID = 2 WHERE statusID <> 2');
