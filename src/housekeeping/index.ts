export { HousekeepingModule } from './housekeeping.module';
export { Housekeeping, type Chore } from './housekeeping.service';
