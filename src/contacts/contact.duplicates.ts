import type { DuplicateKey, DuplicateKind } from '../core/fields/duplicate-kind';
import { fold } from '../core/text/fold';
import { comparablePhone } from '../core/text/phones';
import type { Contact } from './contact.entity';

/** Namesakes at a client; colleagues who share a mailbox or a phone. */
const [NAMESAKES, COLLEAGUES] = [50, 10];

/** Why two contacts may be the same person. Nothing of this refuses a contact: colleagues share addresses and phones. */
export const contactDuplicates: readonly DuplicateKind<Contact>[] = [
  {
    name: 'email',
    fields: ['email', 'email2'],
    keysOf: ({ email, email2 }) => texts(email, email2),
    most: COLLEAGUES,
    isRefused: false,
  },
  {
    name: 'nameAtClient',
    fields: ['firstName', 'surname', 'clientID'],
    keysOf: nameAtClient,
    most: NAMESAKES,
    isRefused: false,
  },
  {
    name: 'mobile',
    fields: ['mobile', 'mobile_Standardised'],
    keysOf: (contact) => texts(comparablePhone(contact.mobile, contact.mobile_Standardised)),
    most: COLLEAGUES,
    isRefused: false,
  },
  {
    name: 'phone',
    fields: ['phone', 'phone_Standardised'],
    keysOf: ({ phone, phone_Standardised }) => (phone_Standardised ? [] : texts(comparablePhone(phone, null))),
    // it is that of an office: searches find it, as they do the standard form
    most: 0,
    isRefused: false,
  },
];

const texts = (...all: (string | null)[]): DuplicateKey[] => all.map((text) => ({ text: fold(text ?? ''), shown: text ?? '' }));

function nameAtClient({ firstName, surname, clientID }: Contact): DuplicateKey[] {
  const [first, last] = [fold(firstName ?? ''), fold(surname ?? '')];
  if (first === '' || last === '' || !clientID) return [];
  return [{ text: `${clientID}\n${first} ${last}`, shown: `${firstName!.trim()} ${surname!.trim()}` }];
}
