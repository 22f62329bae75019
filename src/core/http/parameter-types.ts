import { ROUTE_ARGS_METADATA } from '@nestjs/common/internal';

/** Nest's codes for the parameters of handlers. */
const [BODY, QUERY] = [3, 4];

/** The classes of the `@Query()` parameters of a handler. */
export const queryTypesOf = (controller: Function, method: string): readonly Function[] => typesOf(controller, method, QUERY);

/** Metadata of a handler: the class of its `@OptionalBody()`, which Nest does not take for a body. */
export const OPTIONAL_BODY = 'optional body';

/** The classes of the `@Body()` and `@OptionalBody()` parameters of a handler. */
export function bodyTypesOf(controller: Function, method: string): readonly Function[] {
  const handler = (controller.prototype as Readonly<Record<string, Function | undefined>>)[method];
  const optional = handler && (Reflect.getMetadata(OPTIONAL_BODY, handler) as Function | undefined);
  return [...typesOf(controller, method, BODY), ...(optional ? [optional] : [])];
}

function typesOf(controller: Function, method: string, kind: number): readonly Function[] {
  const marked = Object.keys((Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) as object | undefined) ?? {});
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, method) as Function[] | undefined) ?? [];
  return marked.filter((key) => key.startsWith(`${kind}:`)).flatMap((key) => types[Number(key.split(':')[1])] ?? []);
}
