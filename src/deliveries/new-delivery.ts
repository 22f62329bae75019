import { InvalidRequest, type ValidationError } from '../core/problems';
import { DELIVERY_LENGTHS, type DeliveryKind } from './delivery.entity';
import { recipientErrors, isEmail } from './recipients';

/** A record, by the name of its type. */
export interface RecordReference {
  readonly type: string;
  readonly id: number;
}

/** A message to queue. */
export interface NewDelivery {
  readonly kind: DeliveryKind;
  /** An e-mail address; a phone number in E.164; an http or https address. */
  readonly to: string;
  /** Of an e-mail. */
  readonly subject?: string;
  /** Plain text; the JSON of a webhook. */
  readonly body: string;
  /** Of an e-mail: the same in HTML. */
  readonly html?: string;
  /** Reply-To of an e-mail; default: its sender. */
  readonly replyTo?: string;
  /** The record that it is about. */
  readonly about?: RecordReference;
  /** The person it is sent to. */
  readonly person?: RecordReference;
  /** Of the person, IANA; by default that of the automation. */
  readonly timeZone?: string;
  /** The webhook that subscribes to changes, and the change; without one, it is a ping. */
  readonly webhook?: { readonly id: number; readonly sequence?: number };
  /** A UUID that is in the body too; by default a new one. */
  readonly id?: string;
  /** Identifies the delivery, for example by run, record and action. It is sent once, however often it is queued. */
  readonly dedupeKey?: string;
}

/** @throws InvalidRequest that names every part that no message can have */
export function checkDelivery(delivery: NewDelivery): void {
  const errors = [
    ...recipientErrors(delivery.kind, delivery.to),
    ...lengthErrors(delivery),
    ...headerErrors(delivery),
    ...bodyErrors(delivery),
  ];
  if (errors.length > 0) throw InvalidRequest.because(errors);
}

const LIMITED = ['to', 'replyTo', 'subject', 'body', 'html', 'dedupeKey'] as const;

const lengthErrors = (delivery: NewDelivery): ValidationError[] =>
  LIMITED.filter((part) => (delivery[part]?.length ?? 0) > DELIVERY_LENGTHS[part]).map((part) => ({
    pointer: `/${part}`,
    detail: `must have at most ${DELIVERY_LENGTHS[part]} characters`,
  }));

function headerErrors({ replyTo, subject = '' }: NewDelivery): ValidationError[] {
  return [
    ...(replyTo === undefined || isEmail(replyTo) ? [] : [{ pointer: '/replyTo', detail: 'must be one e-mail address' }]),
    ...(/\p{Cc}/u.test(subject) ? [{ pointer: '/subject', detail: 'must be one line, without control characters' }] : []),
  ];
}

const bodyErrors = ({ kind, body }: NewDelivery): ValidationError[] =>
  kind === 'webhook' && !isJson(body) ? [{ pointer: '/body', detail: 'must be JSON' }] : [];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
