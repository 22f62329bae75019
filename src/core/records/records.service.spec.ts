import '../database/support/kind';
import { openStore, type TestStore } from '../database/support/store';
import { recordTypeNamed } from '../database/support/record-types';
import { SYSTEM_CALLER } from '../callers/system-caller';
import type { Settings } from '../config';
import { execute } from '../database/rows';
import { ExpectedVersion } from '../http';
import { InvalidRequest, NotFound, PreconditionFailed } from '../problems';
import { sql } from '../sql';
import { Records } from './records.service';
import { insertRecord, insertRecords } from './writing/writer';

const PAGE = { limit: 10 };

describe('The records of a type', () => {
  let own: TestStore;
  let records: Records;
  const sites = recordTypeNamed('Site');
  const clients = recordTypeNamed('Client');
  /** Sees only the records of a division to which none of these belong. */
  const elsewhere = { ...SYSTEM_CALLER, scope: { divisions: [2] } };
  const namesOf = ({ responses }: { readonly responses: readonly object[] }): unknown[] =>
    responses.map((response) => (response as { name: unknown }).name);

  beforeAll(async () => {
    own = await openStore();
    records = new Records(own.transactions, { timeZone: 'Australia/Perth' } as Settings);
    await own.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      await insertRecord(em, recordTypeNamed('User'), { id: SYSTEM_CALLER.userID, name: 'The service', isActive: true, roleID: 1 });
      await insertRecords(em, recordTypeNamed('Division'), [
        { id: 1, name: 'North' },
        { id: 2, name: 'South' },
      ]);
      await insertRecord(em, clients, { id: 1, name: 'Harbour', version: 1 });
      await execute(em, sql`INSERT INTO client_division (recordID, divisionID) VALUES (1, 1)`);
      await insertRecords(em, sites, [
        { id: 1, name: 'Wharf', clientID: 1, version: 1 },
        { id: 2, name: 'Depot', clientID: 1, version: 1 },
        { id: 3, name: 'Office', clientID: 1, version: 1 },
        { id: 4, name: 'Sold', clientID: 1, deleted: true, version: 1 },
      ]);
    });
  });
  afterAll(() => own.close());

  it('are listed by their ids, those that are not deleted', async () => {
    expect(namesOf(await records.list(SYSTEM_CALLER, sites, PAGE))).toEqual(['Wharf', 'Depot', 'Office']);
    expect(namesOf(await records.list(SYSTEM_CALLER, sites, { ...PAGE, ids: [3, 1, 4] }))).toEqual(['Wharf', 'Office']);
  });

  it('are searched by a filter, in an order', async () => {
    const filters = { combinator: 'and', rules: [{ field: 'id', operator: '<=', value: 2 }] };
    const found = await records.query(SYSTEM_CALLER, sites, { filters, orderBy: { columnName: 'name', isAscending: true } }, PAGE);
    expect(namesOf(found)).toEqual(['Depot', 'Wharf']);
    expect(found.end).toMatchObject({ total: { counted: 2 } });
  });

  it('are searched in the time zone of the service unless the request names another: a cursor belongs to its time zone', async () => {
    const first = await records.query(SYSTEM_CALLER, sites, {}, { limit: 2 });
    const next = (timeZone?: string) => records.query(SYSTEM_CALLER, sites, {}, { limit: 2, cursor: first.end.cursor, timeZone });
    expect(namesOf(await next())).toEqual(['Office']);
    expect(namesOf(await next('Australia/Perth'))).toEqual(['Office']);
    await expect(next('UTC')).rejects.toBeInstanceOf(InvalidRequest);
  });

  it('are found by their id, deleted ones too', async () => {
    expect(await records.find(SYSTEM_CALLER, sites, 4)).toMatchObject({ id: 4, name: 'Sold', deleted: true });
    await expect(records.find(SYSTEM_CALLER, sites, 99)).rejects.toBeInstanceOf(NotFound);
  });

  it('are created, and returned as they are stored', async () => {
    const { body, key } = await records.create(SYSTEM_CALLER, sites, { name: 'Yard', clientID: 1 });
    expect(body).toMatchObject({ name: 'Yard', clientName: 'Harbour', deleted: false, createdByID: SYSTEM_CALLER.userID });
    expect(await records.find(SYSTEM_CALLER, sites, Number(key))).toEqual(body);
  });

  it('are changed, and returned as they are stored', async () => {
    expect(await records.update(SYSTEM_CALLER, sites, 2, { id: 2, name: 'Workshop' })).toMatchObject({
      id: 2,
      name: 'Workshop',
      clientID: 1,
    });
    expect(await records.find(SYSTEM_CALLER, sites, 2)).toMatchObject({ name: 'Workshop' });
  });

  it('are not changed by a body with another id, or when the version is not the expected one', async () => {
    expect(() => records.update(SYSTEM_CALLER, sites, 3, { id: 1, name: 'Other' })).toThrow(InvalidRequest);
    const expected = ExpectedVersion.parse('"9-x"');
    await expect(records.update(SYSTEM_CALLER, sites, 3, { name: 'Other' }, { expected })).rejects.toBeInstanceOf(PreconditionFailed);
    expect(await records.find(SYSTEM_CALLER, sites, 3)).toMatchObject({ name: 'Office' });
  });

  it('are deleted when the version is the expected one', async () => {
    await expect(records.remove(SYSTEM_CALLER, sites, 1, ExpectedVersion.parse('"9-x"'))).rejects.toBeInstanceOf(PreconditionFailed);
    expect(await records.find(SYSTEM_CALLER, sites, 1)).toMatchObject({ deleted: false });
    await records.remove(SYSTEM_CALLER, sites, 1, ExpectedVersion.parse('"1-x"'));
    expect(await records.find(SYSTEM_CALLER, sites, 1)).toMatchObject({ deleted: true });
  });

  it('are neither found, changed nor deleted by a caller who sees only other divisions', async () => {
    await expect(records.find(elsewhere, clients, 1)).rejects.toBeInstanceOf(NotFound);
    await expect(records.update(elsewhere, clients, 1, { name: 'Mine' })).rejects.toBeInstanceOf(NotFound);
    await expect(records.remove(elsewhere, clients, 1)).rejects.toBeInstanceOf(NotFound);
    expect(await records.find(SYSTEM_CALLER, clients, 1)).toMatchObject({ name: 'Harbour', deleted: false });
  });
});
