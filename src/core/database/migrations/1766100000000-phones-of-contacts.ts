import type { MigrationInterface } from 'typeorm';

/** Contacts have a key of a phone number without a country, by which they are found: the recomputation that follows writes it. */
export class PhonesOfContacts1766100000000 implements MigrationInterface {
  readonly name = 'PhonesOfContacts1766100000000';

  up = (): Promise<void> => Promise.resolve();
  down = (): Promise<void> => Promise.resolve();
}
