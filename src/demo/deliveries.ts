import { EXAMPLE_CANCELLED_ID, EXAMPLE_ID, type Delivery } from '../deliveries';
import { demoRecord, type DemoRecord, type DemoRecords } from './demo-record';
import type { DemoContext } from './demo-context';

type DeliveryValues = Pick<Delivery, 'publicID' | 'kind' | 'state' | 'recipient' | 'body'> & Partial<Delivery>;

/** Sent messages, a cancelled and a dead one. None is queued, so that nothing is sent when the service starts. */
export function* deliveries(context: DemoContext): DemoRecords {
  for (const [index, values] of DELIVERIES.entries()) yield demoDelivery(context.day(index - DELIVERIES.length), values);
}

const NONE = {
  host: null,
  replyTo: null,
  subject: null,
  aboutType: null,
  aboutID: null,
  personType: null,
  personID: null,
  automationID: null,
  runID: null,
  dedupeKey: null,
  dueAt: null,
  leaseID: null,
  lastError: null,
  webhookID: null,
  changeSequence: null,
  attemptedDate: null,
  attemptMs: null,
  replyStatus: null,
  requestHeaders: null,
  replyHeaders: null,
  replyBody: null,
};

export const demoDelivery = (createdDate: Date, values: DeliveryValues): DemoRecord =>
  demoRecord('Delivery', {
    ...NONE,
    attempts: 1,
    ...values,
    byID: 1,
    createdDate,
    sentDate: values.state === 'sent' ? createdDate : null,
  });

const DELIVERIES: readonly DeliveryValues[] = [
  {
    publicID: EXAMPLE_ID,
    kind: 'webhook',
    state: 'dead',
    recipient: 'https://127.0.0.1/hooks/placements',
    body: '{"type":"placement.approved","data":{"id":1}}',
    aboutType: 'Placement',
    aboutID: 1,
    lastError: 'The host is not on the public internet; WEBHOOK_ALLOW_PRIVATE would allow it.',
  },
  {
    publicID: '00000000-0000-4000-8000-000000000002',
    kind: 'email',
    state: 'sent',
    recipient: 'candidate1@example.com',
    subject: 'Your interview on Monday',
    body: 'Please bring your white card.',
    aboutType: 'Candidate',
    aboutID: 1,
    personType: 'Candidate',
    personID: 1,
  },
  {
    publicID: '00000000-0000-4000-8000-000000000003',
    kind: 'sms',
    state: 'sent',
    recipient: '+61491570006',
    body: 'You start at 6:30 tomorrow.',
    aboutType: 'Candidate',
    aboutID: 2,
    personType: 'Candidate',
    personID: 2,
  },
  {
    publicID: EXAMPLE_CANCELLED_ID,
    kind: 'email',
    state: 'cancelled',
    recipient: 'candidate3@example.com',
    subject: 'New jobs near you',
    body: 'There are three of them.',
    aboutType: 'Candidate',
    aboutID: 3,
    personType: 'Candidate',
    personID: 3,
    attempts: 0,
    lastError: 'Cancelled by hand.',
  },
];
