import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { RoleScope } from '../terms/role-scopes';

/** The records that a caller can see. */
export interface Scope {
  /** The ids of the divisions whose records are visible, or all. */
  readonly divisions: 'all' | readonly number[];
}

/** Who makes a request. */
export interface Caller {
  readonly userID: number;
  /** The name of the API key. */
  readonly name: string;
  /** The API key, if it is one of those in the database. */
  readonly key?: { readonly id: number; readonly prefix: string };
  readonly scope: Scope;
  /** The name of the role: that of the key, or else of the user. */
  readonly role?: string;
  /** What the caller may do; absent: nothing that requires a scope. */
  readonly scopes?: ReadonlySet<RoleScope>;
  /** For changes by an automation: its run, so that loops are detected. */
  readonly cause?: Cause;
}

/** The run of an automation that makes a change. */
export interface Cause {
  readonly automationID: number;
  readonly runID: number;
  /** The number of automations that triggered each other before this change. */
  readonly depth: number;
}

const callers = new WeakMap<object, Caller>();

export const rememberCaller = (request: Request, caller: Caller): void => void callers.set(request, caller);

/** undefined on public paths. */
export const callerOf = (request: Request): Caller | undefined => callers.get(request);

/** The caller of the request: `@CurrentCaller() caller: Caller`. Not for public routes. */
export const CurrentCaller = createParamDecorator((_: undefined, context: ExecutionContext): Caller => {
  const caller = callers.get(context.switchToHttp().getRequest<Request>());
  if (!caller) throw new Error('A public route has no caller.');
  return caller;
});
