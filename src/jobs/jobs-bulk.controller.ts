import { Controller, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Bulk, ExportQuery, ExportRoute, ImportQuery, ImportRoute, type BulkType } from '../core/bulk';
import { CurrentCaller, type Caller } from '../core/callers';
import { Area } from '../core/http';
import { Confirmations } from '../core/records';
import { tagsForBulk } from '../tags';
import { JobDto, JobNewDto, JobUpdateDto } from './job.dto';
import { jobs } from './jobs.records';
import { ContactConfirmation } from './rules/contact-of-client';

const bulkType: BulkType = {
  type: jobs,
  created: JobNewDto,
  updated: JobUpdateDto,
  keys: { reference: 'jobReference', externalID: 'externalID' },
  owner: 'consultantID1',
  divisions: 'one',
  tags: tagsForBulk('Job'),
};

@ApiTags('Jobs')
@Area('jobs')
@Controller('api/Jobs')
export class JobsBulkController {
  constructor(private readonly bulk: Bulk) {}

  @ExportRoute(jobs, JobDto)
  export(@CurrentCaller() caller: Caller, @Query() query: ExportQuery, @Res() response: Response) {
    return this.bulk.export(caller, bulkType, query, response);
  }

  @ImportRoute(jobs, { id: 1, title: 'Senior Site Engineer' })
  import(@CurrentCaller() caller: Caller, @Query() query: ImportQuery, @Query() confirmed: ContactConfirmation, @Res() response: Response) {
    return this.bulk.import(caller, bulkType, { ...query, confirmations: Confirmations.in(confirmed) }, response);
  }
}
