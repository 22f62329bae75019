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
  TransitionRoute,
  UpdateRoute,
} from '../../records';
import { InterviewStatus } from '../../terms/numbers';
import { InterviewCreateDto, InterviewDto, InterviewFeedbackDto, InterviewUpdateDto } from './interview.dto';
import { interviews } from './interviews.records';

@ApiTags('Interviews')
@Controller('api/Interviews')
export class InterviewsController {
  constructor(private readonly records: Records) {}

  @ListRoute(interviews, InterviewDto)
  list(@Calling() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, interviews, query);
  }

  @QueryRoute(interviews, InterviewDto)
  query(@Calling() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, interviews, body, page);
  }

  @FindRoute(interviews, InterviewDto)
  find(@Calling() caller: Caller, @PathId() id: number) {
    return this.records.find(caller, interviews, id);
  }

  @CreateRoute(interviews, InterviewDto, {
    description:
      'Of an applicationID, whose job and candidate it has; or of a jobID and a candidateID. The application moves on to the stage Interview.',
  })
  create(@Calling() caller: Caller, @Body() body: InterviewCreateDto) {
    return this.records.create(caller, interviews, body);
  }

  @UpdateRoute(interviews, InterviewDto)
  update(@Calling() caller: Caller, @PathId() id: number, @Body() body: InterviewUpdateDto, @IfMatch() expected?: Expected) {
    return this.records.update(caller, interviews, id, body, { expected });
  }

  @RemoveRoute(interviews)
  remove(@Calling() caller: Caller, @PathId('id', 20) id: number, @IfMatch() expected?: Expected) {
    return this.records.remove(caller, interviews, id, expected);
  }

  @TransitionRoute(interviews, InterviewDto, 'Feedback', {
    summary: 'Say what came of an interview',
    description: 'The interview is completed.',
  })
  feedback(@Calling() caller: Caller, @PathId('id', 4) id: number, @Body() body: InterviewFeedbackDto, @IfMatch() expected?: Expected) {
    return this.records.update(caller, interviews, id, { ...body, statusID: InterviewStatus.Completed }, { expected });
  }
}
