import { EVENTS } from '../../src/automation/catalogue/events';

/** The id of the event with this name in the catalogue. */
export function eventID(name: string): number {
  const event = EVENTS.find((each) => each.name === name);
  if (!event) throw new Error(`No event is named "${name}".`);
  return event.id;
}
