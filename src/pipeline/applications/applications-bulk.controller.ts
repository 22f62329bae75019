import { Controller, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Bulk, ExportQuery, ExportRoute, ImportQuery, ImportRoute, type BulkType } from '../../core/bulk';
import { CurrentCaller, type Caller } from '../../core/callers';
import { Area } from '../../core/http';
import { Confirmations } from '../../core/records';
import { ApplicationConfirmations } from '../confirmations';
import { ApplicationCreateDto, ApplicationDto, ApplicationUpdateDto } from './application.dto';
import { applications } from './applications.records';

const bulkType: BulkType = {
  type: applications,
  created: ApplicationCreateDto,
  updated: ApplicationUpdateDto,
  keys: { externalID: 'externalID' },
  owner: 'ownerID',
};

@ApiTags('Applications')
@Area('applications')
@Controller('api/Applications')
export class ApplicationsBulkController {
  constructor(private readonly bulk: Bulk) {}

  @ExportRoute(applications, ApplicationDto)
  export(@CurrentCaller() caller: Caller, @Query() query: ExportQuery, @Res() response: Response) {
    return this.bulk.export(caller, bulkType, query, response);
  }

  @ImportRoute(applications, { id: 1, source: 'Referral' })
  import(
    @CurrentCaller() caller: Caller,
    @Query() query: ImportQuery,
    @Query() confirmed: ApplicationConfirmations,
    @Res() response: Response,
  ) {
    return this.bulk.import(caller, bulkType, { ...query, confirmations: Confirmations.in(confirmed) }, response);
  }
}
