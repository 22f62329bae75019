import { Module } from '@nestjs/common';
import { PlacementsController } from './placements.controller';
import { PlacementsService } from './placements.service';
import { TimesheetsService } from './timesheets/timesheets.service';
import { TimesheetsController } from './timesheets/timesheets.controller';

@Module({ controllers: [PlacementsController, TimesheetsController], providers: [PlacementsService, TimesheetsService] })
export class PlacementsModule {}
