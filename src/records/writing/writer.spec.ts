import '../../database/support/kind';
import { openStore, type TestStore } from '../../database/support/store';
import fc from 'fast-check';
import type { EntityManager } from 'typeorm';
import { THE_SERVICE } from '../../callers/service-caller';
import type { Unit } from '../../database';
import { numberOf, rows } from '../../database/rows';
import { textFields } from '../../database/side-tables';
import { recordTypeNamed, type RecordType } from '../../fields/record-type';
import { InvalidRequest, NotFound } from '../../http/problem';
import { identifier, list, sql } from '../../query';
import { fold, words } from '../../text/fold';
import { checkReferences, patched, writable } from './patch';
import { load, loadAll } from './stored';
import { insertRecord, insertRecords, saveRecord } from './writer';

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 50);
type Values = Record<string, unknown> & { id: number };
const of = (name: string): RecordType<Values> => recordTypeNamed(name) as RecordType<Values>;
const [jobs, contacts, candidates, tags] = [() => of('Job'), () => of('Contact'), () => of('Candidate'), () => of('Tag')];

describe('Records', () => {
  let own: TestStore;
  const write = <T>(work: (unit: Unit) => Promise<T>): Promise<T> => own.transactions.write(THE_SERVICE, work);
  const inserted = async (em: EntityManager, type: RecordType<Values>, values: object): Promise<Values> =>
    load(em, type, await insertRecord(em, type, values));

  beforeAll(async () => {
    own = await openStore();
    await write(async ({ em }) => {
      await insertRecord(em, of('User'), { id: THE_SERVICE.userID, name: 'The service' });
      await insertRecord(em, of('User'), { id: 2, name: 'Gone', deleted: true });
      await insertRecord(em, of('Client'), { id: 1, name: 'Harbour' });
      await insertRecords(em, of('Site'), [{ id: 3 }, { id: 7 }]);
    });
  }, 60_000);
  afterAll(() => own.close());

  /** The folded texts beside a record are those of the record. */
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

  describe('that are inserted', () => {
    it('get the next id, or keep the one they bring', async () => {
      await write(async ({ em }) => {
        const first = await insertRecord(em, tags(), { tag: 'one' });
        expect(await insertRecord(em, tags(), { tag: 'two' })).toBe(first + 1);
        expect(await insertRecord(em, tags(), { id: 4000, tag: 'three' })).toBe(4000);
        expect(await insertRecord(em, tags(), { tag: 'four' })).toBe(4001);
      });
    });

    it('have what is unset as unset, and their texts and figures beside them', async () => {
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
    ])('can be a %s of which nothing is said', async (name) => {
      const before = await write(async ({ em }) => numberOf(em, sql`SELECT COUNT(*) FROM ${identifier(of(name).table)}`));
      await write(({ em }) => insertRecord(em, of(name), {}));
      expect(await write(async ({ em }) => numberOf(em, sql`SELECT COUNT(*) FROM ${identifier(of(name).table)}`))).toBe(before + 1);
    });

    it('can be many at once, with everything beside each', async () => {
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

    it('can be many long ones, more than one statement may carry', async () => {
      const text = '😀'.repeat(100_000);
      await write(async ({ em }) => {
        await insertRecords(
          em,
          of('Activity'),
          Array.from({ length: 90 }, (_, index) => ({ id: 20_000 + index, notes: text, associatedData: text })),
        );
        expect(
          await numberOf(
            em,
            sql`SELECT COUNT(*) FROM activity a JOIN activity_text t ON t.id = a.id WHERE a.id >= 20000 AND a.notes = ${text} AND t.notes = ${text}`,
          ),
        ).toBe(90);
      });
    }, 60_000);
  });

  describe('that are loaded', () => {
    it('come in the order of their ids, those that are there, deleted ones too', async () => {
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
      await expect(outcome).rejects.toThrow(`No job advert has the id ${id}.`);
    });
  });

  describe('over which a body is put', () => {
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
      ['salaryFrom', 0.1 + 0.2, 0.30000000000000004],
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
    ])('have %s, said as %j, as %j, and keep it', async (field, said, expected) => {
      const record = before();
      const after = patched(jobs(), record, { [field]: said });
      expect(after[field]).toEqual(expected);
      expect(record).toEqual(before());
      await write(async ({ em }) => {
        const kept = (await inserted(em, jobs(), { [field]: after[field] }))[field];
        if (field !== 'id') expect(kept ?? null).toEqual(expected ?? null);
      });
    });
  });

  describe('that are saved', () => {
    it('are written where they changed, with who and when, and say what changed', async () => {
      const id = await write(({ em }) => insertRecord(em, contacts(), { firstName: 'Zoë', surname: 'Łuk' }));
      await write(async (unit) => {
        const record = await load(unit.em, contacts(), id);
        expect(await saveRecord(unit, contacts(), record, patched(contacts(), record, { surname: 'Straße', firstName: 'Zoë' }))).toEqual([
          'surname',
        ]);
        expect(await load(unit.em, contacts(), id)).toMatchObject({
          surname: 'Straße',
          updatedByID: THE_SERVICE.userID,
          updatedDate: unit.now,
        });
        await expectInStep(unit.em, contacts(), id);
      });
    });

    it('stay untouched when nothing changed, but not when what belongs to them did', async () => {
      const id = await write(({ em }) => insertRecord(em, contacts(), { firstName: 'Zoë' }));
      const saved = (partsChanged: boolean) =>
        write(async (unit) => {
          const record = await load(unit.em, contacts(), id);
          expect(
            await saveRecord(unit, contacts(), record, patched(contacts(), record, { firstName: 'Zoë', clientID: 0 }), partsChanged),
          ).toEqual([]);
          return (await load(unit.em, contacts(), id))['updatedDate'];
        });
      expect(await saved(false)).toBeUndefined();
      expect(await saved(true)).toBeInstanceOf(Date);
    });

    it('stay as they are when what belongs to them changes twice in a millisecond', async () => {
      await write(async (unit) => {
        const id = await insertRecord(unit.em, contacts(), { firstName: 'Zoë' });
        const savedAgain = async () => {
          const record = await load(unit.em, contacts(), id);
          return saveRecord(unit, contacts(), record, patched(contacts(), record, {}), true);
        };
        expect([await savedAgain(), await savedAgain()]).toEqual([[], []]);
        expect((await load(unit.em, contacts(), id))['updatedDate']).toEqual(unit.now);
      });
    });

    it.each([['Contact'], ['Job'], ['Activity'], ['Candidate']])(
      'keep the folded texts of a %s in step, whatever is put over it',
      async (name) => {
        const type = of(name);
        const id = await write(({ em }) => insertRecord(em, type, {}));
        const texts = writable(type).filter((field) => field.type === 'text' && field.source.in === 'column');
        const text = fc.oneof(
          fc.string({ unit: 'grapheme', maxLength: 80 }),
          fc.string({ unit: fc.constantFrom(...'ßÆŁıİΣς aA+#%_', '\u0301', '\u00a0'), maxLength: 20 }),
          fc.constant(''),
        );
        const body = fc.dictionary(
          fc.constantFrom(...texts.map((field) => field.name)),
          fc.option(text.filter((said) => !said.includes('\0'))),
          { maxKeys: 6 },
        );
        await fc.assert(
          fc.asyncProperty(body, (said) =>
            write(async (unit) => {
              const checked = Object.fromEntries(
                Object.entries(said).filter(([field, value]) => value === null || !type.field(field).complaint(value)),
              );
              const record = await load(unit.em, type, id);
              const after = patched(type, record, checked);
              await saveRecord(unit, type, record, after);
              const kept = await load(unit.em, type, id);
              for (const { name: field } of texts) expect(kept[field] ?? '').toBe(after[field] ?? '');
              await expectInStep(unit.em, type, id);
            }),
          ),
          { numRuns },
        );
      },
      120_000,
    );
  });

  describe('that refer to others', () => {
    it.each<[string, unknown, string | undefined]>([
      ['clientID', 1, undefined],
      ['clientID', null, undefined],
      ['clientID', 999, 'must be the id of a client that exists, or 0 for none'],
      ['consultantID1', 2, 'must be the id of a user that exists, or 0 for none'],
      ['stageID', 2, undefined],
      ['stageID', 99, 'must be the id of an entry of the list jobStage'],
      ['type', 'PERM', undefined],
      ['type', '', undefined],
      ['type', 'perm', 'must be the code of an entry of the list jobType'],
      ['type', 'PERM ', 'must be the code of an entry of the list jobType'],
      ['countryCode', 'AU', undefined],
      ['countryCode', 'ZZ', 'must be the code of an entry of the list country'],
    ])('may have %s %j: %s', async (field, value, complaint) => {
      const blank = new (jobs().entity)();
      const outcome = await write(({ em }) =>
        checkReferences(em, jobs(), blank, Object.assign(new (jobs().entity)(), { [field]: value })),
      ).catch((error: unknown) => error);
      expect(complaintsOf(outcome)).toEqual(complaint === undefined ? [] : [{ pointer: `/${field}`, detail: complaint }]);
      expect(outcome === undefined).toBe(complaint === undefined);
    });

    it('are told of every one that leads nowhere, but not of those that were there before', async () => {
      const before = Object.assign(new (jobs().entity)(), { clientID: 999, siteID: 1 });
      const after = Object.assign(new (jobs().entity)(), { clientID: 999, siteID: 999, stageID: 99, savedSearchID: 99 });
      const outcome = await write(({ em }) => checkReferences(em, jobs(), before, after)).catch((error: unknown) => error);
      expect(outcome).toBeInstanceOf(InvalidRequest);
      expect(pointersOf(outcome).sort()).toEqual(['/savedSearchID', '/siteID', '/stageID']);
    });
  });
});

const complaintsOf = (error: unknown) => (error instanceof InvalidRequest ? (error.body('').errors ?? []) : []);
const pointersOf = (error: unknown): string[] => complaintsOf(error).map(({ pointer }) => pointer);
