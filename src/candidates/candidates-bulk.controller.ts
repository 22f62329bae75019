import { Controller, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Bulk, ExportQuery, ExportRoute, ImportQuery, ImportRoute, type BulkType } from '../core/bulk';
import { CurrentCaller, type Caller } from '../core/callers';
import { Area } from '../core/http';
import { Confirmations } from '../core/records';
import { tagsForBulk } from '../tags';
import { CandidateDto, CandidateNewDto, CandidateUpdateDto, CandidateConfirmations } from './candidate.dto';
import { candidates } from './candidates.records';

const bulkType: BulkType = {
  type: candidates,
  created: CandidateNewDto,
  updated: CandidateUpdateDto,
  keys: { email: 'email1', externalID: 'externalID' },
  owner: 'ownerID',
  divisions: 'many',
  tags: tagsForBulk('Candidate'),
  phones: ['mobile', 'home', 'work'],
};

@ApiTags('Candidates')
@Area('candidates')
@Controller('api/Candidates')
export class CandidatesBulkController {
  constructor(private readonly bulk: Bulk) {}

  @ExportRoute(candidates, CandidateDto)
  export(@CurrentCaller() caller: Caller, @Query() query: ExportQuery, @Res() response: Response) {
    return this.bulk.export(caller, bulkType, query, response);
  }

  @ImportRoute(candidates, { id: 1, jobTitle: 'Site Engineer' })
  import(
    @CurrentCaller() caller: Caller,
    @Query() query: ImportQuery,
    @Query() confirmed: CandidateConfirmations,
    @Res() response: Response,
  ) {
    return this.bulk.import(caller, bulkType, { ...query, confirmations: Confirmations.in(confirmed) }, response);
  }
}
