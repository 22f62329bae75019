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
import { JobAdvertCreateDto, JobAdvertDto, JobAdvertUpdateDto } from '../job.dto';
import { adverts } from '../jobs.records';

const TRANSITIONS =
  'Transitions: draft to posted, withdrawn or failed; posted to expired, withdrawn or failed; expired, withdrawn or failed to draft or posted; failed also to withdrawn. Closing or deleting the job withdraws its posted adverts.';

@DescribedTag('JobAdverts', 'Jobs advertised on job boards.')
@Area('jobs')
@Controller('api/JobAdverts')
export class JobAdvertsController {
  constructor(private readonly records: Records) {}

  @ListRoute(adverts, JobAdvertDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, adverts, query);
  }

  @QueryRoute(adverts, JobAdvertDto)
  query(@CurrentCaller() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, adverts, body, page);
  }

  @FindRoute(adverts, JobAdvertDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, adverts, id, query);
  }

  @CreateRoute(adverts, JobAdvertDto)
  create(@CurrentCaller() caller: Caller, @Body() body: JobAdvertCreateDto) {
    return this.records.create(caller, adverts, body);
  }

  @UpdateRoute(adverts, JobAdvertDto, { description: `Absent fields stay unchanged, null clears a field. ${TRANSITIONS}` })
  update(@CurrentCaller() caller: Caller, @PathId() id: number, @Body() body: JobAdvertUpdateDto, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, adverts, id, body, { expected });
  }

  @RemoveRoute(adverts)
  remove(@CurrentCaller() caller: Caller, @PathId('id', 20) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, adverts, id, expected);
  }
}
