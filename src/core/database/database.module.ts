import { Global, Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Settings } from '../config';
import { Readiness } from '../http';
import { Unavailable } from '../problems';
import { Clock } from '../time/clock';
import { RecordTypes } from '../fields/record-types';
import { connect, connectReader, dataSourceFor, RecordDataSource, type Schema } from './data-source';
import { migrate } from './migrate';
import { Transactions } from './transactions';

const READER = Symbol('the read-only data source');

/** Ready if the database can be reached. */
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

/** Connects and migrates the database, and provides {@link Transactions}. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(READER) private readonly reader: DataSource) {}

  static with(schema: Schema): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [Settings],
          useFactory: async ({ database }: Settings) => ({ ...(await dataSourceFor(database, schema)).options, retryAttempts: 3 }),
          dataSourceFactory: async (options) => migrate(await connect(new RecordDataSource(options!, schema.types))),
        }),
      ],
      providers: [
        { provide: READER, inject: [getDataSourceToken()], useFactory: connectReader },
        {
          provide: Transactions,
          inject: [getDataSourceToken(), READER, Clock],
          useFactory: (store: RecordDataSource, reader: DataSource, clock: Clock) => new Transactions(store, reader, clock),
        },
        { provide: RecordTypes, useValue: schema.types },
        { provide: Readiness, inject: [READER], useFactory: (reader: DataSource) => new DatabaseReadiness(reader) },
      ],
      exports: [Transactions, RecordTypes, Readiness],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.reader.isInitialized) await this.reader.destroy();
  }
}
