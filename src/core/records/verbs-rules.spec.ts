import '../database/support/kind';
import { recordTypeNamed } from '../database/support/record-types';
import type { FieldChanges } from '../changes';
import type { Transaction } from '../database';
import { execute, rows } from '../database/rows';
import { sql } from '../sql';
import type { Rules } from './rules';
import { published } from './support/published';
import { sites, storedSites, storedSite } from './support/stored-sites';
import { create, createMany } from './create';
import { change } from './change';
import { insertRecord } from './writing/writer';

describe('The rules of a record type', () => {
  const write = storedSites();
  const jobs = recordTypeNamed('Job');
  /** The same transaction, in which every type has these rules. */
  const ruledBy = (transaction: Transaction, rules: Rules<{ id: number }>): Transaction => ({
    ...transaction,
    types: Object.create(transaction.types, { rulesOf: { value: () => rules } }) as typeof transaction.types,
  });

  it('may be none', async () => {
    await write(async (transaction) => {
      const ruled = ruledBy(transaction, {});
      const id = await create(ruled, sites, { name: 'Yard' });
      expect(await change(ruled, sites, id, { name: 'Shed' })).toBe(true);
      expect(await storedSite(transaction, id)).toEqual(['Shed', 2, 0]);
      expect(await published(transaction)).toEqual([
        expect.objectContaining({ action: 'created', fields: expect.objectContaining({ name: [null, 'Yard'] }) }),
        expect.objectContaining({ action: 'updated', fields: { name: ['Yard', 'Shed'] } }),
      ]);
    });
  });

  it('save parts whose changes are published as those of the record, with a new version', async () => {
    await write(async (transaction) => {
      const ruled = ruledBy(transaction, {
        saveParts: (_, __, body) => Promise.resolve<FieldChanges>('doors' in body ? { doors: [1, body.doors] } : {}),
      });
      expect(await change(ruled, sites, 1, { doors: 2 })).toBe(true);
      expect(await change(ruled, sites, 1, { doors: 3, name: 'Pier' })).toBe(true);
      expect(await change(ruled, sites, 1, {})).toBe(false);
      const id = await create(ruled, sites, { doors: 4, name: 'Yard' });
      expect(await published(transaction)).toEqual([
        expect.objectContaining({ recordID: 1, version: 5, action: 'updated', fields: { doors: [1, 2] } }),
        expect.objectContaining({ recordID: 1, version: 6, action: 'updated', fields: { doors: [1, 3], name: ['Wharf', 'Pier'] } }),
        expect.objectContaining({
          recordID: id,
          version: 1,
          action: 'created',
          fields: expect.objectContaining({ doors: [1, 4], name: [null, 'Yard'] }),
        }),
      ]);
    });
  });

  it('save what the figures of a new record are computed from', async () => {
    await write(async (transaction) => {
      await execute(transaction.em, sql`INSERT INTO tag (id, tag) VALUES (5, 'crane')`);
      const ruled = ruledBy(transaction, {
        async saveParts({ em }, { id }) {
          await insertRecord(em, recordTypeNamed('JobTag'), { tagID: 5, recordID: id });
          return { tagIDs: [[], [5]] };
        },
      });
      const id = await create(ruled, jobs, { title: 'Rigger' });
      expect(await rows(transaction.em, sql`SELECT tags FROM job_figure WHERE id = ${id}`)).toEqual([[1]]);
    });
  });

  it('set the key of a single record once more when it has been taken, those of several are undone by the caller', async () => {
    const candidates = recordTypeNamed('Candidate');
    let asked = 0;
    const takeKey = async (bodies: readonly object[]): Promise<unknown> =>
      write((transaction) => {
        const beforeSave: Rules<{ id: number }>['beforeSave'] = (_, changes) => {
          asked += 1;
          changes.forEach(({ after }) => Object.assign(after, { emailKey: 'taken' }));
          return Promise.resolve();
        };
        return createMany(ruledBy(transaction, { beforeSave }), candidates, bodies);
      });
    await expect(takeKey([{ firstName: 'Ann' }, { firstName: 'Bo' }])).rejects.toMatchObject({ status: 409 });
    expect(asked).toBe(1);
    await takeKey([{ firstName: 'Ann' }]);
    await expect(takeKey([{ firstName: 'Bo' }])).rejects.toMatchObject({ status: 409 });
    expect(asked).toBe(4);
  });

  it('are given the record before and after, in their order', async () => {
    const steps: unknown[] = [];
    const tell = (step: string, ...records: readonly object[]): void =>
      void steps.push([step, ...records.map((record) => (record as { name: unknown }).name)]);
    await write(async (transaction) => {
      const ruled = ruledBy(transaction, {
        setDefaults: (_, record) => tell('setDefaults', record),
        prepare: (_, before, after) => tell('prepare', before, after),
        beforeSave: (_, [change]) => Promise.resolve(tell('beforeSave', change!.before, change!.after)),
        saveParts(_, after) {
          tell('saveParts', after);
          return Promise.resolve({});
        },
        afterSave: (_, before, after) => Promise.resolve(tell('afterSave', before, after)),
      });
      await create(ruled, sites, { name: 'Yard' });
      await change(ruled, sites, 1, { name: 'Pier' });
      await change(ruled, sites, 1, { name: 'Pier' });
    });
    expect(steps).toEqual([
      ...[
        ['setDefaults', 'Yard'],
        ['prepare', null, 'Yard'],
        ['beforeSave', null, 'Yard'],
        ['saveParts', 'Yard'],
        ['afterSave', null, 'Yard'],
      ],
      ...[
        ['prepare', 'Wharf', 'Pier'],
        ['beforeSave', 'Wharf', 'Pier'],
        ['saveParts', 'Pier'],
        ['afterSave', 'Wharf', 'Pier'],
      ],
      ...[
        ['prepare', 'Pier', 'Pier'],
        ['beforeSave', 'Pier', 'Pier'],
        ['saveParts', 'Pier'],
      ],
    ]);
  });
});
