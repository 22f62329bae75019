import type { AutomationEvent } from './events';

/**
 * What a webhook calls what happened, in the form of the Standard Webhooks: the record, a full stop, and the event:
 * `candidate.status_changed`. Of a run by hand or by the clock, at which nothing happened: `automation.run`.
 */
export const webhookType = (event: AutomationEvent, trigger: string): string =>
  trigger === 'event' ? `${event.recordType.toLowerCase()}.${happening(event)}` : 'automation.run';

/** "Tag added to candidate" without the candidate, whom the first half names: `tag_added`. */
function happening({ name, recordType }: AutomationEvent): string {
  const rest = name.replace(new RegExp(`^${recordType}s? | (?:to|from|on|for) ${recordType}\\b`, 'i'), '');
  return rest.toLowerCase().replace(/[^a-z0-9]+/g, '_');
}
