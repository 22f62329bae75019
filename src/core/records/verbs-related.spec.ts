import '../database/support/kind';
import { recordTypeNamed } from '../database/support/record-types';
import { SYSTEM_CALLER } from '../callers/system-caller';
import { rows } from '../database/rows';
import type { RecordEvent } from '../fields/record-event';
import { sql } from '../sql';
import { published } from './support/published';
import { sites, storedSites } from './support/stored-sites';
import { recordChange } from './related-change';
import { insertRecord } from './writing/writer';

describe('A change of data related to records', () => {
  const write = storedSites();

  const event = (id: number): RecordEvent => ({ id, name: 'Doors counted', kind: 'C', causedBy: [] });

  it('gives each record a new version and is published, in the order of their ids', async () => {
    await write(async (transaction) => {
      await recordChange(transaction, sites, [2, 99, 1], { events: [event(7), event(3)], fields: (id) => ({ doors: [id, 5] }) });
      const common = { type: 'Site', action: 'updated', events: [7, 3], concerned: {} };
      expect(await published(transaction)).toEqual([
        { ...common, recordID: 1, version: 5, fields: { doors: [1, 5] } },
        { ...common, recordID: 2, version: 2, fields: { doors: [2, 5] } },
      ]);
      expect(await rows(transaction.em, sql`SELECT updatedByID, version FROM site ORDER BY id`)).toEqual([
        [SYSTEM_CALLER.userID, 5],
        [SYSTEM_CALLER.userID, 2],
      ]);
    });
  });

  it('may be the same for all of them, and raise no event', async () => {
    await write(async (transaction) => {
      await recordChange(transaction, sites, [1, 2], { fields: { doors: [1, 2] } });
      expect(await published(transaction)).toEqual(
        [1, 2].map((recordID): unknown => expect.objectContaining({ recordID, events: [], fields: { doors: [1, 2] } })),
      );
    });
  });

  it('is none without records', async () => {
    await write(async (transaction) => {
      await recordChange(transaction, sites, [], { fields: {} });
      expect(await published(transaction)).toEqual([]);
    });
  });

  it('sets the time of the last change, and the one by which searches sort', async () => {
    await write(async (transaction) => {
      const client = recordTypeNamed('Client');
      await insertRecord(transaction.em, client, { id: 9, name: 'Bay', updatedDate: new Date(0) });
      await recordChange(transaction, client, [9], { fields: {} });
      const [[time]] = (await rows(transaction.em, sql`SELECT updatedDate FROM client WHERE id = 9`)) as [[string]];
      expect(time.slice(0, 10)).toBe(transaction.now.toISOString().slice(0, 10));
      expect(await rows(transaction.em, sql`SELECT updatedDate FROM client_index WHERE id = 9`)).toEqual([[time]]);
    });
  });
});
