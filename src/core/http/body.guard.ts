import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { InvalidRequest } from '../problems/problem';
import { bodyTypesOf } from './parameter-types';

/** Rejects what is sent to an operation without a body: nothing would be done with it. `{}` is none, since some clients always send it. */
@Injectable()
export class BodyGuard implements CanActivate {
  private readonly takesBody = new WeakMap<Function, boolean>();

  canActivate(context: ExecutionContext): boolean {
    const body = context.switchToHttp().getRequest<Request>().body as unknown;
    if (isNothing(body) || this.isTaken(context)) return true;
    throw new InvalidRequest('This operation takes no body.', [
      { pointer: '', detail: 'must be absent or {}: the operation takes no body' },
    ]);
  }

  private isTaken(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    const isTaken = this.takesBody.get(handler) ?? bodyTypesOf(context.getClass(), handler.name).length > 0;
    this.takesBody.set(handler, isTaken);
    return isTaken;
  }
}

const isNothing = (body: unknown): boolean =>
  body === undefined || (typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0);
