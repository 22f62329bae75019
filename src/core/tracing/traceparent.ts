import { randomBytes } from 'node:crypto';
import { isSpanContextValid, type SpanContext } from '@opentelemetry/api';

/** As a header and in the database: https://www.w3.org/TR/trace-context/. */
export const TRACEPARENT_LENGTH = 55;

/** Later versions may say more at the end. */
const FORM = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-|$)/;

/** @returns undefined for a header that is malformed, as the standard demands */
export function parseTraceparent(text: string): SpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = ''] = FORM.exec(text) ?? [];
  if (version === undefined || (version === '00' && text.length !== TRACEPARENT_LENGTH)) return undefined;
  const parent = { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(parent) ? parent : undefined;
}

/** Of the flags only "sampled" is known. */
export const formatTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-0${(traceFlags & 1).toString()}`;

/** The same trace with an id of our own, for a request to another service. */
export const childOf = (parent: SpanContext): SpanContext => ({ ...parent, spanId: randomBytes(8).toString('hex') });

const traces = new WeakMap<object, SpanContext>();

export const rememberTrace = (request: object, span: SpanContext): void => void traces.set(request, span);

/** The trace that a request belongs to, if there is one. */
export const traceOf = (request: object): SpanContext | undefined => traces.get(request);
