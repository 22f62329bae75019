/** What OpenTelemetry sends somewhere. It reads the `OTEL_*` variables itself. */
export interface Telemetry {
  readonly traces: boolean;
  readonly metrics: boolean;
}

export function telemetryOf(environment: NodeJS.ProcessEnv = process.env): Telemetry {
  const hasEndpoint = (...variables: string[]): boolean => variables.some((variable) => environment[variable]);
  return {
    traces: hasEndpoint('OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'),
    metrics: hasEndpoint('OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT'),
  };
}
