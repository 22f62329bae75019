import type { RecordTypesSpec } from '../core/fields/record-types';
import { CandidateDivision, ClientDivision, ContactDivision } from './division-link.entity';
import { assignmentsOfPersons } from './personal-data';

export { AssignmentsModule } from './assignments.module';
export { CandidateDivision, ClientDivision, ContactDivision } from './division-link.entity';
export { divisionIDsOf, linkedDivisions } from './division-links';

export const assignmentRecords: RecordTypesSpec = {
  types: [],
  tables: [CandidateDivision, ClientDivision, ContactDivision],
  personalData: [assignmentsOfPersons],
};
