import { isSpanContextValid, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api';
import { childOf, formatTraceparent, parseTraceparent } from './traceparent';

/** Does nothing unless telemetry has been started: spans then only pass on the trace that they belong to. */
const tracer = trace.getTracer('recruitment-management-service');

/** What a span describes. */
export interface SpanDescription {
  readonly name: string;
  /** INTERNAL by default; CLIENT for a request to another service. */
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** The trace that it belongs to, as in the header; absent: one of its own. */
  readonly traceparent?: string | null;
}

/** Begins a span, to be ended by the caller. */
export function startSpan({ name, kind = SpanKind.INTERNAL, attributes, traceparent }: SpanDescription): Span {
  const parent = traceparent ? parseTraceparent(traceparent) : undefined;
  return tracer.startSpan(name, { kind, attributes }, parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT);
}

/** @param work gets what to pass on to everything that it sets off: the span as a traceparent, or undefined if there is no trace */
export async function inSpan<T>(description: SpanDescription, work: (traceparent: string | undefined) => Promise<T>): Promise<T> {
  const span = startSpan(description);
  try {
    return await work(passedOn(span, description));
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) });
    throw error;
  } finally {
    span.end();
  }
}

/** A request to another service has an id of its own, recorded or not. */
function passedOn(span: Span, { kind, traceparent }: SpanDescription): string | undefined {
  const own = span.spanContext();
  if (!isSpanContextValid(own)) return undefined;
  const isParent = traceparent?.includes(own.spanId);
  return formatTraceparent(kind === SpanKind.CLIENT && isParent ? childOf(own) : own);
}
