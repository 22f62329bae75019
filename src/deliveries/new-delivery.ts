import { InvalidRequest, type Complaint } from '../http';
import { DELIVERY_LENGTHS, type DeliveryKind } from './delivery.entity';
import { complaintAboutRecipient, isEmail } from './recipients';

/** A record, by the name of its type. */
export interface RecordNamed {
  readonly type: string;
  readonly id: number;
}

/** What is to be sent. */
export interface NewDelivery {
  readonly kind: DeliveryKind;
  /** An e-mail address; a phone number in E.164; an http or https address. */
  readonly to: string;
  /** Of an e-mail. */
  readonly subject?: string;
  /** Plain text; the JSON of a webhook. */
  readonly body: string;
  /** Where the answers to an e-mail go, unless to its sender. */
  readonly replyTo?: string;
  /** The record that it is about. */
  readonly about?: RecordNamed;
  /** Whom it reaches. */
  readonly person?: RecordNamed;
  /** Says that it is the same delivery: run, record and action, for example. It is sent once however often it is queued. */
  readonly dedupeKey?: string;
}

/** @throws InvalidRequest that names every part that no message can have */
export function checkDelivery(delivery: NewDelivery): void {
  const complaints = [
    ...complaintAboutRecipient(delivery.kind, delivery.to),
    ...tooLong(delivery),
    ...complaintsAboutHeaders(delivery),
    ...complaintsAboutBody(delivery),
  ];
  if (complaints.length > 0) throw InvalidRequest.because(complaints);
}

const LIMITED = ['to', 'replyTo', 'subject', 'body', 'dedupeKey'] as const;

const tooLong = (delivery: NewDelivery): Complaint[] =>
  LIMITED.filter((part) => (delivery[part]?.length ?? 0) > DELIVERY_LENGTHS[part]).map((part) => ({
    pointer: `/${part}`,
    detail: `must have at most ${DELIVERY_LENGTHS[part]} characters`,
  }));

function complaintsAboutHeaders({ replyTo, subject = '' }: NewDelivery): Complaint[] {
  return [
    ...(replyTo === undefined || isEmail(replyTo) ? [] : [{ pointer: '/replyTo', detail: 'must be one e-mail address' }]),
    ...(/\p{Cc}/u.test(subject) ? [{ pointer: '/subject', detail: 'must be one line, without control characters' }] : []),
  ];
}

const complaintsAboutBody = ({ kind, body }: NewDelivery): Complaint[] =>
  kind === 'webhook' && !isJson(body) ? [{ pointer: '/body', detail: 'must be JSON' }] : [];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
