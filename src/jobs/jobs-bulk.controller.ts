import { Controller, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Bulk, ExportQuery, ExportRoute, ImportQuery, ImportRoute, type Bulky } from '../bulk';
import { Calling, type Caller } from '../callers';
import { JobDto, JobUpdateDto } from './job.dto';
import { jobs } from './jobs.records';

const bulky: Bulky = { type: jobs, created: JobUpdateDto, updated: JobUpdateDto };

@ApiTags('Jobs')
@Controller('api/Jobs')
export class JobsBulkController {
  constructor(private readonly bulk: Bulk) {}

  @ExportRoute(jobs, JobDto)
  export(@Calling() caller: Caller, @Query() query: ExportQuery, @Res() response: Response) {
    return this.bulk.export(caller, bulky, query, response);
  }

  @ImportRoute(jobs, { id: 1, title: 'Senior Site Engineer' })
  import(@Calling() caller: Caller, @Query() query: ImportQuery, @Res() response: Response) {
    return this.bulk.import(caller, bulky, query, response);
  }
}
