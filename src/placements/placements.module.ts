import { Module } from '@nestjs/common';
import { PlacementsController } from './placements.controller';
import { PlacementsService } from './placements.service';
import { TimesheetsController } from './timesheets/timesheets.controller';

@Module({ controllers: [PlacementsController, TimesheetsController], providers: [PlacementsService] })
export class PlacementsModule {}
