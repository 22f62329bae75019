import { Module, type DynamicModule } from '@nestjs/common';
import { AutomationModule } from './automation';
import { CallersModule } from './callers';
import { CandidatesModule } from './candidates';
import { ConfigModule, type Settings } from './config';
import { ConfigurationModule } from './configuration';
import { ContactsModule } from './contacts';
import { DatabaseModule } from './database';
import { DemoModule } from './demo';
import { DivisionsModule } from './divisions';
import { entities } from './entities';
import { HousekeepingModule } from './housekeeping';
import { HttpModule } from './http';
import { JobsModule } from './jobs';
import { OpportunitiesModule } from './opportunities';
import { RecordsModule } from './records';
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
        CallersModule,
        UsersModule,
        DivisionsModule.with(settings),
        ConfigurationModule,
        CandidatesModule,
        ContactsModule,
        JobsModule,
        OpportunitiesModule,
        AutomationModule,
        DemoModule,
      ],
    };
  }
}
