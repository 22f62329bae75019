import { displayName } from '../../core/records';
import type { RecordType } from '../../core/fields/record-type';

/** What an event is called after. */
type NamedEvent = Record<'recordType' | 'name', string>;

/**
 * The event type in a webhook payload, as Standard Webhooks recommend: record type, full stop, event, such as
 * `candidate.status_changed` and `payrun.approved`. For manual and scheduled runs, which have no event: `automation.run`.
 */
export const webhookType = (event: NamedEvent, trigger: string): string =>
  trigger === 'event' ? `${event.recordType.toLowerCase()}.${eventSlug(event)}` : 'automation.run';

/** That of an event of a record type by its id; undefined if it has none such. */
export function webhookTypeOf({ name: recordType, events }: RecordType, eventID: number): string | undefined {
  const event = events.find(({ id }) => id === eventID);
  return event && webhookType({ recordType, name: event.name }, 'event');
}

const PREPOSITIONS = ['to', 'from', 'on', 'for'];

/** The words of the name of its record type. */
const wordsOf = ({ recordType }: NamedEvent): string[] => displayName({ name: recordType }).split(' ');

/** "Tag added to candidate" without the record type, which the first half contains: `tag_added`. */
function eventSlug(event: NamedEvent): string {
  const words = event.name.toLowerCase().split(/[^a-z0-9]+/);
  const record = wordsOf(event);
  const isRecordAt = (at: number): boolean => record.every((word, index) => words[at + index]?.replace(/s$/, '') === word);
  if (isRecordAt(0)) return words.slice(record.length).join('_');
  const at = words.findIndex((word, index) => PREPOSITIONS.includes(word) && isRecordAt(index + 1));
  return (at < 0 ? words : words.toSpliced(at, 1 + record.length)).join('_');
}
