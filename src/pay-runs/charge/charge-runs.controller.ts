import { Body, Controller, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentCaller, type Caller } from '../../core/callers';
import { Area, CreatesOnce, DescribedTag, IfMatch, OptionalBody, PathId, type ExpectedVersion } from '../../core/http';
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
  ChargeRunCreateDto,
  ChargeRunDto,
  ChargeRunFileDto,
  ChargeRunLineDto,
  ChargeRunPreviewCreateDto,
  ChargeRunPreviewDto,
  ChargeRunTotalsDto,
  ChargeRunTotalsQuery,
} from './charge-run.dto';
import { CHARGE_RUNS } from './charge-run.kind';
import { chargeRuns } from './charge-runs.records';

const routes = new RunRoutes(CHARGE_RUNS);
const COLLECTED =
  'The approved and paid timesheets of the division and the pay frequency whose period ends on periodEnd or before, adjustments and ' +
  'earlier ones included, and the fees of permanent placements that have begun; all that is in no other charge run that is not cancelled.';

@DescribedTag(
  'ChargeRuns',
  'Timesheets and fees that clients are charged with together, by purchase order and period, for the accounting system.',
)
@Area('payroll')
@Controller('api/ChargeRuns')
export class ChargeRunsController {
  constructor(
    private readonly records: Records,
    private readonly service: RunsService,
  ) {}

  @ListRoute(chargeRuns, ChargeRunDto)
  list(@CurrentCaller() caller: Caller, @Query() query: RecordListQuery) {
    return this.records.list(caller, chargeRuns, query);
  }

  @QueryRoute(chargeRuns, ChargeRunDto)
  query(@CurrentCaller() caller: Caller, @OptionalBody() body: RecordQueryDto, @Query() page: TimeZonePageQuery) {
    return this.records.query(caller, chargeRuns, body, page);
  }

  @FindRoute(chargeRuns, ChargeRunDto)
  find(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: FieldsQuery) {
    return this.records.find(caller, chargeRuns, id, query);
  }

  @CreatesOnce()
  @CreateRoute(chargeRuns, ChargeRunDto, { description: COLLECTED })
  create(@CurrentCaller() caller: Caller, @Body() body: ChargeRunCreateDto) {
    return this.records.create(caller, chargeRuns, body);
  }

  @routes.preview(ChargeRunPreviewDto, COLLECTED)
  preview(@CurrentCaller() caller: Caller, @Body() body: ChargeRunPreviewCreateDto) {
    return this.service.preview(caller, CHARGE_RUNS, body);
  }

  @routes.lines(ChargeRunLineDto)
  lines(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() query: RunLinesQuery) {
    return this.service.lines(caller, CHARGE_RUNS, id, query);
  }

  @routes.totals(ChargeRunTotalsDto, 'client, purchase order, placement, candidate or consultant')
  totals(@CurrentCaller() caller: Caller, @PathId() id: number, @Query() { by }: ChargeRunTotalsQuery) {
    return this.service.totals(caller, CHARGE_RUNS, id, by);
  }

  @routes.export(ChargeRunFileDto, ChargeRunLineDto, 'accounting')
  export(@CurrentCaller() caller: Caller, @PathId('id', 1) id: number, @Query() query: RunExportQuery, @Res() response: Response) {
    return this.service.export(caller, CHARGE_RUNS, id, query, response);
  }

  @TransitionRoute(chargeRuns, ChargeRunDto, 'Approve', {
    summary: 'Approve a charge run',
    description: 'By somebody else than who created it, 403 otherwise.',
  })
  approve(@CurrentCaller() caller: Caller, @PathId('id', 2) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, chargeRuns, id, { statusID: PayRunStatus.Approved }, { expected });
  }

  @TransitionRoute(chargeRuns, ChargeRunDto, 'Complete', {
    summary: 'Complete a charge run',
    description: 'When the accounting system has it. What it charges can be in no other charge run.',
  })
  complete(@CurrentCaller() caller: Caller, @PathId('id', 1) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, chargeRuns, id, { statusID: PayRunStatus.Completed }, { expected });
  }

  @TransitionRoute(chargeRuns, ChargeRunDto, 'Cancel', {
    summary: 'Cancel a charge run',
    description: 'Its timesheets and fees can be in another run.',
  })
  cancel(@CurrentCaller() caller: Caller, @PathId('id', 3) id: number, @IfMatch() expected?: ExpectedVersion) {
    return this.records.update(caller, chargeRuns, id, { statusID: PayRunStatus.Cancelled }, { expected });
  }
}
