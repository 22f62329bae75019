import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../core/callers';
import {
  AlsoAsLines,
  Area,
  DescribedTag,
  Returns,
  ReturnsNoContent,
  ReturnsPage,
  Fails,
  IfMatch,
  PathId,
  type ExpectedVersion,
} from '../core/http';
import { FieldsQuery, CreateRoute, FindRoute, ListRoute, RecordListQuery, Records, RemoveRoute, UpdateRoute } from '../core/records';
import { ListedIdsDto, ListedQuery, ListedRecordDto, SavedListCreateDto, SavedListDto, SavedListUpdateDto } from './list.dto';
import { savedLists } from './lists.records';
import { ListsService } from './lists.service';

@DescribedTag('Lists', 'Lists of records put together by users.')
@Area('lists')
@Controller('api/Lists')
export class ListsController {
  constructor(
    private readonly records: Records,
    private readonly service: ListsService,
  ) {}

  @ListRoute(savedLists, SavedListDto, { group: 'Lists' })
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, savedLists, query);
  }

  @FindRoute(savedLists, SavedListDto, { group: 'Lists' })
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, savedLists, id, query);
  }

  @CreateRoute(savedLists, SavedListDto, { group: 'Lists' })
  create(@CurrentCaller() caller: Caller, @Body() body: SavedListCreateDto) {
    return this.records.create(caller, savedLists, body);
  }

  @UpdateRoute(savedLists, SavedListDto, {
    group: 'Lists',
    description: 'Absent fields stay, null clears. The type of a list does not change.',
  })
  update(@CurrentCaller() caller: Caller, @PathId() id: number, @Body() body: SavedListUpdateDto, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, savedLists, id, body, { expected });
  }

  @RemoveRoute(savedLists, { group: 'Lists' })
  remove(@CurrentCaller() caller: Caller, @PathId('id', 6) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, savedLists, id, expected);
  }

  @Get(':id/Records')
  @ApiOperation({ operationId: 'Lists_records', summary: 'The records on a list', description: 'Deleted ones are left out.' })
  @ReturnsPage(ListedRecordDto)
  @AlsoAsLines()
  listRecords(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() page: ListedQuery) {
    return this.service.records(caller, id, page);
  }

  @Post(':id/Records')
  @ApiOperation({
    operationId: 'Lists_add',
    summary: 'Add records to a list',
    description: 'Records already on the list are unchanged.',
  })
  @Returns(SavedListDto, { description: 'The list, with its new count.' })
  @Fails(409)
  addRecords(@CurrentCaller() caller: Caller, @PathId() id: number, @Body() { ids }: ListedIdsDto) {
    return this.service.add(caller, id, ids);
  }

  @Delete(':id/Records/:recordId')
  @ApiOperation({ operationId: 'Lists_take', summary: 'Remove a record from a list', description: 'The record itself is not deleted.' })
  @ReturnsNoContent('No content')
  @Fails(409)
  removeRecord(@CurrentCaller() caller: Caller, @PathId() id: number, @PathId('recordId') recordID: number) {
    return this.service.remove(caller, id, recordID);
  }
}
