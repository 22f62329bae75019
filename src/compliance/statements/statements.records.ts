import { personsIn } from '../../core/fields/persons';
import { recordType } from '../../core/fields/record-type';
import { StatementDto } from './statement.dto';
import { ComplianceStatement } from './statement.entity';

export const statements = recordType({
  name: 'ComplianceStatement',
  table: 'compliance_statement',
  entity: ComplianceStatement,
  shape: StatementDto,
  display: 'text',
  persons: personsIn('compliance_statement', { Candidate: 'candidateID' }),
  divisions: 'SELECT p.division FROM {Placement} p WHERE p.id = r.placementID AND p.division IS NOT NULL',
});
