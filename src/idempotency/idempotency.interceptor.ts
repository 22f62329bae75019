import { Injectable, SetMetadata, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { callerOf } from '../callers';
import { Transactions } from '../database';
import { READS } from '../http/documentation';
import { askedOnce } from './asked-once';
import { once, type GivenAnswer } from './once';

const OWN_IDEMPOTENCY = 'own idempotency';

/** For a route that sees to `Idempotency-Key` itself, since its work is more than one transaction. */
export const OwnIdempotency = (): MethodDecorator => SetMetadata(OWN_IDEMPOTENCY, true);

/** `Idempotency-Key` on every POST that changes something: the answer and what it tells of are one transaction. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  private readonly reflector = new Reflector();

  constructor(private readonly transactions: Transactions) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const asked = this.isMeant(request, context) ? askedOnce(request) : undefined;
    const caller = callerOf(request);
    if (!asked || !caller) return next.handle();
    const response = context.switchToHttp().getResponse<Response>();
    const before = { ...response.getHeaders() };
    const answer = await this.transactions.write(caller, (unit) => once(unit, asked, () => given(next, response, before)));
    return of(announced(response, answer));
  }

  private isMeant({ method }: Request, context: ExecutionContext): boolean {
    return method === 'POST' && [READS, OWN_IDEMPOTENCY].every((mark) => !this.reflector.get(mark, context.getHandler()));
  }
}

/** The answer of the handler, which works within the unit that is open; done again with it. */
async function given(next: CallHandler, response: Response, before: ReturnType<Response['getHeaders']>): Promise<GivenAnswer> {
  const answer: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
  const own = Object.entries(response.getHeaders()).filter(([name, value]) => value !== undefined && value !== before[name]);
  const body = answer === undefined ? undefined : JSON.stringify(answer);
  return { status: response.statusCode, headers: Object.fromEntries(own) as GivenAnswer['headers'], body };
}

/** The same way for the first answer and the repeated one, so that they are the same to the byte. @returns its body */
function announced(response: Response, { status, headers, body, isReplayed = false }: GivenAnswer): string | undefined {
  response.status(status);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (body !== undefined) response.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (isReplayed) response.setHeader('Idempotency-Replayed', 'true');
  return body;
}
