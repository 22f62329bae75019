import { ROUTE_ARGS_METADATA } from '@nestjs/common/internal';

/** Nest's codes for the parameters of handlers. */
const [BODY, QUERY] = [3, 4];

/** The classes of the `@Query()` parameters of a handler. */
export const queryTypesOf = (controller: Function, method: string): readonly Function[] => typesOf(controller, method, QUERY);

/** The classes of the `@Body()` parameters of a handler. */
export const bodyTypesOf = (controller: Function, method: string): readonly Function[] => typesOf(controller, method, BODY);

function typesOf(controller: Function, method: string, kind: number): readonly Function[] {
  const marked = Object.keys((Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) as object | undefined) ?? {});
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, method) as Function[] | undefined) ?? [];
  return marked.filter((key) => key.startsWith(`${kind}:`)).flatMap((key) => types[Number(key.split(':')[1])] ?? []);
}
