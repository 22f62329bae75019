import type { Json } from './automations';
import type { TestApp } from './app';

/** A request for a list: POST when there is a body, otherwise GET. */
export interface ListRequest {
  readonly path: string;
  readonly body?: object;
}

/** Fetches one page and returns the path of the next one. */
export async function fetchPage(
  service: TestApp,
  { path, body }: ListRequest,
): Promise<{ records: Json[]; next?: string; total?: string }> {
  const response = await (body ? service.http.post(path).send(body) : service.http.get(path));
  if (response.status !== 200) throw new Error(`${path} ${JSON.stringify(body)}: ${response.status} ${response.text}`);
  const next = /^<(.+)>; rel="next"$/.exec(response.headers['link'] ?? '')?.[1];
  return { records: response.body as Json[], next, total: response.headers['x-total-count'] };
}

/** Guards against endless paging: more records than any list in the tests has. */
const MOST = 20_000;

/** Fetches all pages by following the next links. @param between called between two pages */
export async function fetchAllPages(
  service: TestApp,
  request: ListRequest,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Json[]> {
  const records: Json[] = [];
  for (let path: string | undefined = request.path; path !== undefined;) {
    const page = await fetchPage(service, { ...request, path });
    records.push(...page.records);
    path = page.next;
    if (records.length > MOST) throw new Error(`${request.path} never ends.`);
    if (path !== undefined) await between();
  }
  return records;
}
