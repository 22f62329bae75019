import { Module } from '@nestjs/common';
import { placementsBulk } from './placements-bulk';
import { PlacementsController } from './placements.controller';
import { PlacementsService } from './placements.service';
import { timesheetsBulk } from './timesheets/timesheets-bulk';
import { TimesheetsController } from './timesheets/timesheets.controller';
import { TimesheetsService } from './timesheets/timesheets.service';

@Module({
  controllers: [PlacementsController, ...placementsBulk, TimesheetsController, ...timesheetsBulk],
  providers: [PlacementsService, TimesheetsService],
})
export class PlacementsModule {}
