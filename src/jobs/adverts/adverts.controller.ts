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
import { JobAdvertCreateDto, JobAdvertDto, JobAdvertUpdateDto } from '../job.dto';
import { adverts } from '../jobs.records';

const TRANSITIONS =
  'A draft can be posted, withdrawn or fail; a posted advert expire, be withdrawn or fail; one that is over become a draft or be posted again. When its job is closed or deleted it is withdrawn.';

@ApiTags('JobAdverts')
@Controller('api/JobAdverts')
export class JobAdvertsController {
  constructor(private readonly records: Records) {}

  @ListRoute(adverts, JobAdvertDto)
  list(@Calling() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, adverts, query);
  }

  @QueryRoute(adverts, JobAdvertDto)
  query(@Calling() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, adverts, body, page);
  }

  @FindRoute(adverts, JobAdvertDto)
  find(@Calling() caller: Caller, @PathId() id: number) {
    return this.records.find(caller, adverts, id);
  }

  @CreateRoute(adverts, JobAdvertDto)
  create(@Calling() caller: Caller, @Body() body: JobAdvertCreateDto) {
    return this.records.create(caller, adverts, body);
  }

  @UpdateRoute(adverts, JobAdvertDto, { description: `Absent fields stay, null clears. ${TRANSITIONS}` })
  update(@Calling() caller: Caller, @PathId() id: number, @Body() body: JobAdvertUpdateDto, @IfMatch() expected?: Expected) {
    return this.records.update(caller, adverts, id, body, { expected });
  }

  @RemoveRoute(adverts)
  remove(@Calling() caller: Caller, @PathId('id', 20) id: number, @IfMatch() expected?: Expected) {
    return this.records.remove(caller, adverts, id, expected);
  }
}
