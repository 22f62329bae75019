import './placement-change';
export * from './placement.dto';
export * from './placement.entity';
export * from './placements.records';
export * from './placement.rules';
