export { Metrics, type CounterDeclaration, type GaugeDeclaration } from './metrics';
export { exportMetrics } from './export-metrics';
export { MetricsModule } from './metrics.module';
export { MetricsServer } from './metrics-server';
export { measureRequests } from './request-metrics';
