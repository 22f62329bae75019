import { Module } from '@nestjs/common';
import { PayFrequenciesController } from './pay-frequencies.controller';
import { PayFrequenciesService } from './pay-frequencies.service';
import { settingsController } from './settings.controller';
import { SettingsService } from './settings.service';

@Module({
  controllers: [settingsController('JobPosting'), settingsController('Clients'), PayFrequenciesController],
  providers: [SettingsService, PayFrequenciesService],
})
export class ConfigurationModule {}
