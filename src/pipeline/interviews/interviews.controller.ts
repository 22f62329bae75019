import { Body, Controller, Query } from '@nestjs/common';
import { CurrentCaller, type Caller } from '../../core/callers';
import { Area, DescribedTag, IfMatch, OptionalBody, PathId, type ExpectedVersion } from '../../core/http';
import {
  Confirmations,
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
  TransitionRoute,
  UpdateRoute,
} from '../../core/records';
import { InterviewStatus } from '../../core/terms/numbers';
import { InterviewConfirmations } from '../confirmations';
import { InterviewCreateDto, InterviewDto, InterviewFeedbackDto, InterviewUpdateDto } from './interview.dto';
import { interviews } from './interviews.records';

@DescribedTag('Interviews', 'Interviews of candidates with clients.')
@Area('applications')
@Controller('api/Interviews')
export class InterviewsController {
  constructor(private readonly records: Records) {}

  @ListRoute(interviews, InterviewDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, interviews, query);
  }

  @QueryRoute(interviews, InterviewDto)
  query(@CurrentCaller() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, interviews, body, page);
  }

  @FindRoute(interviews, InterviewDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, interviews, id, query);
  }

  @CreateRoute(interviews, InterviewDto, {
    description:
      'Requires an applicationID, which determines job and candidate, or a jobID and a candidateID. Moves the application to the stage Interview.',
  })
  create(@CurrentCaller() caller: Caller, @Query() confirmed: InterviewConfirmations, @Body() body: InterviewCreateDto) {
    return this.records.create(caller, interviews, body, { confirmations: Confirmations.in(confirmed) });
  }

  @UpdateRoute(interviews, InterviewDto)
  update(
    @CurrentCaller() caller: Caller,
    @PathId() id: number,
    @Query() confirmed: InterviewConfirmations,
    @Body() body: InterviewUpdateDto,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.records.update(caller, interviews, id, body, { confirmations: Confirmations.in(confirmed), expected });
  }

  @RemoveRoute(interviews)
  remove(@CurrentCaller() caller: Caller, @PathId('id', 20) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.remove(caller, interviews, id, expected);
  }

  @TransitionRoute(interviews, InterviewDto, 'Feedback', {
    summary: 'Record the outcome of an interview',
    description: 'Sets the status Completed.',
  })
  feedback(
    @CurrentCaller() caller: Caller,
    @PathId('id', 6) id: number,
    @Body() body: InterviewFeedbackDto,
    @IfMatch() expected?: ExpectedVersion,
  ) {
    return this.records.update(caller, interviews, id, { ...body, statusID: InterviewStatus.Completed }, { expected });
  }
}
