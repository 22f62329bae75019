import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { NotAcceptable } from '../problems/problem';
import { refusePageParameters, wantsLines } from './lines-wanted';

const PRODUCES = 'produces';
/** With the character set, as some clients name it. */
export const JSON_TYPES: readonly string[] = ['application/json; charset=utf-8', 'application/problem+json; charset=utf-8'];

const ANY = '*/*';

/** The media types of a route's response, when it is not JSON; of a route that produces any type, it is compared when it is known. */
export const Produces = (...types: readonly string[]): MethodDecorator => SetMetadata(PRODUCES, types);

/** Rejects requests with 406 if the route cannot respond in an accepted format. */
@Injectable()
export class AcceptGuard implements CanActivate {
  private readonly reflector = new Reflector();

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const { accept } = request.headers;
    if (!accept || accept === ANY) return true;
    const offered = this.reflector.get<readonly string[] | undefined>(PRODUCES, context.getHandler()) ?? JSON_TYPES;
    if (!offered.includes(ANY) && !request.accepts([...offered])) throw new NotAcceptable(offered);
    // other routes that produce lines have parameters of their own
    if (offered.includes(JSON_TYPES[0]!) && wantsLines(request)) refusePageParameters(request);
    return true;
  }
}
