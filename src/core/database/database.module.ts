import { Global, Inject, Module, type DynamicModule, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Settings } from '../config';
import { Readiness } from '../http';
import { Metrics } from '../metrics';
import { Clock } from '../time/clock';
import { RecordTypes } from '../fields/record-types';
import { connect, connectReader, dataSourceFor, RecordDataSource, type Schema } from './data-source';
import { DatabaseMetrics } from './database-metrics';
import { migrate } from './migrate';
import { DatabaseReadiness } from './readiness';
import { measureHosts } from './host-metrics';
import { measurePools } from './pool-metrics';
import { Transactions } from './transactions';

const READER = Symbol('the read-only data source');

/** Connects and migrates the database, and provides {@link Transactions}. */
@Global()
@Module({})
export class DatabaseModule implements OnModuleDestroy, OnApplicationShutdown {
  constructor(@Inject(READER) private readonly reader: RecordDataSource) {}

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
          inject: [getDataSourceToken(), READER, Clock, Metrics],
          useFactory: (store: RecordDataSource, reader: DataSource, clock: Clock, metrics: Metrics) => {
            measurePools(metrics, { transactions: store, reads: reader });
            if (store.hosts) measureHosts(metrics, store.hosts);
            return new Transactions(store, reader, clock, metrics);
          },
        },
        DatabaseMetrics,
        { provide: RecordTypes, useValue: schema.types },
        {
          provide: Readiness,
          inject: [READER, Transactions],
          useFactory: (reader: DataSource, transactions: Transactions) => new DatabaseReadiness(reader, transactions.storage),
        },
      ],
      exports: [Transactions, DatabaseMetrics, RecordTypes, Readiness],
    };
  }

  onModuleDestroy(): void {
    this.reader.watch?.prepareToClose();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.reader.isInitialized) await this.reader.destroy();
  }
}
