import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Calling, type Caller } from '../callers';
import { Answers, PathId } from '../http';
import { ContactDto } from './contact.dto';
import { ContactsService } from './contacts.service';

@ApiTags('Contacts')
@Controller('api/Contacts')
export class ContactsController {
  constructor(private readonly service: ContactsService) {}

  @Get(':id')
  @ApiOperation({ operationId: 'Contacts_find', summary: 'One contact, whole' })
  @Answers(ContactDto)
  find(@Calling() caller: Caller, @PathId() id: number) {
    return this.service.find(caller, id);
  }
}
