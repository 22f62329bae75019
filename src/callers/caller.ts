import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** What a caller may see. */
export interface Scope {
  /** Ids of the divisions whose records are seen, or all of them. */
  readonly divisions: 'all' | readonly number[];
}

/** Whoever asks. */
export interface Caller {
  readonly userID: number;
  /** The name of the key that was shown. */
  readonly name: string;
  readonly scope: Scope;
  /** Of an automation at work: what set it off, so that nobody goes round in circles. */
  readonly cause?: Cause;
}

/** The run of an automation that makes a change. */
export interface Cause {
  readonly automationID: number;
  readonly runID: number;
  /** How many automations stand before this change, one setting off the other. */
  readonly depth: number;
}

const callers = new WeakMap<object, Caller>();

export const rememberCaller = (request: Request, caller: Caller): void => void callers.set(request, caller);

/** undefined where no key is needed. */
export const callerOf = (request: Request): Caller | undefined => callers.get(request);

/** The caller of the request: `@Calling() caller: Caller`. Not for routes that need no key. */
export const Calling = createParamDecorator((_: undefined, context: ExecutionContext): Caller => {
  const caller = callers.get(context.switchToHttp().getRequest<Request>());
  if (!caller) throw new Error('A public route has no caller.');
  return caller;
});
