import { EVENTS, eventOf, type AutomationEvent } from './events';
import { payRuns } from '../../pay-runs/pay/pay-runs.records';
import { webhookType, webhookTypeOf } from './webhook-type';

const typeOf = (id: number): string => webhookType(eventOf(id) as AutomationEvent, 'event');

describe('The type of a webhook', () => {
  it.each([
    [1, 'candidate.created'],
    [3, 'candidate.status_changed'],
    [5, 'candidate.tag_added'],
    [10, 'candidate.merged'],
    [12, 'candidate.availability_date_reached'],
    [15, 'candidate.no_activity_for_n_days'],
    [23, 'contact.next_contact_date_reached'],
    [25, 'contact.matches_filters'],
    [37, 'job.filled'],
    [41, 'job.ai_matches_ready'],
    [46, 'application.candidate_submitted_to_client'],
    [57, 'placement.approved'],
    [67, 'activity.note_added'],
  ])('of event %i is %s', (id, type) => expect(typeOf(id)).toBe(type));

  it('of a record type of two words is one word', () => expect(webhookTypeOf(payRuns, 72)).toBe('payrun.approved'));

  it('is unique among the events of a record type', () => expect(new Set(EVENTS.map(({ id }) => typeOf(id))).size).toBe(EVENTS.length));

  it.each(['manual', 'schedule'])('of a run triggered by %s names no event', (trigger) =>
    expect(webhookType(eventOf(1) as AutomationEvent, trigger)).toBe('automation.run'),
  );
});
