import { Module } from '@nestjs/common';
import { PlacementsBulkController } from './placements-bulk.controller';
import { PlacementsController } from './placements.controller';
import { PlacementsService } from './placements.service';
import { TimesheetsBulkController } from './timesheets/timesheets-bulk.controller';
import { TimesheetsController } from './timesheets/timesheets.controller';
import { TimesheetsService } from './timesheets/timesheets.service';

@Module({
  controllers: [PlacementsController, PlacementsBulkController, TimesheetsController, TimesheetsBulkController],
  providers: [PlacementsService, TimesheetsService],
})
export class PlacementsModule {}
