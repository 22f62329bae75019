import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { requestIDOf } from '../http/request-id';
import { formatTraceparent, traceOf } from '../tracing';
import type { RoleScope } from '../terms/role-scopes';

/** The ids of the divisions whose records are visible, or all. */
export type Divisions = 'all' | readonly number[];

/** The records that a caller can see. */
export interface Scope {
  readonly divisions: Divisions;
}

/** Ways of telling who sends a request: nothing, in open mode; an API key; an access token of the identity provider. */
export const AUTHENTICATIONS = ['open', 'apiKey', 'accessToken'] as const;
export type Authentication = (typeof AUTHENTICATIONS)[number];

/** Who makes a request. */
export interface Caller {
  readonly userID: number;
  /** The name of the API key, or of the user of an access token. */
  readonly name: string;
  /** By what the request was accepted; absent: it is no request, but work of the service itself. */
  readonly authentication?: Authentication;
  /** The API key, if it is one of those in the database. */
  readonly key?: { readonly id: number; readonly prefix: string };
  readonly scope: Scope;
  /** The name of the role: that of the key, or else of the user. */
  readonly role?: string;
  /** What the caller may do; absent: nothing that requires a scope. */
  readonly scopes?: ReadonlySet<RoleScope>;
  /** For changes by an automation: its run, so that loops are detected. */
  readonly cause?: Cause;
  /** The request: its id, as in the log, and the address it came from. */
  readonly request?: RequestOrigin;
  /** How it makes changes, where that is neither by a plain request nor by an automation. */
  readonly via?: 'import' | 'command' | 'link';
  /** The trace that everything it sets off belongs to, as in the header. */
  readonly traceparent?: string;
  /** What a replica must have to answer, from the response to a write. */
  readonly consistencyToken?: string;
}

/** Where a request came from. */
export interface RequestOrigin {
  readonly id: string;
  /** Absent: its connection was gone. */
  readonly address?: string;
}

/** The run of an automation that makes a change. */
export interface Cause {
  readonly automationID: number;
  readonly runID: number;
  /** The runs that led to the change, each triggered by the one before it; the last one makes it. */
  readonly chain: readonly number[];
}

const callers = new WeakMap<object, Caller>();

/** With the id, the address and the trace of the request. */
export function rememberCaller(request: Request, caller: Caller): void {
  const trace = traceOf(request);
  const token = request.get('X-Consistency-Token');
  callers.set(request, {
    ...caller,
    request: { id: requestIDOf(request), address: request.ip },
    ...(trace ? { traceparent: formatTraceparent(trace) } : {}),
    ...(token === undefined ? {} : { consistencyToken: token }),
  });
}

/** undefined on public paths. */
export const callerOf = (request: Request): Caller | undefined => callers.get(request);

/** The caller of the request: `@CurrentCaller() caller: Caller`. Not for public routes. */
export const CurrentCaller = createParamDecorator((_: undefined, context: ExecutionContext): Caller => {
  const caller = callers.get(context.switchToHttp().getRequest<Request>());
  if (!caller) throw new Error('A public route has no caller.');
  return caller;
});
