import '../../database/support/kind';
import { openStore, type TestStore } from '../../database/support/store';
import { recordTypeNamed } from '../../database/support/record-types';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import { execute, numberOf, rows } from '../../database/rows';
import { identifier, sql, type Sql } from '../../sql';
import { insertRecord, insertRecords } from '../writing/writer';
import { recompute, rowsToRecompute, type StaleRows } from './recompute';

const CANDIDATES = 205;

describe('Data derived from records', () => {
  let own: TestStore;
  const run = (...statements: readonly Sql[]): Promise<void> =>
    own.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      for (const statement of statements) await execute(em, statement);
    });
  const cells = (query: Sql): Promise<unknown[][]> => own.transactions.read(SYSTEM_CALLER, ({ em }) => rows(em, query));
  /** Finds what is out of date, which changes nothing; then brings it up to date. */
  const fixed = async (): Promise<StaleRows[]> => {
    const found = await recompute(own.transactions, { fix: false });
    expect(await recompute(own.transactions, { fix: true })).toEqual(found);
    expect(await recompute(own.transactions, { fix: false })).toEqual([]);
    return found;
  };

  beforeAll(async () => {
    own = await openStore();
    await own.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      await insertRecord(em, recordTypeNamed('User'), { id: SYSTEM_CALLER.userID, name: 'The service', version: 1 });
      await insertRecords(
        em,
        recordTypeNamed('Candidate'),
        Array.from({ length: CANDIDATES }, (_, index) => ({ id: index + 1, firstName: `Zoë ${index + 1}`, version: 1 })),
      );
      await insertRecord(em, recordTypeNamed('Tag'), { id: 1, tag: 'Crane', folded: 'crane', typeID: 1 });
      await insertRecord(em, recordTypeNamed('Tag'), { id: 2, tag: 'Digger', folded: 'digger', typeID: 1 });
    });
  });
  afterAll(() => own.close());

  it('is up to date where nobody has touched it', async () => expect(await fixed()).toEqual([]));

  it('is reported in steps as it is checked, row by row as many as there are', async () => {
    const steps: number[] = [];
    await recompute(own.transactions, { fix: false, report: (checked) => steps.push(checked) });
    const count = (table: string): Promise<number> =>
      own.transactions.read(SYSTEM_CALLER, ({ em }) => numberOf(em, sql`SELECT COUNT(*) FROM ${identifier(table)}`));
    // candidates have figures, texts, responses, index rows, words, keys of addresses and duplicates;
    // tags have texts and keys, the others texts
    const all = 7 * CANDIDATES + 1 + (await count('role')) + (await count('checklist')) + 2 * 2 + (await count('lookup'));
    expect(steps.reduce((sum, each) => sum + each, 0)).toBe(all);
    expect(await rowsToRecompute(own.transactions)).toBe(all);
    expect(Math.max(...steps)).toBeLessThan(CANDIDATES);
  });

  it('is computed anew where figures are wrong or absent', async () => {
    await run(
      sql`UPDATE candidate_figure SET tags = 1 WHERE id IN (2, 200)`,
      sql`UPDATE candidate_figure SET lastApplicationDate = '2026-01-01 00:00:00.000' WHERE id = 201`,
      sql`DELETE FROM candidate_figure WHERE id = 205`,
    );
    expect(await fixed()).toEqual([{ type: 'Candidate', what: 'figures', ids: [2, 200, 201, 205] }]);
    expect(await cells(sql`SELECT id, tags, lastApplicationDate FROM candidate_figure WHERE id IN (2, 201, 205)`)).toEqual([
      [2, 0, null],
      [201, 0, null],
      [205, 0, null],
    ]);
  });

  it('is computed anew where keys of duplicates are wrong, absent or not counted', async () => {
    await run(sql`UPDATE candidate SET email2 = 'same@example.com' WHERE id IN (7, 8, 204)`);
    const found = await recompute(own.transactions, { fix: true });
    expect(found).toContainEqual({ type: 'Candidate', what: 'duplicates', ids: [7, 8, 204] });
    const groups = () => cells(sql`SELECT members, likely FROM candidate_duplicate_group`);
    expect(await groups()).toEqual([[3, 1]]);
    await run(sql`UPDATE candidate_duplicate_group SET members = 2`);
    expect(await fixed()).toMatchObject([{ type: 'Candidate', what: 'groups', ids: [expect.stringMatching(/^1/)] }]);
    await run(sql`DELETE FROM candidate_duplicate_group`, sql`DELETE FROM candidate_duplicate WHERE id = 7`);
    expect(await recompute(own.transactions, { fix: false })).toEqual([{ type: 'Candidate', what: 'duplicates', ids: [7, 8, 204] }]);
    // the first of them counts the others, too
    expect(await recompute(own.transactions, { fix: true })).toEqual([{ type: 'Candidate', what: 'duplicates', ids: [7, 8] }]);
    await run(sql`INSERT INTO candidate_duplicate (value, id) VALUES ('3nothing', 9)`);
    expect(await fixed()).toEqual([{ type: 'Candidate', what: 'duplicates', ids: [9] }]);
    expect(await groups()).toEqual([[3, 1]]);
    await run(sql`UPDATE candidate SET email2 = NULL WHERE id IN (7, 8, 204)`);
    await recompute(own.transactions, { fix: true });
    expect(await groups()).toEqual([]);
  });

  it('is computed anew where folded texts are wrong or absent', async () => {
    await run(
      sql`UPDATE candidate_text SET firstName = 'Zoë 3' WHERE id = 3`,
      sql`UPDATE candidate_text SET lastName = 'of another' WHERE id = 201`,
      sql`DELETE FROM candidate_text WHERE id = 202`,
    );
    expect(await fixed()).toEqual([{ type: 'Candidate', what: 'texts', ids: [3, 201, 202] }]);
    expect(await cells(sql`SELECT firstName, lastName FROM candidate_text WHERE id IN (3, 201, 202) ORDER BY id`)).toEqual([
      ['zoe 3', null],
      ['zoe 201', null],
      ['zoe 202', null],
    ]);
  });

  it('is computed anew where stored responses are of another version, wrong or absent', async () => {
    await run(
      sql`UPDATE candidate_response SET version = 2 WHERE id = 4`,
      sql`UPDATE candidate_response SET text = '"id":7' WHERE id = 5`,
      sql`DELETE FROM candidate_response WHERE id = 6`,
    );
    expect(await fixed()).toEqual([{ type: 'Candidate', what: 'responses', ids: [4, 5, 6] }]);
    const stored = await cells(sql`SELECT version, text FROM candidate_response WHERE id IN (4, 5, 6) ORDER BY id`);
    expect(stored.map(([version, text]) => [version, (JSON.parse(`{${String(text)}}`) as { firstName: string }).firstName])).toEqual([
      [1, 'Zoë 4'],
      [1, 'Zoë 5'],
      [1, 'Zoë 6'],
    ]);
  });

  it('is computed anew where index rows are wrong or absent', async () => {
    await run(
      sql`UPDATE candidate_index SET firstName = 'Zoë 7' WHERE id = 7`,
      sql`UPDATE candidate_index SET deleted = 1 WHERE id = 8`,
      sql`DELETE FROM candidate_index WHERE id = 9`,
    );
    expect(await fixed()).toEqual([{ type: 'Candidate', what: 'index', ids: [7, 8, 9] }]);
    expect(await cells(sql`SELECT firstName, deleted FROM candidate_index WHERE id IN (7, 8, 9) ORDER BY id`)).toEqual([
      ['zoe 7', 0],
      ['zoe 8', 0],
      ['zoe 9', 0],
    ]);
  });

  it('is computed anew where folded keys are wrong, of settings and entries by all that names them', async () => {
    await run(
      sql`UPDATE tag SET folded = 'old' WHERE id = 2`,
      sql`UPDATE lookup SET folded = 'old' WHERE list = 'jobStage' AND id IN (2, 3)`,
    );
    expect(await fixed()).toEqual([
      { type: 'Tag', what: 'keys', ids: [2] },
      { type: 'Lookup', what: 'keys', ids: ['jobStage 2', 'jobStage 3'] },
    ]);
    expect(await cells(sql`SELECT folded FROM tag WHERE id = 2`)).toEqual([['digger']]);
    expect(await cells(sql`SELECT folded FROM lookup WHERE list = 'jobStage' AND id = 2`)).toEqual([['sourcing']]);
  });

  it('stays where its key is that of another row, and says so once it was to be stored', async () => {
    await run(
      sql`UPDATE tag SET folded = 'old' WHERE id IN (1)`,
      sql`INSERT INTO tag (id, tag, folded, typeID) VALUES (3, 'crane', 'crane', 1)`,
      sql`INSERT INTO tag_text (id, tag) VALUES (3, 'crane')`,
    );
    expect(await recompute(own.transactions, { fix: false })).toEqual([{ type: 'Tag', what: 'keys', ids: [1] }]);
    expect(await recompute(own.transactions, { fix: true })).toEqual([{ type: 'Tag', what: 'keys', ids: [1], clashing: [1] }]);
    await run(sql`DELETE FROM tag_text WHERE id = 3`, sql`DELETE FROM tag WHERE id = 3`);
    expect(await fixed()).toEqual([{ type: 'Tag', what: 'keys', ids: [1] }]);
  });
});
