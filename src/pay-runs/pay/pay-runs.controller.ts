import { Body, Controller, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentCaller, type Caller } from '../../core/callers';
import { AlsoNeeds, Area, CreatesOnce, DescribedTag, IfMatch, OptionalBody, PathId, type ExpectedVersion } from '../../core/http';
import {
  CreateRoute,
  FieldsQuery,
  FindRoute,
  ListRoute,
  QueryRoute,
  RecordListQuery,
  RecordQueryDto,
  Records,
  TimeZonePageQuery,
  TransitionRoute,
} from '../../core/records';
import { PayRunStatus } from '../../core/terms/numbers';
import { RunExportQuery, RunLinesQuery } from '../run.dto';
import { RunRoutes } from '../run-routes';
import { RunsService } from '../runs.service';
import {
  PayRunCreateDto,
  PayRunDto,
  PayRunFileDto,
  PayRunLineDto,
  PayRunPreviewCreateDto,
  PayRunPreviewDto,
  PayRunTotalsDto,
  PayRunTotalsQuery,
} from './pay-run.dto';
import { PAY_RUNS } from './pay-run.kind';
import { payRuns } from './pay-runs.records';

const routes = new RunRoutes(PAY_RUNS);
const COLLECTED =
  'The approved timesheets of the division and the pay frequency whose period ends on periodEnd or before, adjustments and earlier ones ' +
  'included, and the fees of permanent placements that have begun; all that is in no other run that is not cancelled.';

@DescribedTag('PayRuns', 'Timesheets that are paid together, with the accounts of the payroll system.')
@Area('payroll')
@Controller('api/PayRuns')
export class PayRunsController {
  constructor(
    private readonly records: Records,
    private readonly service: RunsService,
  ) {}

  @ListRoute(payRuns, PayRunDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, payRuns, query);
  }

  @QueryRoute(payRuns, PayRunDto)
  query(@CurrentCaller() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, payRuns, body, page);
  }

  @FindRoute(payRuns, PayRunDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, payRuns, id, query);
  }

  @CreatesOnce()
  @CreateRoute(payRuns, PayRunDto, { description: COLLECTED })
  create(@CurrentCaller() caller: Caller, @Body() body: PayRunCreateDto) {
    return this.records.create(caller, payRuns, body);
  }

  @routes.preview(PayRunPreviewDto, COLLECTED)
  preview(@CurrentCaller() caller: Caller, @Body() body: PayRunPreviewCreateDto) {
    return this.service.preview(caller, PAY_RUNS, body);
  }

  @routes.lines(PayRunLineDto)
  lines(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: RunLinesQuery) {
    return this.service.lines(caller, PAY_RUNS, id, query);
  }

  @routes.totals(PayRunTotalsDto, 'placement, candidate, client or consultant')
  totals(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() { by }: PayRunTotalsQuery) {
    return this.service.totals(caller, PAY_RUNS, id, by);
  }

  @routes.export(PayRunFileDto, PayRunLineDto, 'payroll')
  export(@CurrentCaller() caller: Caller, @PathId('id', 1) id: number, @Query() query: RunExportQuery, @Res() response: Response) {
    return this.service.export(caller, PAY_RUNS, id, query, response);
  }

  @TransitionRoute(payRuns, PayRunDto, 'Approve', {
    summary: 'Approve a pay run',
    description: 'By somebody else than who created it, 403 otherwise.',
  })
  approve(@CurrentCaller() caller: Caller, @PathId('id', 2) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, payRuns, id, { statusID: PayRunStatus.Approved }, { expected });
  }

  @AlsoNeeds('pay')
  @TransitionRoute(payRuns, PayRunDto, 'Complete', {
    summary: 'Complete a pay run',
    description: 'When the payroll system has paid it. Its timesheets become Paid, and the division has collected timesheets.',
  })
  complete(@CurrentCaller() caller: Caller, @PathId('id', 1) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, payRuns, id, { statusID: PayRunStatus.Completed }, { expected });
  }

  @TransitionRoute(payRuns, PayRunDto, 'Cancel', {
    summary: 'Cancel a pay run',
    description: 'Its timesheets and fees can be in another run.',
  })
  cancel(@CurrentCaller() caller: Caller, @PathId('id', 3) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, payRuns, id, { statusID: PayRunStatus.Cancelled }, { expected });
  }
}
