import { publish } from '../core/changes';
import type { EntityManager } from 'typeorm';
import { rows } from '../core/database/rows';
import type { Person, PersonalDataHolder } from '../core/personal-data';
import { loadAll, saveRecord } from '../core/records';
import { sql, values } from '../core/sql';
import { Contact } from './contact.entity';
import { contacts } from './contacts.records';

/** The contact that is the same person as a candidate: it remains, without the link. */
export const contactsOfCandidates: PersonalDataHolder = {
  name: 'linkedContacts',
  async read({ em }, person) {
    return (await linkedTo(em, person)).map((id) => ({ id }));
  },
  async erase(transaction, person) {
    for (const contact of await loadAll(transaction.em, contacts, await linkedTo(transaction.em, person))) {
      const after = Object.assign(new Contact(), contact, { linkedCandidateID: null });
      await saveRecord(transaction, contacts, contact, after);
      await publish(transaction, [{ type: contacts.name, recordID: contact.id, action: 'updated', version: after.version }]);
    }
  },
};

async function linkedTo(em: EntityManager, { type, ids }: Person): Promise<number[]> {
  if (type.name !== 'Candidate') return [];
  const found = await rows(em, sql`SELECT id FROM contact WHERE linkedCandidateID IN (${values(ids)}) ORDER BY id`);
  return found.map(([id]) => id as number);
}
