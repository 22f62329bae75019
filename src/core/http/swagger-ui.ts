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

export const SITE_TITLE = 'Recruitment Management Service';

const OPTIONS = {
  dom_id: '#swagger-ui',
  // Swagger UI draws only what is in view, so the browser's own search finds nothing further down: the filter does
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 1,
  filter: true,
  persistAuthorization: true,
  displayRequestDuration: true,
  deepLinking: true,
};

/** The script that shows an outline, and the document at `data-document` as soon as the first operation is in view. */
export const startScript = (outline: object): string => `{
  const { document: url } = document.currentScript.dataset;
  const options = ${JSON.stringify({ ...OPTIONS, spec: outline })};
  const ui = SwaggerUIBundle({ ...options, fn: { opsFilter: ${findOperations.toString()} } });
  const complete = async () => {
    const response = await fetch(url);
    if (!response.ok) throw new Error('The document cannot be loaded: ' + response.status);
    ui.specActions.updateJsonSpec(await response.json());
  };
  const show = () => complete().catch((error) => ui.errActions.newThrownErr(error));
  // going through the document keeps the browser busy: not before it has drawn what is there
  const idle = window.requestIdleCallback ?? setTimeout;
  const wait = () => requestAnimationFrame(() => (document.querySelector('.opblock') ? idle(show) : wait()));
  wait();
}
`;
