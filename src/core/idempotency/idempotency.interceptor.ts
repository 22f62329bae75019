import { applyDecorators, Header, Injectable, SetMetadata, type CallHandler, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { callerOf } from '../callers';
import { Transactions } from '../database';
import type { AroundPosts } from '../http';
import { toJson } from '../http/json-text';
import { prepare } from '../http/response';
import { idempotentRequestOf } from './idempotent-request';
import { runOnce, type NewResponse, type StoredResponse } from './run-once';

const OWN_IDEMPOTENCY = 'own idempotency';

/** Marks a route that handles `Idempotency-Key` itself because it uses several transactions. */
export const OwnIdempotency = (): MethodDecorator => SetMetadata(OWN_IDEMPOTENCY, true);

const SHOWN_ONCE = 'shown once';

/** Names members of a response that are not stored with it: a repetition of the request is answered without them. */
export const ShownOnce = (...members: readonly string[]): MethodDecorator =>
  applyDecorators(SetMetadata(SHOWN_ONCE, members), Header('Cache-Control', 'no-store'));

/** Handles `Idempotency-Key` on every POST that changes something: changes and response are stored in one transaction. */
@Injectable()
export class IdempotencyInterceptor implements AroundPosts {
  private readonly reflector = new Reflector();

  constructor(private readonly transactions: Transactions) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const isOwn = this.reflector.get<true | undefined>(OWN_IDEMPOTENCY, context.getHandler()) ?? false;
    const idempotentRequest = isOwn ? undefined : idempotentRequestOf(request);
    const caller = callerOf(request);
    if (!idempotentRequest || !caller) return next.handle();
    const response = context.switchToHttp().getResponse<Response>();
    const before = { ...response.getHeaders() };
    const secrets = this.reflector.get<readonly string[] | undefined>(SHOWN_ONCE, context.getHandler()) ?? [];
    const stored = await this.transactions.write(caller, (transaction) =>
      runOnce(transaction, idempotentRequest, () => captureResponse(next, response, before, secrets)),
    );
    return of(sendResponse(response, stored));
  }
}

/** The response of the handler, which joins the open transaction and is run again if that is retried. */
async function captureResponse(
  next: CallHandler,
  response: Response,
  before: ReturnType<Response['getHeaders']>,
  secrets: readonly string[],
): Promise<NewResponse> {
  const result = prepare(response, await lastValueFrom(next.handle(), { defaultValue: undefined }));
  const own = Object.entries(response.getHeaders()).filter(([name, value]) => value !== undefined && value !== before[name]);
  const body = result === undefined ? undefined : toJson(result).toString();
  const kept = secrets.length === 0 ? body : toJson(without(secrets, result as object)).toString();
  return { status: response.statusCode, headers: Object.fromEntries(own) as StoredResponse['headers'], body, kept };
}

const without = (members: readonly string[], result: object): object =>
  Object.fromEntries(Object.entries(result).filter(([name]) => !members.includes(name)));

/** Used for first and replayed responses, so that they are identical byte for byte. @returns the body */
function sendResponse(response: Response, { status, headers, body, isReplayed = false }: StoredResponse): string | undefined {
  response.status(status);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (body !== undefined) response.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (isReplayed) response.setHeader('Idempotency-Replayed', 'true');
  return body;
}
