import { Controller, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Bulk, ExportQuery, ExportRoute, ImportQuery, ImportRoute, type Bulky } from '../bulk';
import { Calling, type Caller } from '../callers';
import { ClientDto, ClientNewDto, ClientUpdateDto } from './client.dto';
import { clients } from './clients.records';

const bulky: Bulky = { type: clients, created: ClientNewDto, updated: ClientUpdateDto };

@ApiTags('Clients')
@Controller('api/Clients')
export class ClientsBulkController {
  constructor(private readonly bulk: Bulk) {}

  @ExportRoute(clients, ClientDto)
  export(@Calling() caller: Caller, @Query() query: ExportQuery, @Res() response: Response) {
    return this.bulk.export(caller, bulky, query, response);
  }

  @ImportRoute(clients, { id: 1, name: 'Harbour Construction Group' })
  import(@Calling() caller: Caller, @Query() query: ImportQuery, @Res() response: Response) {
    return this.bulk.import(caller, bulky, query, response);
  }
}
