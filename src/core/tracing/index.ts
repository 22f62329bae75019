export { inSpan, startSpan } from './spans';
export { startTelemetry, Telemetry } from './telemetry';
export { formatTraceparent, rememberTrace, traceOf, TRACEPARENT_LENGTH } from './traceparent';
