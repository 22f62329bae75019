import { Controller, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Bulk, ExportQuery, ExportRoute, ImportQuery, ImportRoute, type BulkType } from '../../core/bulk';
import { CurrentCaller, type Caller } from '../../core/callers';
import { Area } from '../../core/http';
import { TimesheetCreateDto, TimesheetDto, TimesheetUpdateDto } from './timesheet.dto';
import { timesheets } from './timesheets.records';

const bulkType: BulkType = {
  type: timesheets,
  created: TimesheetCreateDto,
  updated: TimesheetUpdateDto,
  keys: { externalID: 'externalID' },
};

@ApiTags('Timesheets')
@Area('timesheets')
@Controller('api/Timesheets')
export class TimesheetsBulkController {
  constructor(private readonly bulk: Bulk) {}

  @ExportRoute(timesheets, TimesheetDto)
  export(@CurrentCaller() caller: Caller, @Query() query: ExportQuery, @Res() response: Response) {
    return this.bulk.export(caller, bulkType, query, response);
  }

  @ImportRoute(timesheets, { id: 1, comments: 'Half a day on Friday.' })
  import(@CurrentCaller() caller: Caller, @Query() query: ImportQuery, @Res() response: Response) {
    return this.bulk.import(caller, bulkType, query, response);
  }
}
