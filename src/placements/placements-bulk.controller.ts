import { Controller, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Bulk, ExportQuery, ExportRoute, ImportQuery, ImportRoute, type BulkType } from '../core/bulk';
import { CurrentCaller, type Caller } from '../core/callers';
import { Area } from '../core/http';
import { Confirmations } from '../core/records';
import { PlacementConfirmations } from './guards/placement-guards';
import { PlacementCreateDto, PlacementDto, PlacementUpdateDto } from './placement.dto';
import { placements } from './placements.records';

const bulkType: BulkType = {
  type: placements,
  created: PlacementCreateDto,
  updated: PlacementUpdateDto,
  keys: { reference: 'reference', externalID: 'externalID' },
  owner: 'ownerID',
  divisions: 'one',
};

@ApiTags('Placements')
@Area('placements')
@Controller('api/Placements')
export class PlacementsBulkController {
  constructor(private readonly bulk: Bulk) {}

  @ExportRoute(placements, PlacementDto)
  export(@CurrentCaller() caller: Caller, @Query() query: ExportQuery, @Res() response: Response) {
    return this.bulk.export(caller, bulkType, query, response);
  }

  @ImportRoute(placements, { id: 1, notes: 'Site induction at 6:30 am.' })
  import(
    @CurrentCaller() caller: Caller,
    @Query() query: ImportQuery,
    @Query() confirmed: PlacementConfirmations,
    @Res() response: Response,
  ) {
    return this.bulk.import(caller, bulkType, { ...query, confirmations: Confirmations.in(confirmed) }, response);
  }
}
