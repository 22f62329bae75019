import '../../database/support/kind';
import { openStore, type TestStore } from '../../database/support/store';
import fc from 'fast-check';
import type { EntityManager } from 'typeorm';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import type { Transaction } from '../../database';
import { numberOf, rows } from '../../database/rows';
import { textFields } from '../side-tables';
import type { RecordType } from '../../fields/record-type';
import { InvalidRequest, NotFound } from '../../problems/problem';
import { identifier, list, sql } from '../../sql';
import { fold } from '../../../../test/support/oracle/fold';
import { words } from '../../../../test/support/oracle/words';
import { applyPatch, writableFields } from './patch';
import { checkReferences } from './references';
import { load, loadAll } from './stored';
import { insertRecord, insertRecords, saveRecord } from './writer';
import { recordTypeNamed } from '../../database/support/record-types';

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 20);
type Values = Record<string, unknown> & { id: number };
const of = (name: string): RecordType<Values> => recordTypeNamed(name) as RecordType<Values>;
const [jobs, contacts, candidates, tags] = [() => of('Job'), () => of('Contact'), () => of('Candidate'), () => of('Tag')];

describe('Records', () => {
  let own: TestStore;
  const write = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => own.transactions.write(SYSTEM_CALLER, work);
  const inserted = async (em: EntityManager, type: RecordType<Values>, values: object): Promise<Values> =>
    load(em, type, await insertRecord(em, type, values));

  beforeAll(async () => {
    own = await openStore();
    await write(async ({ em }) => {
      await insertRecord(em, of('User'), { id: SYSTEM_CALLER.userID, name: 'The service', isActive: true, roleID: 1 });
      await insertRecord(em, of('User'), { id: 2, name: 'Gone', deleted: true });
      await insertRecord(em, of('Client'), { id: 1, name: 'Harbour' });
      await insertRecords(em, of('Site'), [{ id: 3 }, { id: 7 }]);
    });
  });
  afterAll(() => own.close());

  /** Expects the stored folded texts to match the record. */
  async function expectInStep(em: EntityManager, type: RecordType<Values>, id: number): Promise<void> {
    const record = await load(em, type, id);
    const expected = textFields(type).flatMap(({ name, searchedByWords }) => {
      const text = (record[name] ?? '') as string;
      const found = words(text);
      return [
        [name, fold(text) || null],
        ...(searchedByWords ? [[`${name}Words`, found.length > 0 ? ` ${found.join(' ')} ` : null]] : []),
      ] as [string, string | null][];
    });
    const beside = await rows(
      em,
      sql`SELECT ${list(expected.map(([name]) => identifier(name)))} FROM ${identifier(`${type.table}_text`)} WHERE id = ${id}`,
    );
    expect(beside).toEqual([expected.map(([, text]) => text)]);
  }

  describe('when inserted', () => {
    it('get the next id, or keep their own', async () => {
      await write(async ({ em }) => {
        const first = await insertRecord(em, tags(), { tag: 'one' });
        expect(await insertRecord(em, tags(), { tag: 'two' })).toBe(first + 1);
        expect(await insertRecord(em, tags(), { id: 4000, tag: 'three' })).toBe(4000);
        expect(await insertRecord(em, tags(), { tag: 'four' })).toBe(4001);
      });
    });

    it('store unset fields as unset, with their texts and figures', async () => {
      await write(async ({ em }) => {
        const job = await inserted(em, jobs(), {});
        expect(job).toMatchObject({
          title: null,
          videoLink: null,
          stageID: null,
          salaryFrom: 0,
          rateFrom: null,
          workAssignment: 0,
          deleted: false,
          closeDate: undefined,
          startTime: null,
          customField16: undefined,
        });
        await expectInStep(em, jobs(), job.id);
        expect(await rows(em, sql`SELECT total, tags FROM job_figure WHERE id = ${job.id}`)).toEqual([[0, 0]]);
      });
    });

    it.each([
      'Tag',
      'Client',
      'Contact',
      'Candidate',
      'Job',
      'Application',
      'Placement',
      'Activity',
      'Automation',
      'JobSearch',
      'ContactSearch',
    ])('can be a %s with all fields unset', async (name) => {
      const before = await write(async ({ em }) => numberOf(em, sql`SELECT COUNT(*) FROM ${identifier(of(name).table)}`));
      await write(({ em }) => insertRecord(em, of(name), {}));
      expect(await write(async ({ em }) => numberOf(em, sql`SELECT COUNT(*) FROM ${identifier(of(name).table)}`))).toBe(before + 1);
    });

    it('can be many at once, each with its related rows', async () => {
      await write(async ({ em }) => {
        const many = Array.from({ length: 1234 }, (_, index) => ({
          id: 10_000 + index,
          firstName: `Zoë ${index}`,
          fullName: `Zoë ${index} Łuk`,
        }));
        await insertRecords(em, candidates(), many);
        await insertRecords(em, candidates(), []);
        expect(
          await numberOf(
            em,
            sql`SELECT COUNT(*) FROM candidate c JOIN candidate_text t ON t.id = c.id JOIN candidate_figure f ON f.id = c.id WHERE c.id >= 10000`,
          ),
        ).toBe(1234);
        for (const id of [10_000, 10_499, 10_500, 11_233]) await expectInStep(em, candidates(), id);
      });
    });

    it('can be more and longer than fit into one statement', async () => {
      const text = '😀'.repeat(100_000);
      await write(async ({ em }) => {
        await insertRecords(
          em,
          of('Activity'),
          Array.from({ length: 30 }, (_, index) => ({ id: 20_000 + index, notes: text, associatedData: text })),
        );
        expect(
          await numberOf(
            em,
            sql`SELECT COUNT(*) FROM activity a JOIN activity_text t ON t.id = a.id WHERE a.id >= 20000 AND a.notes = ${text} AND t.notes = ${text}`,
          ),
        ).toBe(30);
      });
    });
  });

  describe('when loaded', () => {
    it('come in the order of their ids, skipping unknown ones, including deleted ones', async () => {
      await write(async ({ em }) => {
        await insertRecords(
          em,
          tags(),
          [5003, 5001, 5002].map((id) => ({ id, tag: `tag ${id}` })),
        );
        expect((await loadAll(em, tags(), [5003, 9999, 5001, 5002, 5001])).map(({ id }) => id)).toEqual([5001, 5002, 5003]);
        expect(await loadAll(em, tags(), [])).toEqual([]);
        expect(await load(em, of('User'), 2)).toMatchObject({ name: 'Gone', deleted: true });
      });
    });

    it.each([0, -1, 2147483647])('are not found by the id %d', async (id) => {
      const outcome = write(({ em }) => load(em, of('JobAdvert'), id));
      await expect(outcome).rejects.toBeInstanceOf(NotFound);
      await expect(outcome).rejects.toThrow(`Job advert ${id} not found.`);
    });
  });

  describe('when a body is applied', () => {
    const before = () =>
      Object.assign(new (jobs().entity)(), {
        title: 'Engineer',
        videoLink: 'https://a.example',
        siteID: 3,
        stageID: 2,
        type: 'PERM',
        salaryFrom: 5,
        rateFrom: 6,
        openings: 1,
        closeDate: new Date(0),
        startTime: new Date(0),
      });

    it.each<[string, unknown, unknown]>([
      ['title', undefined, 'Engineer'],
      ['title', null, null],
      ['title', '', ''],
      ['title', 'e\u0301 😀', 'e\u0301 😀'],
      ['videoLink', null, null],
      ['siteID', undefined, 3],
      ['siteID', null, null],
      ['siteID', 0, null],
      ['siteID', 7, 7],
      ['stageID', 0, null],
      ['stageID', null, null],
      ['type', '', null],
      ['type', null, null],
      ['salaryFrom', null, 0],
      ['salaryFrom', -0, 0],
      ['salaryFrom', 99_999_999_999.9999, 99_999_999_999.9999],
      ['hoursPerDay', 0.1 + 0.2, 0.30000000000000004],
      ['rateFrom', null, null],
      ['rateFrom', 0, 0],
      ['closeDate', '2026-03-31T09:30:00.1239+10:00', new Date('2026-03-30T23:30:00.123Z')],
      ['closeDate', '1000-01-01', new Date('1000-01-01T00:00:00.000Z')],
      ['closeDate', '9999-12-31T23:59:59.999', new Date('9999-12-31T23:59:59.999Z')],
      ['deadline', '2026-03-31T23:30:00-10:00', new Date('2026-03-31T00:00:00.000Z')],
      ['startTime', null, null],
      ['startTime', '0001-01-01T00:00:00', null],
      ['fullAddress', 'derived', undefined],
      ['id', 9, undefined],
    ])('with %s sent as %j have %j, and keep it', async (field, sent, expected) => {
      const record = before();
      const after = applyPatch(jobs(), record, { [field]: sent });
      expect(after[field]).toEqual(expected);
      expect(record).toEqual(before());
      await write(async ({ em }) => {
        const stored = (await inserted(em, jobs(), { [field]: after[field] }))[field];
        if (field !== 'id') expect(stored ?? null).toEqual(expected ?? null);
      });
    });
  });

  describe('when saved', () => {
    it('are written where they changed, with who and when, and report what changed', async () => {
      const id = await write(({ em }) => insertRecord(em, contacts(), { firstName: 'Zoë', surname: 'Łuk' }));
      await write(async (transaction) => {
        const record = await load(transaction.em, contacts(), id);
        expect(
          await saveRecord(transaction, contacts(), record, applyPatch(contacts(), record, { surname: 'Straße', firstName: 'Zoë' })),
        ).toEqual(['surname']);
        expect(await load(transaction.em, contacts(), id)).toMatchObject({
          surname: 'Straße',
          updatedByID: SYSTEM_CALLER.userID,
          updatedDate: transaction.now,
        });
        await expectInStep(transaction.em, contacts(), id);
      });
    });

    it('stay untouched when nothing changed, but not when related rows did', async () => {
      const id = await write(({ em }) => insertRecord(em, contacts(), { firstName: 'Zoë' }));
      const saved = (partsChanged: boolean) =>
        write(async (transaction) => {
          const record = await load(transaction.em, contacts(), id);
          expect(
            await saveRecord(
              transaction,
              contacts(),
              record,
              applyPatch(contacts(), record, { firstName: 'Zoë', clientID: 0 }),
              partsChanged,
            ),
          ).toEqual([]);
          return (await load(transaction.em, contacts(), id))['updatedDate'];
        });
      expect(await saved(false)).toBeUndefined();
      expect(await saved(true)).toBeInstanceOf(Date);
    });

    it('get a new time each when related rows change twice within a millisecond', async () => {
      await write(async (transaction) => {
        const id = await insertRecord(transaction.em, contacts(), { firstName: 'Zoë' });
        const savedAgain = async () => {
          const record = await load(transaction.em, contacts(), id);
          return saveRecord(transaction, contacts(), record, applyPatch(contacts(), record, {}), true);
        };
        expect([await savedAgain(), await savedAgain()]).toEqual([[], []]);
        expect((await load(transaction.em, contacts(), id))['updatedDate']).toEqual(transaction.now);
      });
    });

    it.each([['Contact'], ['Job'], ['Activity'], ['Candidate']])(
      'keep the folded texts of a %s up to date, whatever is applied',
      async (name) => {
        const type = of(name);
        const id = await write(({ em }) => insertRecord(em, type, {}));
        const texts = writableFields(type).filter((field) => field.type === 'text' && field.source.in === 'column');
        const text = fc.oneof(
          fc.string({ unit: 'grapheme', maxLength: 80 }),
          fc.string({ unit: fc.constantFrom(...'ßÆŁıİΣς aA+#%_', '\u0301', '\u00a0'), maxLength: 20 }),
          fc.constant(''),
        );
        const body = fc.dictionary(
          fc.constantFrom(...texts.map((field) => field.name)),
          fc.option(text.filter((sent) => !sent.includes('\0'))),
          { maxKeys: 6 },
        );
        await fc.assert(
          fc.asyncProperty(body, (sent) =>
            write(async (transaction) => {
              const checked = Object.fromEntries(
                Object.entries(sent).filter(([field, value]) => value === null || !type.field(field).validate(value)),
              );
              const record = await load(transaction.em, type, id);
              const after = applyPatch(type, record, checked);
              await saveRecord(transaction, type, record, after);
              const stored = await load(transaction.em, type, id);
              for (const { name: field } of texts) expect(stored[field] ?? '').toBe(after[field] ?? '');
              await expectInStep(transaction.em, type, id);
            }),
          ),
          { numRuns },
        );
      },
      120_000,
    );
  });

  describe('with references', () => {
    it.each<[string, unknown, string | undefined]>([
      ['clientID', 1, undefined],
      ['clientID', null, undefined],
      ['clientID', 999, 'must be the id of an existing client, or 0 for none'],
      ['consultantID1', 2, 'must be the id of an existing user, or 0 for none'],
      ['stageID', 2, undefined],
      ['stageID', 99, 'must be the id of an entry in the lookup list jobStage'],
      ['type', 'PERM', undefined],
      ['type', '', undefined],
      ['type', 'perm', 'must be the code of an entry in the lookup list jobType'],
      ['type', 'PERM ', 'must be the code of an entry in the lookup list jobType'],
      ['countryCode', 'AU', undefined],
      ['countryCode', 'ZZ', 'must be the code of an entry in the lookup list country'],
    ])('may have %s %j: %s', async (field, value, problem) => {
      const blank = new (jobs().entity)();
      const outcome = await write((transaction) =>
        checkReferences(transaction, jobs(), blank, Object.assign(new (jobs().entity)(), { [field]: value })),
      ).catch((error: unknown) => error);
      expect(errorsOf(outcome)).toEqual(problem === undefined ? [] : [{ pointer: `/${field}`, detail: problem }]);
      expect(outcome === undefined).toBe(problem === undefined);
    });

    it('report every one to an unknown id, except those that were stored before', async () => {
      const before = Object.assign(new (jobs().entity)(), { clientID: 999, siteID: 1 });
      const after = Object.assign(new (jobs().entity)(), { clientID: 999, siteID: 999, stageID: 99, savedSearchID: 99 });
      const outcome = await write((transaction) => checkReferences(transaction, jobs(), before, after)).catch((error: unknown) => error);
      expect(outcome).toBeInstanceOf(InvalidRequest);
      expect(pointersOf(outcome).sort()).toEqual(['/savedSearchID', '/siteID', '/stageID']);
    });
  });
});

const errorsOf = (error: unknown) => (error instanceof InvalidRequest ? (error.body('').errors ?? []) : []);
const pointersOf = (error: unknown): string[] => errorsOf(error).map(({ pointer }) => pointer);
