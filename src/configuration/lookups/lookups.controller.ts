import { Body, Controller, Get, Param, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../core/callers';
import { Area, Returns, ReturnsCreated, Created, Fails, ListBody, PathId } from '../../core/http';
import { LookupEntryCreateDto, LookupEntryDto, LookupEntryUpdateDto, LookupListDto } from './lookup.dto';
import { LookupsService } from './lookups.service';

const ListParam = ApiParam({ name: 'list', schema: { type: 'string', minLength: 1, maxLength: 40, example: 'workType' } });
const CHANGES = [
  { id: 1, name: 'Full-time' },
  { id: 5, name: 'Shift work' },
];

@ApiTags('Configuration')
@Area('configuration')
@Controller('api/Configuration/Lookups')
export class LookupsController {
  constructor(private readonly service: LookupsService) {}

  @Get()
  @ApiOperation({
    operationId: 'Lookups_list',
    summary: 'The lookup lists',
    description: 'The lists that fields such as statusID and typeID take their values from.',
  })
  @Returns([LookupListDto])
  list(@CurrentCaller() caller: Caller) {
    return this.service.lists(caller);
  }

  @Get(':list')
  @ApiOperation({
    operationId: 'Lookups_entries',
    summary: 'The entries of a lookup list, sorted by id',
    description: 'A field of a record stores the id of an entry, or its code.',
  })
  @ListParam
  @Returns([LookupEntryDto])
  entries(@CurrentCaller() caller: Caller, @Param('list') list: string) {
    return this.service.entries(caller, list);
  }

  @Get(':list/:id')
  @ApiOperation({
    operationId: 'Lookups_find',
    summary: 'One entry of a lookup list',
    description: 'Its name as it is now; entries can be renamed, and their ids never change.',
  })
  @ListParam
  @Returns(LookupEntryDto)
  find(@CurrentCaller() caller: Caller, @Param('list') list: string, @PathId() id: number) {
    return this.service.find(caller, list, id);
  }

  @Post(':list')
  @ApiOperation({
    operationId: 'Lookups_create',
    summary: 'Add an entry to a lookup list',
    description:
      'It gets the next id permanently: entries can be renamed, but not deleted. If an identical entry exists, it is returned instead.',
  })
  @ListParam
  @ReturnsCreated(LookupEntryDto)
  @Fails(409)
  async create(@CurrentCaller() caller: Caller, @Param('list') list: string, @Body() body: LookupEntryCreateDto) {
    return new Created(await this.service.create(caller, list, body));
  }

  @Put(':list')
  @ApiOperation({
    operationId: 'Lookups_update',
    summary: 'Change entries of a lookup list',
    description:
      'Saves all or none of the array. Absent fields and entries stay unchanged. Records show the new names immediately; figures that depend on a stage are recomputed.',
  })
  @ListParam
  @Returns([LookupEntryDto], { description: 'The changed entries as stored.' })
  @Fails(409)
  update(
    @CurrentCaller() caller: Caller,
    @Param('list') list: string,
    @ListBody(LookupEntryUpdateDto, CHANGES) body: LookupEntryUpdateDto[],
  ) {
    return this.service.update(caller, list, body);
  }
}
