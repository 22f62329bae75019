import { recordType } from '../../core/fields/record-type';
import { divisionIn } from '../../divisions';
import { runEvents } from '../run.events';
import { ChargeRunDto, ChargeRunLineDto } from './charge-run.dto';
import { ChargeRun, ChargeRunLine } from './charge-run.entity';

export const chargeRuns = recordType({
  name: 'ChargeRun',
  table: 'charge_run',
  entity: ChargeRun,
  shape: ChargeRunDto,
  display: 'name',
  events: runEvents(75, 'Charge run'),
  divisions: divisionIn('r.division'),
});

export const chargeRunLines = recordType({
  name: 'ChargeRunLine',
  table: 'charge_run_line',
  entity: ChargeRunLine,
  shape: ChargeRunLineDto,
  display: 'region',
  divisions: 'SELECT dr.division FROM charge_run dr WHERE dr.id = r.chargeRunID',
  predicates: {
    // of a run that is not cancelled
    live: 'x.claim IS NOT NULL',
  },
});
