import type { Client } from './client';

/** Triggers and events of automations, by their ids in the API. */
const MANUAL = 3;
const CONTACT_CREATED = 17;

/** An automation that takes so many contacts when it is run. @returns its id */
export async function automationOf(client: Client, actions: readonly object[], most: number): Promise<number> {
  const { id } = await client.createAutomation({ triggerID: MANUAL, eventID: CONTACT_CREATED, actions, most });
  return id;
}

/** @returns the milliseconds until it has completed @throws Error unless it acts on each of its contacts */
export async function runOnce(client: Client, automationID: number, expected: number): Promise<number> {
  const begin = performance.now();
  const { location } = await client.request('POST', `/api/Automation/${automationID}/Runs`);
  const { processed } = await client.waitForRun(location);
  const milliseconds = performance.now() - begin;
  if (processed !== expected) throw new Error(`${processed} of ${expected} contacts were processed.`);
  return milliseconds;
}
