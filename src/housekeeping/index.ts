export type { Chore } from './chore';
export { DueChore } from './chore.entity';
export { HousekeepingModule } from './housekeeping.module';
export { Housekeeping } from './housekeeping.service';
