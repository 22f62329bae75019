export { AssignmentsModule } from './assignments.module';
