import { Module, type DynamicModule } from '@nestjs/common';
import { ActivitiesModule } from './activities';
import { AssignmentsModule } from './assignments';
import { AutomationModule } from './automation';
import { BulkModule } from './bulk';
import { CallersModule } from './callers';
import { CandidatesModule } from './candidates';
import { ChangesModule } from './changes';
import { ClientsModule } from './clients';
import { ConfigModule, type Settings } from './config';
import { ConfigurationModule } from './configuration';
import { ContactsModule } from './contacts';
import { DatabaseModule } from './database';
import { DeliveriesModule } from './deliveries';
import { DemoModule } from './demo';
import { DivisionsModule } from './divisions';
import { entities } from './entities';
import { HousekeepingModule } from './housekeeping';
import { HttpModule } from './http';
import { IdempotencyModule } from './idempotency';
import { JobsModule } from './jobs';
import { ListsModule } from './lists';
import { NotificationsModule } from './notifications';
import { OpportunitiesModule } from './opportunities';
import { PipelineModule } from './pipeline';
import { PlacementsModule } from './placements';
import { RecordsModule } from './records';
import { TagsModule } from './tags';
import { UsersModule } from './users';

/** The table of contents of the service. */
@Module({})
export class AppModule {
  static with(settings: Settings): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(settings),
        DatabaseModule.with(entities),
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
