import { Module, type DynamicModule } from '@nestjs/common';
import { areaModules } from './areas';
import { AuditModule } from './core/audit';
import { BulkModule } from './core/bulk';
import { CallersModule } from './core/callers';
import { ChangesModule } from './core/changes';
import { ConfigModule, type Settings } from './core/config';
import { DatabaseModule } from './core/database';
import { DemoModule } from './demo';
import { FilesModule } from './core/files';
import { HousekeepingModule } from './core/housekeeping';
import { HttpModule, ProblemPagesModule } from './core/http';
import { MetricsModule } from './core/metrics';
import { LimitsModule } from './core/limits';
import { IdempotencyModule } from './core/idempotency';
import { RecordsModule } from './core/records';
import { PROBLEM_CLASSES } from './problem-classes';
import { recordTypes, schemaOf } from './record-types';

/** Assembles the modules of the service. */
@Module({})
export class AppModule {
  static with(settings: Settings): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(settings),
        DatabaseModule.with(schemaOf(recordTypes(settings))),
        MetricsModule.with(settings),
        HttpModule,
        ProblemPagesModule.with(PROBLEM_CLASSES),
        RecordsModule,
        HousekeepingModule,
        FilesModule.with(settings),
        LimitsModule,
        ChangesModule,
        AuditModule,
        IdempotencyModule,
        BulkModule,
        CallersModule,
        ...areaModules(settings),
        DemoModule,
      ],
    };
  }
}
