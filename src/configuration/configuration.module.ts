import { Module } from '@nestjs/common';
import { LookupsController } from './lookups/lookups.controller';
import { LookupsService } from './lookups/lookups.service';
import { PayFrequenciesController } from './pay-frequencies.controller';
import { settingsController } from './settings.controller';
import { SettingsService } from './settings.service';

@Module({
  controllers: [
    settingsController('JobPosting'),
    settingsController('Clients'),
    settingsController('Timesheets'),
    PayFrequenciesController,
    LookupsController,
  ],
  providers: [SettingsService, LookupsService],
})
export class ConfigurationModule {}
