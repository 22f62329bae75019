export { AssignmentsModule } from './assignments.module';
export { CandidateDivision, ClientDivision, ContactDivision } from './division-link.entity';
export { divisionIDsOf, linkedDivisions } from './division-links';
