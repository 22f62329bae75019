import { EVENTS, type AutomationEvent } from './events';

/**
 * The event type in a webhook payload, as Standard Webhooks recommend: record type, full stop, event, such as
 * `candidate.status_changed`. For manual and scheduled runs, which have no event: `automation.run`.
 */
export const webhookType = (event: AutomationEvent, trigger: string): string =>
  trigger === 'event' ? `${event.recordType.toLowerCase()}.${eventSlug(event)}` : 'automation.run';

/** That of an event by its id; undefined if there is none. */
export function webhookTypeOf(eventID: number): string | undefined {
  const event = EVENTS.find(({ id }) => id === eventID);
  return event && webhookType(event, 'event');
}

const PREPOSITIONS = ['to', 'from', 'on', 'for'];

/** "Tag added to candidate" without the record type, which the first half contains: `tag_added`. */
function eventSlug({ name, recordType }: AutomationEvent): string {
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  const record = recordType.toLowerCase();
  if (words[0] === record || words[0] === `${record}s`) return words.slice(1).join('_');
  const at = words.findIndex((word, index) => index > 0 && word === record && PREPOSITIONS.includes(words[index - 1]!));
  return (at < 0 ? words : words.toSpliced(at - 1, 2)).join('_');
}
