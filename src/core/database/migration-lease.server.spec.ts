import { setTimeout as pause } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { connect, dataSourceFor, type RecordDataSource } from './data-source';
import { underLease } from './migration-lease';
import { makeDatabase, schema, type TestDatabase } from './support/store';

describe('The lease of the migrations', () => {
  let database: TestDatabase;
  let store: RecordDataSource;
  let runner: QueryRunner;
  beforeEach(async () => {
    database = await makeDatabase();
    store = await connect(await dataSourceFor(database.address, schema));
    runner = store.createQueryRunner();
  });
  afterEach(async () => {
    await runner.release();
    await store.destroy();
    await database.drop();
  });

  const beats = async (): Promise<number> => {
    const [row] = (await runner.query('SELECT beat FROM migration_lease')) as { beat: string }[];
    return Number(row?.beat);
  };
  async function beatsAfter(former: number): Promise<number> {
    const now = await beats();
    if (now > former) return now;
    await pause(50);
    return beatsAfter(former);
  }

  /** All of the store but that of the runner. */
  async function killOtherConnections(): Promise<void> {
    const others = (await runner.query(
      'SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()',
    )) as { id: number }[];
    for (const { id } of others) await runner.query(`KILL ${Number(id)}`);
  }

  it('is kept when a connection is lost: nobody else may take it over while its holder migrates', async () => {
    // a lease is needed on a cluster only, and MySQL has no variables of Galera
    if (store.options.type === 'mysql') return;
    const held = underLease(store, runner, async () => {
      const first = await beatsAfter(await beats());
      await killOtherConnections();
      await beatsAfter(await beatsAfter(first));
    });
    await expect(held).resolves.toBeUndefined();
  });
});
