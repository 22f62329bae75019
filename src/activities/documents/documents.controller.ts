import { Body, Controller, Query } from '@nestjs/common';
import { CurrentCaller, type Caller } from '../../core/callers';
import { Area, DescribedTag, IfMatch, OptionalBody, PathId, type ExpectedVersion } from '../../core/http';
import {
  FieldsQuery,
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
} from '../../core/records';
import { documents } from '../activities.records';
import { DocumentDto, DocumentUpdateDto } from '../activity.dto';

@DescribedTag('Documents', 'Files about candidates, contacts, clients and jobs.')
@Area('activities')
@Controller('api/Documents')
export class DocumentsController {
  constructor(private readonly records: Records) {}

  @ListRoute(documents, DocumentDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, documents, query);
  }

  @QueryRoute(documents, DocumentDto)
  query(@CurrentCaller() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, documents, body, page);
  }

  @FindRoute(documents, DocumentDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, documents, id, query);
  }

  @CreateRoute(documents, DocumentDto, {
    description:
      'Its content is sent to /api/Documents/{id}/Content, or stored elsewhere, at its url. It belongs to a candidate, contact, client or job, and appears as an activity of each.',
  })
  create(@CurrentCaller() caller: Caller, @Body() body: DocumentUpdateDto) {
    return this.records.create(caller, documents, body);
  }

  @UpdateRoute(documents, DocumentDto)
  update(@CurrentCaller() caller: Caller, @PathId() id: number, @Body() body: DocumentUpdateDto, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, documents, id, body, { expected });
  }

  @RemoveRoute(documents)
  remove(@CurrentCaller() caller: Caller, @PathId('id', 20) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, documents, id, expected);
  }
}
