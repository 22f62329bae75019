import { Global, Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Settings } from '../config';
import { Readiness, Unavailable } from '../http';
import { Clock } from '../time/clock';
import { connected, readerOf, storeAt } from './data-source';
import { migrate } from './migrate';
import { Transactions } from './transactions';

const READER = Symbol('the connection that only reads');

/** Is the database there? */
class DatabaseReadiness extends Readiness {
  constructor(private readonly reader: DataSource) {
    super();
  }

  async ready(): Promise<void> {
    await this.reader.query('SELECT 1').catch(() => {
      throw new Unavailable('The database cannot be reached.');
    });
  }
}

/** The store, migrated, behind its one door. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(READER) private readonly reader: DataSource) {}

  static with(entities: readonly Function[]): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [Settings],
          useFactory: async ({ database }: Settings) => ({ ...(await storeAt(database, entities)).options, retryAttempts: 3 }),
          dataSourceFactory: async (options) => migrate(await connected(new DataSource(options!))),
        }),
      ],
      providers: [
        {
          provide: READER,
          inject: [getDataSourceToken()],
          useFactory: async (store: DataSource) => {
            const reader = readerOf(store);
            return reader === store ? store : connected(reader);
          },
        },
        {
          provide: Transactions,
          inject: [getDataSourceToken(), READER, Clock],
          useFactory: (store: DataSource, reader: DataSource, clock: Clock) => new Transactions(store, reader, clock),
        },
        { provide: Readiness, inject: [READER], useFactory: (reader: DataSource) => new DatabaseReadiness(reader) },
      ],
      exports: [Transactions, Readiness],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.reader.isInitialized) await this.reader.destroy();
  }
}
