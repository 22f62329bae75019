import { AUDITED } from '../changes';
import { lockCounter } from '../database/counters';
import type { PersonalDataHolder } from '../personal-data';
import { destroyKeys } from './keys';
import { personName } from './persons';

/** What is personal in the audit remains there, and nobody can read it any more. */
export const keysOfPersons: PersonalDataHolder = {
  name: 'audit',
  async erase(transaction, { type, ids }) {
    // entries that are being written may be about to get the keys
    await lockCounter(transaction.em, AUDITED);
    await destroyKeys(
      transaction,
      ids.map((id) => personName(type.name, id)),
    );
  },
};
