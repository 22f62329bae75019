import { Controller, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Bulk, ExportQuery, ExportRoute, ImportQuery, ImportRoute, type Bulky } from '../bulk';
import { Calling, type Caller } from '../callers';
import { ContactDto, ContactUpdateDto } from './contact.dto';
import { contacts } from './contacts.records';

const bulky: Bulky = { type: contacts, created: ContactUpdateDto, updated: ContactUpdateDto };

@ApiTags('Contacts')
@Controller('api/Contacts')
export class ContactsBulkController {
  constructor(private readonly bulk: Bulk) {}

  @ExportRoute(contacts, ContactDto)
  export(@Calling() caller: Caller, @Query() query: ExportQuery, @Res() response: Response) {
    return this.bulk.export(caller, bulky, query, response);
  }

  @ImportRoute(contacts, { id: 1, jobTitle: 'Project Director' })
  import(@Calling() caller: Caller, @Query() query: ImportQuery, @Res() response: Response) {
    return this.bulk.import(caller, bulky, query, response);
  }
}
