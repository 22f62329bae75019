import {
  Global,
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SYSTEM_CALLER } from '../callers/system-caller';
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
import { OptionalReplica, Replica } from './replica';
import { Transactions } from './transactions';

const READER = Symbol('the read-only data source');

/** Connects and migrates the database, and provides {@link Transactions}. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  constructor(
    @Inject(getDataSourceToken()) private readonly store: RecordDataSource,
    @Inject(READER) private readonly reader: RecordDataSource,
    private readonly transactions: Transactions,
    private readonly optional: OptionalReplica,
  ) {}

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
          provide: OptionalReplica,
          inject: [Settings, Metrics],
          useFactory: ({ readDatabase, readMaxLagMs, roles }: Settings, metrics: Metrics) =>
            new OptionalReplica(readDatabase && roles.includes('web') ? new Replica(readDatabase, readMaxLagMs, metrics) : undefined),
        },
        {
          provide: Transactions,
          inject: [getDataSourceToken(), READER, Clock, Metrics, OptionalReplica],
          useFactory: (store: RecordDataSource, reader: DataSource, clock: Clock, metrics: Metrics, { replica }: OptionalReplica) => {
            measurePools(metrics, { transactions: store, reads: reader });
            if (store.hosts) measureHosts(metrics, store.hosts);
            return new Transactions(store, reader, clock, metrics, replica);
          },
        },
        DatabaseMetrics,
        { provide: RecordTypes, useValue: schema.types },
        {
          provide: Readiness,
          inject: [READER, Transactions],
          useFactory: (reader: RecordDataSource, transactions: Transactions) => new DatabaseReadiness(reader, transactions.storage),
        },
      ],
      exports: [OptionalReplica, Transactions, DatabaseMetrics, RecordTypes, Readiness],
    };
  }

  onApplicationBootstrap(): void {
    this.optional.replica?.follow(this.store, (work) => this.transactions.write(SYSTEM_CALLER, ({ em }) => work(em)));
  }

  onModuleDestroy(): void {
    this.reader.watch?.prepareToClose();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.optional.replica?.close();
    if (this.reader.isInitialized) await this.reader.destroy();
  }
}
