import { Module, type DynamicModule } from '@nestjs/common';
import { ActivitiesModule } from './activities';
import { AssignmentsModule } from './assignments';
import { AutomationModule } from './automation';
import { BulkModule } from './core/bulk';
import { CallersModule } from './core/callers';
import { CandidatesModule } from './candidates';
import { ChangesModule } from './core/changes';
import { ClientsModule } from './clients';
import { ConfigModule, type Settings } from './core/config';
import { ConfigurationModule } from './configuration';
import { ContactsModule } from './contacts';
import { DatabaseModule } from './core/database';
import { DeliveriesModule } from './deliveries';
import { DemoModule } from './demo';
import { DivisionsModule } from './divisions';
import { schemaOf } from './entities';
import { recordTypes } from './record-types';
import { HousekeepingModule } from './core/housekeeping';
import { HttpModule } from './core/http';
import { IdempotencyModule } from './core/idempotency';
import { JobsModule } from './jobs';
import { ListsModule } from './lists';
import { NotificationsModule } from './notifications';
import { OpportunitiesModule } from './opportunities';
import { PipelineModule } from './pipeline';
import { PlacementsModule } from './placements';
import { RecordsModule } from './core/records';
import { TagsModule } from './tags';
import { UsersModule } from './users';

/** Assembles the modules of the service. */
@Module({})
export class AppModule {
  static with(settings: Settings): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(settings),
        DatabaseModule.with(schemaOf(recordTypes(settings))),
        HttpModule,
        RecordsModule,
        HousekeepingModule,
        ChangesModule,
        IdempotencyModule,
        BulkModule,
        CallersModule,
        UsersModule,
        DivisionsModule.with(settings),
        ConfigurationModule,
        CandidatesModule,
        ContactsModule,
        ClientsModule,
        JobsModule,
        ListsModule,
        OpportunitiesModule,
        PipelineModule,
        PlacementsModule,
        ActivitiesModule,
        TagsModule,
        AssignmentsModule,
        AutomationModule,
        DeliveriesModule,
        NotificationsModule,
        DemoModule,
      ],
    };
  }
}
