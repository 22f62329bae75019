import { changesSeenAs } from '../changes';
import { recordType } from '../fields/record-type';
import { DivisionDto } from './division.dto';
import { Division } from './division.entity';

export const divisions = recordType({
  name: 'Division',
  table: 'division',
  entity: Division,
  shape: DivisionDto,
  display: 'name',
  softDeleted: true,
  divisions: 'SELECT dv.id FROM division dv WHERE dv.id = r.id',
});

// the payroll settings of a division are seen by who sees the division
changesSeenAs('PayrollIntegration', divisions);
