import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Calling, type Caller } from '../callers';
import { Answers, AnswersNothing, AnswersPage, Fails, IfMatch, PageQuery, PathId, type Expected } from '../http';
import { CreateRoute, FindRoute, ListRoute, RecordListQuery, Records, RemoveRoute, UpdateRoute } from '../records';
import { ListedIdsDto, ListedRecordDto, SavedListCreateDto, SavedListDto, SavedListUpdateDto } from './list.dto';
import { savedLists } from './lists.records';
import { ListsService } from './lists.service';

@ApiTags('Lists')
@Controller('api/Lists')
export class ListsController {
  constructor(
    private readonly records: Records,
    private readonly service: ListsService,
  ) {}

  @ListRoute(savedLists, SavedListDto, { group: 'Lists' })
  list(@Calling() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, savedLists, query);
  }

  @FindRoute(savedLists, SavedListDto, { group: 'Lists' })
  find(@Calling() caller: Caller, @PathId() id: number) {
    return this.records.find(caller, savedLists, id);
  }

  @CreateRoute(savedLists, SavedListDto, { group: 'Lists' })
  create(@Calling() caller: Caller, @Body() body: SavedListCreateDto) {
    return this.records.create(caller, savedLists, body);
  }

  @UpdateRoute(savedLists, SavedListDto, {
    group: 'Lists',
    description: 'Absent fields stay, null clears. The type of a list does not change.',
  })
  update(@Calling() caller: Caller, @PathId() id: number, @Body() body: SavedListUpdateDto, @IfMatch() expected?: Expected) {
    return this.records.update(caller, savedLists, id, body, { expected });
  }

  @RemoveRoute(savedLists, { group: 'Lists' })
  remove(@Calling() caller: Caller, @PathId('id', 6) id: number, @IfMatch() expected?: Expected) {
    return this.records.remove(caller, savedLists, id, expected);
  }

  @Get(':id/Records')
  @ApiOperation({ operationId: 'Lists_records', summary: 'The records on a list, by their ids', description: 'Deleted ones are left out.' })
  @AnswersPage(ListedRecordDto)
  listRecords(@Calling() caller: Caller, @PathId() id: number, @Query() page: PageQuery) {
    return this.service.records(caller, id, page);
  }

  @Post(':id/Records')
  @ApiOperation({
    operationId: 'Lists_add',
    summary: 'Put records on a list',
    description: 'Those that are on it already stay as they were put on.',
  })
  @Answers(SavedListDto, { description: 'The list, with its new count.' })
  @Fails(409)
  addRecords(@Calling() caller: Caller, @PathId() id: number, @Body() { ids }: ListedIdsDto) {
    return this.service.add(caller, id, ids);
  }

  @Delete(':id/Records/:recordId')
  @ApiOperation({ operationId: 'Lists_take', summary: 'Take a record off a list' })
  @AnswersNothing('Taken off.')
  @Fails(409)
  takeRecord(@Calling() caller: Caller, @PathId() id: number, @PathId('recordId') recordID: number) {
    return this.service.take(caller, id, recordID);
  }
}
