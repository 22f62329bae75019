import './placement.rules';
export * from './placement.dto';
export * from './placement.entity';
export * from './placements.records';
export * from './placement.derived';
