import type { Json } from './automations';
import type { TestApp } from './app';

/** A list as a client asks for it: the body makes it a POST. */
export interface Asking {
  readonly path: string;
  readonly body?: object;
}

/** One page, and the path of the next one. */
export async function pageAt(service: TestApp, { path, body }: Asking): Promise<{ records: Json[]; next?: string; total?: string }> {
  const response = await (body ? service.http.post(path).send(body) : service.http.get(path));
  if (response.status !== 200) throw new Error(`${path} ${JSON.stringify(body)}: ${response.status} ${response.text}`);
  const next = /^<(.+)>; rel="next"$/.exec(response.headers['link'] ?? '')?.[1];
  return { records: response.body as Json[], next, total: response.headers['x-total-count'] };
}

/** More than any list of a test has. */
const MOST = 20_000;

/** All pages of a list, one after the other, by the links that the service gives. @param between what happens between two pages */
export async function walked(service: TestApp, asking: Asking, between: () => Promise<unknown> = () => Promise.resolve()): Promise<Json[]> {
  const records: Json[] = [];
  for (let path: string | undefined = asking.path; path !== undefined;) {
    const page = await pageAt(service, { ...asking, path });
    records.push(...page.records);
    path = page.next;
    if (records.length > MOST) throw new Error(`${asking.path} goes round in circles.`);
    if (path !== undefined) await between();
  }
  return records;
}
