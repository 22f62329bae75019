import { readSettings } from '../../src/core/config';
import { Transactions } from '../../src/core/database';
import { connect, dataSourceFor, type RecordDataSource } from '../../src/core/database/data-source';
import { migrate } from '../../src/core/database/migrate';
import { sideTables } from '../../src/core/records/side-tables';
import { Clock } from '../../src/core/time/clock';
import { DemoContext } from '../../src/demo/demo-context';
import { DemoData } from '../../src/demo/demo-data';
import { demoRecord, type DemoRecords } from '../../src/demo/demo-record';
import { insertStream, WRITERS } from '../../src/demo/insert-stream';
import { jobAt } from '../../src/demo/jobs';
import { sizesOf, type MainSizes } from '../../src/demo/sizes';
import { recordTypes, schemaOf } from '../../src/record-types';

/** A database with the demo data, which can be seeded again in part or completely. */
export class SeededFirm {
  private constructor(
    private readonly store: RecordDataSource,
    private readonly transactions: Transactions,
    private readonly demoData: DemoData,
    private readonly context: DemoContext,
    private readonly sizes: MainSizes,
    /** All tables that the seed writes into. */
    readonly tables: readonly string[],
  ) {}

  /** Deletes what the database has. */
  static async open(environment: NodeJS.ProcessEnv, jobs: number): Promise<SeededFirm> {
    const settings = readSettings(environment);
    const store = await connect(await dataSourceFor(settings.database, schemaOf(recordTypes(settings))));
    await store.dropDatabase();
    await migrate(store);
    const clock = new Clock();
    const transactions = new Transactions(store, store, clock);
    const sizes = { jobs, contacts: jobs, candidates: jobs, activities: 5 * jobs };
    const context = new DemoContext(sizesOf(sizes), clock.now());
    const firm = new SeededFirm(store, transactions, new DemoData(transactions, settings, clock), context, sizes, await emptyTables(store));
    await firm.seedAll();
    return firm;
  }

  close(): Promise<void> {
    return this.store.destroy();
  }

  /** The table of jobs, and those derived from it. */
  get jobTables(): string[] {
    const job = this.store.types.named('Job');
    return [job.table, ...sideTables(job).flatMap(({ options }) => options.tableName ?? [])];
  }

  seedAll(): Promise<void> {
    return this.demoData.load(this.sizes, { writers: WRITERS });
  }

  seedJobs(): Promise<void> {
    return insertStream(this.transactions, jobs(this.context), { writers: WRITERS, inserted: () => undefined });
  }
}

function* jobs(context: DemoContext): DemoRecords {
  for (let id = 1; id <= context.sizes.jobs; id++) yield demoRecord('Job', jobAt(context, id));
}

/** What the migrations fill is not the seed's. */
async function emptyTables(store: RecordDataSource): Promise<string[]> {
  const names = store.entityMetadatas.map(({ tableName }) => tableName);
  const query = names.map((name) => `SELECT '${name}' AS name FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM \`${name}\`)`).join(' UNION ALL ');
  return (await store.query<{ name: string }[]>(query)).map(({ name }) => name);
}
