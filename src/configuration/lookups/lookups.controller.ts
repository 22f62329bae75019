import { Body, Controller, Get, Param, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Calling, type Caller } from '../../callers';
import { Answers, AnswersCreated, Created, Fails, ListBody, PathId } from '../../http';
import { LookupEntryCreateDto, LookupEntryDto, LookupEntryUpdateDto, LookupListDto } from './lookup.dto';
import { LookupsService } from './lookups.service';

const ListParam = ApiParam({ name: 'list', schema: { type: 'string', minLength: 1, maxLength: 40, example: 'workType' } });
const CHANGES = [
  { id: 1, name: 'Full-time' },
  { id: 5, name: 'Shift work' },
];

@ApiTags('Configuration')
@Controller('api/Configuration/Lookups')
export class LookupsController {
  constructor(private readonly service: LookupsService) {}

  @Get()
  @ApiOperation({ operationId: 'Lookups_list', summary: 'The lookup lists' })
  @Answers([LookupListDto])
  list(@Calling() caller: Caller) {
    return this.service.lists(caller);
  }

  @Get(':list')
  @ApiOperation({ operationId: 'Lookups_entries', summary: 'The entries of a lookup list, by their ids' })
  @ListParam
  @Answers([LookupEntryDto])
  entries(@Calling() caller: Caller, @Param('list') list: string) {
    return this.service.entries(caller, list);
  }

  @Get(':list/:id')
  @ApiOperation({ operationId: 'Lookups_find', summary: 'One entry of a lookup list' })
  @ListParam
  @Answers(LookupEntryDto)
  find(@Calling() caller: Caller, @Param('list') list: string, @PathId() id: number) {
    return this.service.find(caller, list, id);
  }

  @Post(':list')
  @ApiOperation({
    operationId: 'Lookups_create',
    summary: 'Add an entry to a lookup list',
    description:
      'It gets the next number, for ever: entries are renamed, never removed. One that is there already, the same in everything, is answered as it is.',
  })
  @ListParam
  @AnswersCreated(LookupEntryDto)
  @Fails(409)
  async create(@Calling() caller: Caller, @Param('list') list: string, @Body() body: LookupEntryCreateDto) {
    return new Created(await this.service.create(caller, list, body));
  }

  @Put(':list')
  @ApiOperation({
    operationId: 'Lookups_update',
    summary: 'Change entries of a lookup list',
    description:
      'The whole array or nothing. Absent fields and entries stay. Records show the new names at once; figures that follow from a stage are computed anew.',
  })
  @ListParam
  @Answers([LookupEntryDto], { description: 'The entries that were named, as stored.' })
  @Fails(409)
  update(@Calling() caller: Caller, @Param('list') list: string, @ListBody(LookupEntryUpdateDto, CHANGES) body: LookupEntryUpdateDto[]) {
    return this.service.update(caller, list, body);
  }
}
