import type { Field } from '../../fields/field';
import { rows } from '../../database/rows';
import { openStore, type TestStore } from '../../database/support/store';
import { indexTable, keyFields, walkedKeyName } from '../../fields/index-row';
import { firstInOrder } from '../../query/first-in-order';
import { alongKey } from '../../sql/dialect';
import { identifier, sql, type Sql } from '../../sql/sql';

describe('Every key that records are read along', () => {
  let own: TestStore;
  beforeAll(async () => {
    own = await openStore();
  });
  afterAll(() => own.close());

  const keys = () => own.store.types.all.flatMap((type) => keyFields(type).map((field) => ({ type, field })));

  it('is in the database', async () => {
    expect(keys().length).toBeGreaterThan(40);
    // a statement that names another key fails
    for (const { type, field } of keys())
      await rows(own.store.manager, sql`SELECT id FROM ${identifier(indexTable(type))}${alongKey(walkedKeyName(type, field))} LIMIT 1`);
  });

  it('has a beginning up to each kind of value', async () => {
    const bounded: Sql[] = [];
    for (const { type, field } of keys()) {
      const read = async (query: Sql): Promise<unknown[][]> => {
        const found = await rows(own.store.manager, query);
        if (query.text.includes(' OFFSET ')) return [[valueOf(field)]];
        if (query.params.includes(valueOf(field))) bounded.push(query);
        return found;
      };
      const options = { types: own.store.types, now: new Date(), timeZone: 'UTC', scope: { divisions: 'all' } as const };
      const search = { ...options, order: [{ field, isAscending: true }], extraConditions: () => [sql`r.id > 0`] };
      await firstInOrder(read, type, search, { limit: 1 });
    }
    expect(bounded).toHaveLength(keys().length);
  });
});

const valueOf = ({ type }: Field): string | number =>
  type === 'text' ? 'm' : type === 'date' ? '2026-01-01 00:00:00.000' : type === 'boolean' ? 1 : 7;
