import type { ValidationError } from '../core/problems';
import { DELIVERY_LENGTHS, type DeliveryKind } from './delivery.entity';

/** One address and nothing else: no name, no list, no comment, no line break that would begin another header. */
const EMAIL = /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u;
/** E.164. */
const PHONE = /^\+[1-9]\d{5,14}$/;

export const isEmail = (text: string): boolean => text.length <= 320 && EMAIL.test(text);

/** An address on the web without a name and password in it. */
export function isWebAddress(text: string): boolean {
  if (/[\s\p{C}]/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && hostname !== '' && username === '' && password === '';
}

/** The host that a delivery goes to, with its port; null: all of its kind go the same way. */
export const hostOf = (kind: DeliveryKind, to: string): string | null =>
  kind === 'webhook' ? new URL(to).host.slice(0, DELIVERY_LENGTHS.host) : null;

const RECIPIENTS: Readonly<Record<DeliveryKind, readonly [is: (text: string) => boolean, what: string]>> = {
  email: [isEmail, 'one e-mail address'],
  sms: [(text) => PHONE.test(text), 'a phone number with its country code, such as +61412345678'],
  webhook: [isWebAddress, 'an http or https address without a name or password'],
};

export function recipientErrors(kind: DeliveryKind, to: string): ValidationError[] {
  const [is, what] = RECIPIENTS[kind];
  return is(to) ? [] : [{ pointer: '/to', detail: `must be ${what}` }];
}
