import { Controller, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Bulk, ExportQuery, ExportRoute, ImportQuery, ImportRoute, type BulkType } from '../core/bulk';
import { CurrentCaller, type Caller } from '../core/callers';
import { Area } from '../core/http';
import { ClientDto, ClientNewDto, ClientUpdateDto } from './client.dto';
import { clients } from './clients.records';

const bulkType: BulkType = {
  type: clients,
  created: ClientNewDto,
  updated: ClientUpdateDto,
  keys: { email: 'email', externalID: 'externalID' },
  owner: 'ownerID',
  divisions: 'many',
  phones: ['phone'],
};

@ApiTags('Clients')
@Area('clients')
@Controller('api/Clients')
export class ClientsBulkController {
  constructor(private readonly bulk: Bulk) {}

  @ExportRoute(clients, ClientDto)
  export(@CurrentCaller() caller: Caller, @Query() query: ExportQuery, @Res() response: Response) {
    return this.bulk.export(caller, bulkType, query, response);
  }

  @ImportRoute(clients, { id: 1, name: 'Harbour Construction Group' })
  import(@CurrentCaller() caller: Caller, @Query() query: ImportQuery, @Res() response: Response) {
    return this.bulk.import(caller, bulkType, query, response);
  }
}
