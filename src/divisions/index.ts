import './division.rules';

export * from './division.entity';
export { DivisionsModule } from './divisions.module';
export { divisions } from './divisions.records';
