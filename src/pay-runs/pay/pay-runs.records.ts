import { recordType } from '../../core/fields/record-type';
import { PayRunStatus } from '../../core/terms/numbers';
import { divisionIn } from '../../divisions';
import { runEvents } from '../run.events';
import { PayRunDto, PayRunLineDto } from './pay-run.dto';
import { PayRun, PayRunLine } from './pay-run.entity';

export const payRuns = recordType({
  name: 'PayRun',
  table: 'pay_run',
  entity: PayRun,
  shape: PayRunDto,
  display: 'name',
  events: runEvents(70, 'Pay run'),
  divisions: divisionIn('r.division'),
  predicates: { completed: `x.statusID = ${PayRunStatus.Completed}` },
});

export const payRunLines = recordType({
  name: 'PayRunLine',
  table: 'pay_run_line',
  entity: PayRunLine,
  shape: PayRunLineDto,
  display: 'region',
  divisions: 'SELECT dr.division FROM pay_run dr WHERE dr.id = r.payRunID',
  predicates: {
    // of a run that is not cancelled
    live: 'x.claim IS NOT NULL',
  },
});
