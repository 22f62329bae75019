import type { Field } from '../../core/fields/field';
import type { RecordType } from '../../core/fields/record-type';

/** How people are reached. */
export type PersonalChannel = 'email' | 'sms';

interface Address {
  /** The first of these fields that a type has is where messages go. */
  readonly sentTo: readonly string[];
  /** Fields by which two records are the same person. */
  readonly known: readonly string[];
  /** As a sentence names it. */
  readonly name: string;
}

export const ADDRESSES: Readonly<Record<PersonalChannel, Address>> = {
  email: { sentTo: ['email1', 'email'], known: ['email1', 'email', 'email2'], name: 'e-mail address' },
  sms: { sentTo: ['mobile_Standardised'], known: ['mobile_Standardised'], name: 'mobile number that can be called' },
};

/** The field of a type that messages go to; undefined: they do not go to records of the type. */
export const addressField = (type: RecordType, channel: PersonalChannel): Field | undefined =>
  ADDRESSES[channel].sentTo.flatMap((name) => type.findField(name) ?? [])[0];
