import { execute } from '../database/rows';
import { ofRecords, type PersonalDataHolder } from '../personal-data';
import { sql } from '../sql';

/** What the feed shows of changes of a person. */
export const changesAboutPersons: PersonalDataHolder = {
  name: 'changes',
  async erase({ em }, person) {
    await execute(em, sql`UPDATE record_change SET fields = '{}' WHERE ${ofRecords(person, 'type', 'recordID')} AND fields <> '{}'`);
  },
};
