import '../../database/support/kind';
import { openStore, type TestStore } from '../../database/support/store';
import { recordTypeNamed } from '../../database/support/record-types';
import type { EntityManager } from 'typeorm';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import { execute, rows } from '../../database/rows';
import { sql } from '../../sql';
import { insertRecord, insertRecords } from '../writing/writer';
import { affectedRecords, refreshAffectedFigures, type AffectedRecords } from './affected-records';
import { refreshFigures } from './figures';

const contacts = recordTypeNamed('Contact');
const clients = recordTypeNamed('Client');

describe('The records whose figures depend on a record', () => {
  let own: TestStore;
  const write = <T>(work: (em: EntityManager) => Promise<T>): Promise<T> => own.transactions.write(SYSTEM_CALLER, ({ em }) => work(em));
  const counted = (em: EntityManager): Promise<unknown[]> => rows(em, sql`SELECT id, contacts, openJobs FROM client_figure ORDER BY id`);

  const affectedBy = async (em: EntityManager, id: number): Promise<AffectedRecords> =>
    (await affectedRecords(em, contacts, [id])).get(id)!;
  const refreshed = async (
    em: EntityManager,
    id: number,
    before?: AffectedRecords,
    changed?: readonly string[],
  ): Promise<AffectedRecords> => (await refreshAffectedFigures(em, contacts, [{ id, before, changed }])).get(id)!;

  beforeAll(async () => {
    own = await openStore();
    await write(async (em) => {
      await insertRecords(
        em,
        clients,
        [1, 2, 3].map((id) => ({ id, name: `client ${id}` })),
      );
      await insertRecords(em, contacts, [{ id: 1, clientID: 1 }, { id: 2, clientID: 2 }, { id: 3 }]);
    });
  });
  afterAll(() => own.close());
  beforeEach(() => write((em) => execute(em, sql`UPDATE client_figure SET contacts = 77, openJobs = 77`)));

  it('are those that it refers to, by their type', async () => {
    await write(async (em) => {
      expect(await affectedRecords(em, contacts, [1, 3])).toEqual(
        new Map([
          [1, { Client: [1] }],
          [3, { Client: [] }],
        ]),
      );
      expect(await affectedRecords(em, clients, [1])).toEqual(new Map([[1, {}]]));
      expect(await affectedRecords(em, contacts, [])).toEqual(new Map());
    });
  });

  it('are computed anew where they ask for a field that has changed', async () => {
    await write(async (em) => {
      expect(await refreshed(em, 1, await affectedBy(em, 1), ['deleted'])).toEqual({ Client: [1] });
      expect(await counted(em)).toEqual([
        [1, 1, 77],
        [2, 77, 77],
        [3, 77, 77],
      ]);
    });
  });

  it('stay as they are where no figure asks for it', async () => {
    await write(async (em) => {
      await refreshed(em, 1, await affectedBy(em, 1), ['firstName']);
      expect((await counted(em))[0]).toEqual([1, 77, 77]);
    });
  });

  it('are not looked for again after a change that cannot make it others', async () => {
    await write(async (em) => {
      expect(await refreshed(em, 1, { Client: [3] }, ['firstName'])).toEqual({ Client: [3] });
      expect((await counted(em))[2]).toEqual([3, 77, 77]);
    });
  });

  it('have only those figures computed that each of several changes affects', async () => {
    await write(async (em) => {
      await refreshAffectedFigures(em, contacts, [
        { id: 1, before: { Client: [1] }, changed: ['deleted'] },
        { id: 2, before: { Client: [2, 3] }, changed: ['clientID'] },
        { id: 3, before: { Client: [] }, changed: ['deleted'] },
      ]);
      expect(await counted(em)).toEqual([
        [1, 1, 77],
        [2, 1, 0],
        [3, 0, 0],
      ]);
    });
  });

  it.each<[string, readonly number[], unknown]>([
    [
      'are those before and after',
      [3],
      [
        [1, 1, 0],
        [2, 77, 77],
        [3, 0, 0],
      ],
    ],
    [
      'are computed completely when there are more than before',
      [],
      [
        [1, 1, 0],
        [2, 77, 77],
        [3, 77, 77],
      ],
    ],
    [
      'are computed completely when there were more before',
      [1, 3],
      [
        [1, 1, 0],
        [2, 77, 77],
        [3, 0, 0],
      ],
    ],
  ])('%s', async (_, before, figures) => {
    await write(async (em) => {
      const affected = await refreshed(em, 1, { Client: before }, ['clientID']);
      expect([...(affected['Client'] ?? [])].sort()).toEqual([...new Set([1, ...before])].sort());
      expect(await counted(em)).toEqual(figures);
    });
  });

  it('are none of a new record that refers to nothing', async () => {
    expect(await write((em) => refreshed(em, 3))).toEqual({});
  });

  it('are found for several new records at once, and have only those figures computed that follow from them', async () => {
    await write(async (em) => {
      expect(await refreshAffectedFigures(em, contacts, [{ id: 1 }, { id: 2 }, { id: 3 }])).toEqual(
        new Map([
          [1, { Client: [1] }],
          [2, { Client: [2] }],
          [3, {}],
        ]),
      );
      expect(await counted(em)).toEqual([
        [1, 1, 77],
        [2, 1, 77],
        [3, 77, 77],
      ]);
    });
  });

  describe('by what they sum up', () => {
    const NOTE = { category: 1, statusID: 2, activityDate: new Date('2026-02-01T00:00:00Z') };
    const activities = recordTypeNamed('Activity');
    const kept = async (em: EntityManager): Promise<unknown> =>
      (await rows(em, sql`SELECT notesCount, callsCount, lastNoteStatistic, nextActivityDate FROM contact_figure WHERE id = 1`))[0];

    /** Figures after new activities, where the contact has one more note, which it has not been told of. */
    const afterNew = (...added: object[]): Promise<unknown> =>
      own.transactions.rehearse(SYSTEM_CALLER, async ({ em }) => {
        await execute(
          em,
          sql`UPDATE contact_figure SET notesCount = 70, callsCount = 77, lastNoteStatistic = ${'2026-01-15 00:00:00.000'} WHERE id = 1`,
        );
        const ids: number[] = [];
        for (const each of [NOTE, ...added]) {
          ids.push(await insertRecord(em, activities, each));
          await execute(em, sql`INSERT INTO activity_link (activityID, kind, recordID) VALUES (${ids.at(-1)!}, 'Contact', 1)`);
        }
        const isNew = ids.slice(1).map((id) => ({ id }));
        await refreshAffectedFigures(em, activities, isNew);
        return kept(em);
      });

    it.each<[string, object[], unknown[]]>([
      ['a note', [NOTE], [71, 77, '2026-02-01 00:00:00.000', null]],
      ['an older note', [{ ...NOTE, activityDate: new Date('2026-01-01T00:00:00Z') }], [71, 77, '2026-01-15 00:00:00.000', null]],
      [
        'one that is not dated, but created',
        [{ ...NOTE, activityDate: null, dateCreated: NOTE.activityDate }],
        [71, 77, '2026-02-01 00:00:00.000', null],
      ],
      ['a cancelled note', [{ ...NOTE, statusID: 3 }], [70, 77, '2026-01-15 00:00:00.000', null]],
      ['a deleted note', [{ ...NOTE, deleted: true }], [70, 77, '2026-01-15 00:00:00.000', null]],
      [
        'two notes and two open calls',
        [NOTE, NOTE, { ...NOTE, category: 3, statusID: 1 }, { category: 3, statusID: 1, activityDate: new Date('2026-03-01T00:00:00Z') }],
        [72, 79, '2026-02-01 00:00:00.000', '2026-02-01 00:00:00.000'],
      ],
    ])('are increased by %s, and not computed anew', async (_, added, expected) => {
      expect(await afterNew(...added)).toEqual(expected);
    });

    it('are computed anew on a cluster, where others may compute them at the same time', async () => {
      own.store.isOnCluster = true;
      try {
        expect(await afterNew(NOTE)).toEqual([2, 0, '2026-02-01 00:00:00.000', null]);
      } finally {
        own.store.isOnCluster = false;
      }
    });
  });

  it('may have only some of their figures computed', async () => {
    await write(async (em) => {
      await refreshFigures(em, clients, [1, 3], ['openJobs']);
      expect(await counted(em)).toEqual([
        [1, 77, 0],
        [2, 77, 77],
        [3, 77, 0],
      ]);
    });
  });
});
