import { Controller, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Bulk, ExportQuery, ExportRoute, ImportQuery, ImportRoute, type BulkType } from '../core/bulk';
import { CurrentCaller, type Caller } from '../core/callers';
import { Area } from '../core/http';
import { tagsForBulk } from '../tags';
import { ContactDto, ContactUpdateDto } from './contact.dto';
import { contacts } from './contacts.records';

const bulkType: BulkType = {
  type: contacts,
  created: ContactUpdateDto,
  updated: ContactUpdateDto,
  keys: { email: 'email', externalID: 'externalID' },
  owner: 'ownerID',
  divisions: 'many',
  tags: tagsForBulk('Contact'),
  phones: ['phone', 'mobile'],
};

@ApiTags('Contacts')
@Area('contacts')
@Controller('api/Contacts')
export class ContactsBulkController {
  constructor(private readonly bulk: Bulk) {}

  @ExportRoute(contacts, ContactDto)
  export(@CurrentCaller() caller: Caller, @Query() query: ExportQuery, @Res() response: Response) {
    return this.bulk.export(caller, bulkType, query, response);
  }

  @ImportRoute(contacts, { id: 1, jobTitle: 'Project Director' })
  import(@CurrentCaller() caller: Caller, @Query() query: ImportQuery, @Res() response: Response) {
    return this.bulk.import(caller, bulkType, query, response);
  }
}
