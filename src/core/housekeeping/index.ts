export { DueMaintenanceTask } from './maintenance-task.entity';
export { HousekeepingModule } from './housekeeping.module';
export { Housekeeping } from './housekeeping.service';
