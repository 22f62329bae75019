import { joined } from '../text/joined';
import type { Contact } from './contact.entity';

/** Sets the texts of a contact that follow from its other fields. @param countryName of its countryCode */
export function contactTexts(contact: Contact, countryName: string | null): void {
  contact.fullName = joined([contact.firstName, contact.surname], ' ');
  contact.location = joined([contact.suburb, contact.state, countryName], ', ');
}
