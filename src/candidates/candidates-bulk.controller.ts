import { Controller, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Bulk, ExportQuery, ExportRoute, ImportQuery, ImportRoute, type Bulky } from '../bulk';
import { Calling, type Caller } from '../callers';
import { CandidateDto, CandidateNewDto, CandidateUpdateDto, CandidateUpdateQuery } from './candidate.dto';
import { candidates } from './candidates.records';

const bulky: Bulky = { type: candidates, created: CandidateNewDto, updated: CandidateUpdateDto };

@ApiTags('Candidates')
@Controller('api/Candidates')
export class CandidatesBulkController {
  constructor(private readonly bulk: Bulk) {}

  @ExportRoute(candidates, CandidateDto)
  export(@Calling() caller: Caller, @Query() query: ExportQuery, @Res() response: Response) {
    return this.bulk.export(caller, bulky, query, response);
  }

  @ImportRoute(candidates, { id: 1, jobTitle: 'Site Engineer' })
  import(
    @Calling() caller: Caller,
    @Query() query: ImportQuery,
    @Query() { allowDuplicate }: CandidateUpdateQuery,
    @Res() response: Response,
  ) {
    return this.bulk.import(caller, bulky, { ...query, allowDuplicate }, response);
  }
}
