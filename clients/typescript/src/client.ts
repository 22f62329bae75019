import createOpenapiClient, { type Client, type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch';
import type { HttpMethod, PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers';
import type { paths } from './api.js';
import { problemOf } from './problems.js';
import { withRetries, type Retries } from './retries.js';

type Json = 'application/json';
type Init<Path extends keyof paths, Method extends HttpMethod> = MaybeOptionalInit<paths[Path], Method & keyof paths[Path]>;
/** Needed only if something in it is required. */
type Given<Options> = RequiredKeysOf<Options> extends never ? [options?: Options] : [options: Options];
type Found<Path extends keyof paths, Method extends HttpMethod, Options> = NonNullable<
  FetchResponse<paths[Path][Method & keyof paths[Path]] & Record<string, unknown>, Options, Json>['data']
>;
/** The body of a successful response. */
type Data<Path extends keyof paths, Method extends HttpMethod, Options> = [Found<Path, Method, Options>] extends [never]
  ? void
  : Found<Path, Method, Options>;
/** Sends a request. @returns the body of the response @throws ProblemError */
type Send<Method extends HttpMethod> = <Path extends PathsWithMethod<paths, Method>, Options extends Init<Path, Method>>(
  path: Path,
  ...options: Given<Options>
) => Promise<Data<Path, Method, Options>>;
/** Reads a list page by page. @throws ProblemError */
type List<Method extends HttpMethod> = <Path extends PathsWithMethod<paths, Method>, Options extends Init<Path, Method>>(
  path: Path,
  ...options: Given<Options>
) => AsyncGenerator<Data<Path, Method, Options>, void>;

export interface ClientOptions {
  /** Of the service: https://recruitment.example.com */
  readonly url: string;
  /** An API key or an access token, or what fetches one for each request; not needed in open mode. */
  readonly key?: string | (() => string | Promise<string>);
  readonly retries?: Retries;
  /** Instead of that of the platform. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** The service, with the paths, parameters and bodies of its OpenAPI document. */
export interface RecruitmentClient {
  readonly get: Send<'get'>;
  readonly post: Send<'post'>;
  readonly put: Send<'put'>;
  readonly delete: Send<'delete'>;
  /** The pages of a list: `for await (const jobs of client.pages('/api/Jobs'))`. */
  readonly pages: List<'get'>;
  /** The pages of a search, which is a POST. */
  readonly searchPages: List<'post'>;
  /** The client of openapi-fetch beneath, for the response beside its body. It throws ProblemErrors, too. */
  readonly openapi: Client<paths, Json>;
}

/** Comes with responses to writes; sent back, it keeps replicas that lack them from answering. */
const TOKEN = 'X-Consistency-Token';

/** Repeats requests after temporary failures, and gives every POST an Idempotency-Key, so that it is carried out once. */
export function createClient({ url, key, retries, fetch = (request) => globalThis.fetch(request) }: ClientOptions): RecruitmentClient {
  const openapi = createOpenapiClient<paths, Json>({ baseUrl: url.replace(/\/+$/, ''), fetch: withRetries(fetch, retries) });
  let token: string | undefined;
  openapi.use({
    async onRequest({ request }) {
      if (key !== undefined) request.headers.set('Authorization', `Bearer ${typeof key === 'string' ? key : await key()}`);
      if (request.method === 'POST' && !request.headers.has('Idempotency-Key')) request.headers.set('Idempotency-Key', crypto.randomUUID());
      if (token !== undefined && !request.headers.has(TOKEN)) request.headers.set(TOKEN, token);
      return request;
    },
    async onResponse({ response }) {
      token = laterOf(token, response.headers.get(TOKEN));
      if (!response.ok) throw await problemOf(response);
    },
  });
  const answers = new Answers(openapi);
  const send = (method: HttpMethod) => async (path: string, options?: object) => (await answers.to(method, path, options)).data;
  const list = (method: HttpMethod) => (path: string, options?: object) => answers.pages(method, path, options);
  return {
    get: send('get') as Send<'get'>,
    post: send('post') as Send<'post'>,
    put: send('put') as Send<'put'>,
    delete: send('delete') as Send<'delete'>,
    pages: list('get') as List<'get'>,
    searchPages: list('post') as List<'post'>,
    openapi,
  };
}

/** Responses of one process may overtake each other. */
function laterOf(known: string | undefined, received: string | null): string | undefined {
  if (known === undefined || received === null) return received ?? known;
  const [[process, beat], [otherProcess, otherBeat]] = [known.split('-'), received.split('-')];
  return process === otherProcess && Number(beat) > Number(otherBeat) ? known : received;
}

const etags = new WeakMap<object, string>();

/** The ETag that a record was read with, for `If-Match`. */
export const etagOf = (record: object): string | undefined => etags.get(record);

interface Answer {
  readonly data?: unknown;
  readonly response: Response;
}

interface Options {
  readonly params?: { readonly query?: object };
}

/** Requests whose types have been checked before. */
class Answers {
  constructor(private readonly openapi: { request: unknown }) {}

  async to(method: HttpMethod, path: string, options?: object): Promise<Answer> {
    const request = this.openapi.request as (method: HttpMethod, path: string, options?: object) => Promise<Answer>;
    const answer = await request(method, path, options);
    const etag = answer.response.headers.get('ETag');
    if (etag !== null && typeof answer.data === 'object' && answer.data !== null) etags.set(answer.data, etag);
    return answer;
  }

  async *pages(method: HttpMethod, path: string, options: Options = {}): AsyncGenerator<unknown, void> {
    let cursor: string | undefined;
    do {
      const query = { ...options.params?.query, ...(cursor === undefined ? {} : { cursor }) };
      const { data, response } = await this.to(method, path, { ...options, params: { ...options.params, query } });
      yield data;
      cursor = nextCursor(response);
    } while (cursor !== undefined);
  }
}

/** From the link to the next page; undefined on the last one. */
function nextCursor({ headers, url }: Response): string | undefined {
  const [, link] = /<([^>]*)>;\s*rel="next"/.exec(headers.get('Link') ?? '') ?? [];
  return link === undefined ? undefined : (new URL(link, url).searchParams.get('cursor') ?? undefined);
}

/** The records of pages, one by one: `for await (const job of each(client.pages('/api/Jobs')))`. */
export async function* each<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T, void> {
  for await (const page of pages) yield* page;
}
