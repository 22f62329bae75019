import { joined } from '../core/text/joined';
import type { Contact } from './contact.entity';

/** Sets the derived texts of a contact: full name and location. @param countryName the name for its countryCode */
export function setContactTexts(contact: Contact, countryName: string | null): void {
  contact.fullName = joined([contact.firstName, contact.surname], ' ');
  contact.location = joined([contact.suburb, contact.state, countryName], ', ');
}
