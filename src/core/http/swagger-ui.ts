import type { SwaggerCustomOptions } from '@nestjs/swagger';

/** The immutable collections of Swagger UI, as far as they are needed. */
interface Described {
  getIn(path: readonly string[]): unknown;
}
interface Operations<T> {
  readonly size: number;
  filter(isWanted: (operation: T) => boolean): Operations<T>;
}
interface Group {
  get(name: 'operations'): Operations<Described>;
  set(name: 'operations', operations: Operations<Described>): Group;
}
interface Groups {
  map(change: (group: Group) => Group): Operations<Group>;
}

/**
 * Its own filter looks at the names of groups only. This one looks for each of the words in the path, method, summary and id of every
 * operation; if no operation has them there, in the names of its fields. It is sent to the browser as its text, so it can use nothing but
 * itself.
 */
function findOperations(groups: Groups, phrase: string): Operations<Group> {
  const words = phrase.toLowerCase().split(/\s+/);
  const having = (places: readonly (readonly string[])[]): Operations<Group> => {
    const textOf = (operation: Described): string =>
      places
        .map((path) => String(operation.getIn(path)))
        .join(' ')
        .toLowerCase();
    const isWanted = (operation: Described): boolean => words.every((word) => textOf(operation).includes(word));
    return groups
      .map((group) => group.set('operations', group.get('operations').filter(isWanted)))
      .filter((group) => group.get('operations').size > 0);
  };
  const names = [['path'], ['method'], ['operation', 'summary'], ['operation', 'operationId']];
  const found = having(names);
  return found.size > 0 ? found : having([...names, ['operation', 'x-fields']]);
}

/** How /api/docs shows the document. */
export const SWAGGER_UI: SwaggerCustomOptions = {
  raw: false,
  customSiteTitle: 'Recruitment Management Service',
  swaggerOptions: {
    // Swagger UI draws only what is in view, so the browser's own search finds nothing further down: the filter does
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    defaultModelExpandDepth: 1,
    filter: true,
    fn: { opsFilter: findOperations },
    persistAuthorization: true,
    displayRequestDuration: true,
    deepLinking: true,
  },
};
