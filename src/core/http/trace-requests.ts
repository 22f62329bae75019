import { isSpanContextValid, SpanKind, SpanStatusCode, type Span } from '@opentelemetry/api';
import type { Request, RequestHandler, Response } from 'express';
import { rememberTrace, startSpan } from '../tracing';
import { routeOf } from './route-of';

/** Finds the trace that a request belongs to, and describes it in a span. Health checks are too frequent for one. */
export const traceRequests: RequestHandler = (request, response, next) => {
  if (request.url.startsWith('/health')) return next();
  const { traceparent } = request.headers;
  const span = startSpan({
    name: request.method,
    kind: SpanKind.SERVER,
    traceparent: typeof traceparent === 'string' ? traceparent : null,
  });
  const trace = span.spanContext();
  if (isSpanContextValid(trace)) rememberTrace(request, trace);
  if (span.isRecording()) response.once('close', () => endSpan(span, request, response));
  next();
};

/** By the semantic conventions of OpenTelemetry. */
function endSpan(span: Span, request: Request, { statusCode }: Response): void {
  const route = routeOf(request);
  if (route) span.updateName(`${request.method} ${route}`).setAttribute('http.route', route);
  span.setAttributes({
    'http.request.method': request.method,
    'url.path': request.originalUrl.split('?')[0] ?? '',
    'url.scheme': request.protocol,
    'http.response.status_code': statusCode,
  });
  if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', String(statusCode));
  span.end();
}
