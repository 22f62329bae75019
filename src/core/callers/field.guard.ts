import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { bodyTypesOf } from '../http/parameter-types';
import { callerOf } from './caller';
import { refuseHidden } from './field-scopes';

/** Rejects bodies with 403 that set a field for which the caller lacks the scope. */
@Injectable()
export class FieldGuard implements CanActivate {
  private readonly bodyTypes = new WeakMap<Function, readonly Function[]>();

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const caller = callerOf(request);
    if (caller) for (const type of this.bodyTypesOf(context)) refuseHidden(caller, type, request.body);
    return true;
  }

  private bodyTypesOf(context: ExecutionContext): readonly Function[] {
    const handler = context.getHandler();
    const types = this.bodyTypes.get(handler) ?? bodyTypesOf(context.getClass(), handler.name);
    this.bodyTypes.set(handler, types);
    return types;
  }
}
