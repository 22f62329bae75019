import { applyDecorators, RequestMethod, SetMetadata, UseInterceptors } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/internal';
import { ModulesContainer } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ApiExtension } from '@nestjs/swagger';
import { scopeFor, type Area as AreaName, type RoleScope } from '../terms/role-scopes';
import { PostInterceptor } from './around-posts';
import { onlyReads } from './documentation';
import { DocumentsFields, pickedFrom } from './picked-members';
import { DocumentsOrder, sortedBy } from './sorted-lists';

const AREA = 'area';
const ALSO_NEEDS = 'also needs';

/** Holds the scopes of a route until the document is completed. */
export const SCOPES = 'x-scopes';

/**
 * The area that the routes of a controller belong to. Those that read (GET, and what is marked `Safe`) require its scope to read, the
 * others its scope to write, and have `AroundPosts` around them if they are POSTs. Those that read what is no record are documented with
 * `fields`, and with `orderBy` if it is a whole list.
 */
export const Area =
  (area: AreaName): ClassDecorator =>
  (controller) => {
    SetMetadata(AREA, area)(controller);
    for (const handler of handlersOf(controller)) {
      ApiExtension(SCOPES, requiredScopes(controller, handler))(controller, '', { value: handler });
      if (isPost(handler) && !onlyReads(handler)) UseInterceptors(PostInterceptor)(controller, '', { value: handler });
      if (pickedFrom(controller, handler)) DocumentsFields()(controller, '', { value: handler });
      const item = sortedBy(controller, handler);
      if (item) DocumentsOrder(item)(controller, '', { value: handler });
    }
  };

/** The area of a controller. @throws Error if it has none */
export function areaOf(controller: Function): AreaName {
  const area = Reflect.getMetadata(AREA, controller) as AreaName | undefined;
  if (area === undefined) throw new Error(`${controller.name} has no @Area.`);
  return area;
}

/** Scopes that a route requires besides that of its area. */
export const AlsoNeeds = (...scopes: readonly RoleScope[]): MethodDecorator => applyDecorators(SetMetadata(ALSO_NEEDS, scopes));

/** The scopes that a route requires. */
export function requiredScopes(controller: Function, handler: Function): readonly RoleScope[] {
  const area = areaOf(controller);
  const own = scopeFor(area, onlyReads(handler));
  return [...(own ? [own] : []), ...((Reflect.getMetadata(ALSO_NEEDS, handler) as readonly RoleScope[] | undefined) ?? [])];
}

/** @throws Error for a controller without an area, since everybody could use its routes */
export function checkAreas(app: NestExpressApplication): void {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  for (const { metatype } of controllers)
    if (metatype && !Reflect.hasMetadata(AREA, metatype))
      throw new Error(`The routes of ${metatype.name} (${pathsOf(metatype).join(', ')}) belong to no area: decorate it with @Area.`);
}

const isPost = (handler: Function): boolean => Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.POST;

const handlersOf = (controller: Function): Function[] =>
  Object.values(Object.getOwnPropertyDescriptors(controller.prototype as object)).flatMap(({ value }) =>
    typeof value === 'function' && Reflect.hasMetadata(METHOD_METADATA, value as Function) ? [value as Function] : [],
  );

function pathsOf(controller: Function): string[] {
  const root = String(Reflect.getMetadata(PATH_METADATA, controller));
  return handlersOf(controller).map((handler) => {
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
    const path = String(Reflect.getMetadata(PATH_METADATA, handler));
    return `${method} /${root}${path === '/' ? '' : `/${path}`}`;
  });
}
