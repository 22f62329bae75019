import { metrics as telemetry, type Observable } from '@opentelemetry/api';
import type { Metrics } from './metrics';

const METER = 'recruitment-management-service';

/** The duration of requests, for OpenTelemetry; nothing without it. To be called once telemetry has been started. */
export const requestDuration = (buckets: readonly number[]) =>
  telemetry.getMeter(METER).createHistogram('http.server.request.duration', {
    description: 'Duration of HTTP requests.',
    unit: 's',
    advice: { explicitBucketBoundaries: [...buckets] },
  });

/** Sends counters and gauges through OpenTelemetry too, under the same names. Histograms cannot be handed over: they are recorded twice. */
export async function exportMetrics(metrics: Metrics): Promise<void> {
  // by then every gauge has been made
  await metrics.refresh();
  const meter = telemetry.getMeter(METER);
  const observed = new Map<string, Observable>();
  for (const { name, help: description, type } of await metrics.registry.getMetricsAsJSON()) {
    if (String(type) === 'counter') observed.set(name, meter.createObservableCounter(name, { description }));
    else if (String(type) === 'gauge') observed.set(name, meter.createObservableGauge(name, { description }));
  }
  meter.addBatchObservableCallback(
    async (result) => {
      await metrics.refresh();
      for (const { name, values } of await metrics.registry.getMetricsAsJSON())
        for (const { value, labels } of values) {
          const observable = observed.get(name);
          if (observable) result.observe(observable, value, { ...labels });
        }
    },
    [...observed.values()],
  );
}
