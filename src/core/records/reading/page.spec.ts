import { onServer } from '../../database/support/kind';
import { openStore, type TestStore } from '../../database/support/store';
import { recordTypeNamed } from '../../database/support/record-types';
import { SYSTEM_CALLER } from '../../callers/system-caller';
import type { View } from '../../database/transactions';
import { QUERY_TIMEOUT_MS, setSession, timeLimit } from '../../database/session-settings';
import { execute, numberOf } from '../../database/rows';
import { InvalidRequest } from '../../problems';
import { encodeCursor } from '../../query/cursor';
import { Sql, sql } from '../../sql';
import { insertRecord, insertRecords } from '../writing/writer';
import { listSearch } from './list';
import { findPage, readPage, type RecordSearch } from './page';

const DAY = 86_400_000;

describe('A page of records', () => {
  let own: TestStore;
  const sites = recordTypeNamed('Site');
  const now = new Date('2026-11-20T09:30:00.000Z');
  const byName: RecordSearch = { timeZone: 'UTC', criteria: ['by name'], order: [{ field: sites.field('name'), isAscending: true }] };
  const byID: RecordSearch = { timeZone: 'UTC', criteria: ['by id'] };
  const read = <T>(work: (view: View) => Promise<T>, at = now): Promise<T> =>
    own.transactions.read(SYSTEM_CALLER, (view) => work({ ...view, now: at }));
  const page = (search: RecordSearch, limit: number, cursor?: string, at = now) =>
    read((view) => findPage(view, sites, search, { limit, cursor }), at);

  beforeAll(async () => {
    own = await openStore();
    await own.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      await insertRecords(em, sites, [
        { id: 1, name: 'Quarry', updatedDate: new Date('2026-03-01T00:00:00.000Z') },
        { id: 2, name: 'Dock', updatedDate: new Date('2026-03-02T00:00:00.000Z') },
        { id: 3, updatedDate: new Date('2026-03-03T00:00:00.000Z') },
        { id: 4, name: 'Mill' },
        { id: 5, name: 'Yard', deleted: true, updatedDate: new Date('2026-03-03T00:00:00.000Z') },
      ]);
    });
  });
  afterAll(() => own.close());

  it('has the records in the order, and the next page those that follow', async () => {
    const first = await page(byName, 2);
    const second = await page(byName, 2, first.end.cursor);
    expect([first.ids, second.ids, second.end.cursor]).toEqual([[2, 4], [1, 3], undefined]);
  });

  it('tells how many there are, on the first page only', async () => {
    expect((await page(byName, 4)).end).toEqual({ cursor: undefined, total: { counted: 4, most: 1000 } });
    const first = await page(byID, 3);
    expect(first.end.total).toEqual({ counted: 4, most: 1000 });
    expect((await page(byID, 3, first.end.cursor)).end).toEqual({ cursor: undefined, total: undefined });
    expect((await page(byID, 1, first.end.cursor)).end.total).toBeUndefined();
  });

  it('has the complete records', async () => {
    const { responses, end } = await read((view) => readPage(view, sites, byName, { limit: 1 }));
    expect(responses).toEqual([expect.objectContaining({ id: 2, name: 'Dock', deleted: false })]);
    expect(end).toEqual({ cursor: expect.any(String), total: { counted: 4, most: 1000 } });
  });

  it('counts the present as that of the first page', async () => {
    const first = await page(byName, 2);
    const later = new Date(now.getTime() + 5 * DAY);
    expect([first.view.now, (await page(byName, 2, first.end.cursor, later)).view.now]).toEqual([now, now]);
    expect((await page(byName, 2, undefined, later)).view.now).toEqual(later);
  });

  it('continues only the same search of the same type, in the same order and time zone', async () => {
    const { cursor } = (await page(byName, 2)).end;
    const other: RecordSearch[] = [
      { ...byName, criteria: ['another'] },
      { ...byName, timeZone: 'Asia/Tokyo' },
      { ...byName, order: [] },
    ];
    for (const search of other) await expect(page(search, 2, cursor)).rejects.toBeInstanceOf(InvalidRequest);
    const clients = recordTypeNamed('Client');
    const ofClients = { ...byName, order: [{ field: clients.field('name'), isAscending: true }] };
    await expect(read((view) => findPage(view, clients, ofClients, { limit: 2, cursor }))).rejects.toBeInstanceOf(InvalidRequest);
    expect((await page(byName, 2, cursor)).ids).toEqual([1, 3]);
  });

  describe('by a cursor that somebody has made up', () => {
    const forged = (...position: readonly (string | number | null)[]): string => encodeCursor(position, ['Site', 'UTC', ['by id']]);

    it.each<[string, readonly (string | number | null)[]]>([
      ['of now', [now.getTime(), 1]],
      ['of the beginning of time', [0, 1]],
      ['of a clock that is a day ahead', [now.getTime() + DAY, 1]],
    ])('%s is read', async (_, position) => expect((await page(byID, 5, forged(...position))).ids).toEqual([2, 3, 4]));

    it.each<[string, readonly (string | number | null)[]]>([
      ['of the future', [now.getTime() + DAY + 1, 1]],
      ['of before all time', [-1, 1]],
      ['of a fraction of a millisecond', [1.5, 1]],
      ['of a time in words', ['now', 1]],
      ['after an id in words', [now.getTime(), 'one']],
      ['after half an id', [now.getTime(), 1.5]],
      ['without an id', [now.getTime()]],
    ])('%s is refused', async (_, position) => {
      await expect(page(byID, 5, forged(...position))).rejects.toBeInstanceOf(InvalidRequest);
    });

    it('is refused when a value is not one by which the order sorts', async () => {
      const position = [now.getTime(), 7, 1];
      await expect(page(byName, 5, encodeCursor(position, ['Site', 'UTC', ['by name']]))).rejects.toBeInstanceOf(InvalidRequest);
    });
  });

  it('has no more than the caller may see', async () => {
    await own.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      await insertRecords(em, recordTypeNamed('Division'), [{ id: 1, name: 'North' }]);
      await insertRecord(em, recordTypeNamed('Client'), { id: 1, name: 'Harbour' });
      await insertRecord(em, recordTypeNamed('Client'), { id: 2, name: 'Bay' });
      await execute(em, sql`INSERT INTO client_division (recordID, divisionID) VALUES (1, 1)`);
    });
    const elsewhere = { ...SYSTEM_CALLER, scope: { divisions: [2] } };
    const found = await own.transactions.read(elsewhere, (view) => findPage(view, recordTypeNamed('Client'), byID, { limit: 1 }));
    expect(found).toMatchObject({ ids: [2], end: { total: { counted: 1, most: 1000 } } });
  });

  describe('of a list', () => {
    const listed = async (query: { updatedSince?: Date; ids?: readonly number[] }): Promise<unknown> =>
      (await page(listSearch(sites, query), 10)).ids;

    it.each<[string, { updatedSince?: Date; ids?: readonly number[] }, readonly number[]]>([
      ['has all that are not deleted, by their ids', {}, [1, 2, 3, 4]],
      ['may have only some ids', { ids: [4, 2, 5, 99] }, [2, 4]],
      ['may have only those changed since, to the millisecond', { updatedSince: new Date('2026-03-02T00:00:00.000Z') }, [2, 3]],
      ['may have none that is older', { updatedSince: new Date('2026-03-03T00:00:00.001Z') }, []],
      ['may have both', { updatedSince: new Date('2026-03-02T00:00:00.000Z'), ids: [1, 2] }, [2]],
    ])('%s', async (_, query, ids) => expect(await listed(query)).toEqual(ids));

    it('continues only a list of the same ids and the same time', async () => {
      const sought = { ids: [1, 2, 3], updatedSince: new Date('2026-03-01T00:00:00.000Z') };
      const { cursor } = (await page(listSearch(sites, sought), 1)).end;
      expect((await page(listSearch(sites, sought), 2, cursor)).ids).toEqual([2, 3]);
      const others = [{ ...sought, ids: [1, 2] }, { ...sought, updatedSince: new Date(0) }, { ids: sought.ids }];
      for (const other of others) await expect(page(listSearch(sites, other), 2, cursor)).rejects.toBeInstanceOf(InvalidRequest);
    });
  });

  /** What a statement does for each record that it looks at. */
  const looking = (what: Sql): RecordSearch => ({ ...byID, extraConditions: () => [what] });

  if (!onServer)
    it('is sought without occupying the process: whoever reads a record meanwhile is answered first', async () => {
      const million = sql`(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT COUNT(*) FROM n) > 0`;
      let isFound = false;
      const search = page(looking(million), 4).then(({ ids }) => {
        isFound = true;
        return ids;
      });
      await new Promise<void>((resolve) => setImmediate(resolve));
      expect(await read(({ em }) => numberOf(em, sql`SELECT 7`))).toBe(7);
      expect(isFound).toBe(false);
      expect(await search).toEqual([1, 2, 3, 4]);
    });

  if (onServer) {
    it('that takes too long is a 503 that says what to do', async () => {
      const limit = (milliseconds: number) => new Sql(setSession(timeLimit(own.store.options.type, milliseconds)));
      const slow = own.transactions.write(SYSTEM_CALLER, async (view) => {
        await execute(view.em, limit(50));
        const all = sql`(SELECT COUNT(*) FROM lookup a, lookup b, lookup c, lookup d WHERE a.name <> CONCAT(b.name, c.name, d.name)) > 0`;
        return findPage(view, sites, looking(all), { limit: 1 }).finally(() => execute(view.em, limit(QUERY_TIMEOUT_MS)));
      });
      await expect(slow).rejects.toMatchObject({ status: 503, detail: 'The query took too long. Narrow the search.' });
    });

    it('leaves connections to whoever reads or writes a record, however many are sought at a time', async () => {
      const searches = Array.from({ length: 20 }, () => page(looking(sql`SLEEP(0.05) = 0`), 4));
      const running = new Sql("SELECT COUNT(*) FROM information_schema.processlist WHERE db = DATABASE() AND info LIKE '%SLEEP(0.05)%'");
      let [isOver, most] = [false, 0];
      const over = Promise.all(searches).finally(() => (isOver = true));
      while (!isOver) most = Math.max(most, (await read(({ em }) => numberOf(em, running))) - 1);
      await over;
      expect([1, 2, 3, 4, 5, 6]).toContain(most);
    });
  }
});
