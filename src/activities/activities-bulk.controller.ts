import { Controller, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Bulk, ExportQuery, ExportRoute, ImportQuery, ImportRoute, type BulkType } from '../core/bulk';
import { CurrentCaller, type Caller } from '../core/callers';
import { Area } from '../core/http';
import { ActivityDto, ActivityUpdateDto } from './activity.dto';
import { activities } from './activities.records';

const bulkType: BulkType = {
  type: activities,
  created: ActivityUpdateDto,
  updated: ActivityUpdateDto,
  keys: { externalID: 'altId' },
  owner: 'assignedToID',
};

@ApiTags('Activities')
@Area('activities')
@Controller('api/Activities')
export class ActivitiesBulkController {
  constructor(private readonly bulk: Bulk) {}

  @ExportRoute(activities, ActivityDto)
  export(@CurrentCaller() caller: Caller, @Query() query: ExportQuery, @Res() response: Response) {
    return this.bulk.export(caller, bulkType, query, response);
  }

  @ImportRoute(activities, { id: 9, notes: 'Call back about the start date.' })
  import(@CurrentCaller() caller: Caller, @Query() query: ImportQuery, @Res() response: Response) {
    return this.bulk.import(caller, bulkType, query, response);
  }
}
