import { Global, Module, type DynamicModule, type OnApplicationBootstrap } from '@nestjs/common';
import { collectDefaultMetrics } from 'prom-client';
import type { Settings } from '../config';
import { Metrics } from './metrics';
import { MetricsController } from './metrics.controller';
import { MetricsServer } from './metrics-server';

/** Provides {@link Metrics}, and serves them. */
@Global()
@Module({})
export class MetricsModule implements OnApplicationBootstrap {
  constructor(private readonly metrics: Metrics) {}

  static with({ metricsPort }: Settings): DynamicModule {
    return {
      module: MetricsModule,
      controllers: metricsPort === undefined ? [MetricsController] : [],
      providers: [{ provide: Metrics, useFactory: () => new Metrics() }, MetricsServer],
      exports: [Metrics],
    };
  }

  /** Memory, CPU, garbage collection and event loop of the process. */
  onApplicationBootstrap(): void {
    collectDefaultMetrics({ register: this.metrics.registry });
  }
}
