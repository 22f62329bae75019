import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Calling, type Caller } from '../../callers';
import { IfMatch, OptionalBody, PathId, type Expected } from '../../http';
import {
  CreateRoute,
  FindRoute,
  ListRoute,
  QueryRoute,
  RecordListQuery,
  RecordQueryDto,
  Records,
  RemoveRoute,
  TimeZonePageQuery,
  UpdateRoute,
} from '../../records';
import { documents } from '../activities.records';
import { DocumentDto, DocumentUpdateDto } from '../activity.dto';

@ApiTags('Documents')
@Controller('api/Documents')
export class DocumentsController {
  constructor(private readonly records: Records) {}

  @ListRoute(documents, DocumentDto)
  list(@Calling() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, documents, query);
  }

  @QueryRoute(documents, DocumentDto)
  query(@Calling() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, documents, body, page);
  }

  @FindRoute(documents, DocumentDto)
  find(@Calling() caller: Caller, @PathId() id: number) {
    return this.records.find(caller, documents, id);
  }

  @CreateRoute(documents, DocumentDto, {
    description:
      'Its content is elsewhere, at its url. It belongs to a candidate, contact, client or job, and shows itself as an activity of each.',
  })
  create(@Calling() caller: Caller, @Body() body: DocumentUpdateDto) {
    return this.records.create(caller, documents, body);
  }

  @UpdateRoute(documents, DocumentDto)
  update(@Calling() caller: Caller, @PathId() id: number, @Body() body: DocumentUpdateDto, @IfMatch() expected?: Expected) {
    return this.records.update(caller, documents, id, body, { expected });
  }

  @RemoveRoute(documents)
  remove(@Calling() caller: Caller, @PathId() id: number, @IfMatch() expected?: Expected) {
    return this.records.remove(caller, documents, id, expected);
  }
}
