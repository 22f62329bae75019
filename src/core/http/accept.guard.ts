import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { NotAcceptable } from '../problems/problem';

const PRODUCES = 'produces';
/** With the character set, as some clients name it. */
const JSON_TYPES: readonly string[] = ['application/json; charset=utf-8', 'application/problem+json; charset=utf-8'];

/** The media types of a route's response, when it is not JSON. */
export const Produces = (...types: readonly string[]): MethodDecorator => SetMetadata(PRODUCES, types);

/** Rejects requests with 406 if the route cannot respond in an accepted format. */
@Injectable()
export class AcceptGuard implements CanActivate {
  private readonly reflector = new Reflector();

  canActivate(context: ExecutionContext): boolean {
    const { accept } = context.switchToHttp().getRequest<Request>().headers;
    if (!accept || accept === '*/*') return true;
    const offered = this.reflector.get<readonly string[] | undefined>(PRODUCES, context.getHandler()) ?? JSON_TYPES;
    if (
      !context
        .switchToHttp()
        .getRequest<Request>()
        .accepts([...offered])
    )
      throw new NotAcceptable(offered);
    return true;
  }
}
