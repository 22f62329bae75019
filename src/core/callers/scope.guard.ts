import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { requiredScopes } from '../http/area';
import type { RoleScope } from '../terms/role-scopes';
import { callerOf } from './caller';
import { MissingScope, requireScopes } from './rights';

/** Rejects requests with 403 if the caller lacks a scope that the route requires. */
@Injectable()
export class ScopeGuard implements CanActivate {
  private readonly required = new WeakMap<Function, readonly RoleScope[]>();

  canActivate(context: ExecutionContext): boolean {
    const required = this.requiredBy(context);
    const caller = callerOf(context.switchToHttp().getRequest<Request>());
    if (caller) requireScopes(caller, required);
    else if (required.length > 0) throw new MissingScope(required, {});
    return true;
  }

  private requiredBy(context: ExecutionContext): readonly RoleScope[] {
    const handler = context.getHandler();
    const required = this.required.get(handler) ?? requiredScopes(context.getClass(), handler);
    this.required.set(handler, required);
    return required;
  }
}
