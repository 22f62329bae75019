export * from './division.entity';
export { DivisionsModule } from './divisions.module';
export { divisions } from './divisions.records';
export { divisionIn, divisionsWhere } from './scope';
export { divisionTypes } from './record-types';
