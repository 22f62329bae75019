import { EXAMPLE_ID, type Delivery } from '../deliveries';
import { made, type Making } from './made';
import type { World } from './world';

type Said = Pick<Delivery, 'publicID' | 'kind' | 'state' | 'recipient' | 'body'> & Partial<Delivery>;

/** Messages that were sent, and one that could not be: it waits for nobody, so nothing leaves the service when it starts. */
export function* deliveries(world: World): Making {
  const none = {
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
    sentDate: null,
  };
  for (const [index, said] of DELIVERIES.entries()) {
    const createdDate = world.day(index - DELIVERIES.length);
    yield made('Delivery', { ...none, ...said, byID: 1, attempts: 1, createdDate, sentDate: said.state === 'sent' ? createdDate : null });
  }
}

const DELIVERIES: readonly Said[] = [
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
];
