export { beyond } from './beyond';
export { countCapped, countEntities } from './capped-count';
export { backlog, DatabaseMetrics, readingsOf, type Backlog, type Reading } from './database-metrics';
export { Counter } from './counter.entity';
export { RecomputationState } from './recomputation.entity';
export { DatabaseModule } from './database.module';
export { typesOf } from './data-source';
export { Transactions, type Transaction, type View } from './transactions';
