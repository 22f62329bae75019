import { recordType } from '../core/fields/record-type';
import { DivisionDto } from './division.dto';
import { Division } from './division.entity';
import { PAYROLL_FIELDS } from './payroll/payroll-state';
import { divisionIn } from './scope';

export const divisions = recordType({
  name: 'Division',
  table: 'division',
  entity: Division,
  shape: DivisionDto,
  display: 'name',
  softDeleted: true,
  namesKept: true,
  divisions: divisionIn('r.id'),
  publishedParts: { PayrollIntegration: PAYROLL_FIELDS },
});
