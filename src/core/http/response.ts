import { hash } from 'node:crypto';
import type { Response } from 'express';
import { etagOf, versionOf } from './conditional';
import { toJson } from './json-text';
import { setPageHeaders, type PageEnd } from './paging';

/** One page of a list: the array is the body, the rest goes into headers. */
export class Page<T = unknown> {
  constructor(
    readonly responses: readonly T[],
    readonly end: PageEnd,
    /** Reads the page at a cursor; of lists that can be had as a whole. */
    readonly following?: (cursor: string) => Promise<Page<T>>,
  ) {}

  static of<T>({ responses, end }: { responses: readonly T[]; end: PageEnd }): Page<T> {
    return new Page(responses, end);
  }
}

/** A created record: 201 with a Location below the request path, or below `path` if given. */
export class Created {
  constructor(
    readonly body: object,
    readonly path?: string,
    /** The last segment of its path. */
    readonly key = 'id' in body ? String(body.id) : '',
  ) {}
}

/** What stays as it is while the service runs: its ETag is that of its text. */
export class Constant {
  readonly bytes: Buffer;
  readonly tag: string;

  constructor(body: unknown) {
    this.bytes = Buffer.from(JSON.stringify(body));
    this.tag = `"${hash('sha256', this.bytes, 'base64url').slice(0, 16)}"`;
  }
}

/** The record that a POST was to create already exists: 200. */
export class AlreadyExists {
  constructor(readonly body: unknown) {}
}

/**
 * Sets the status and headers of pages, created records and versions. Express compares the ETag of a single record with If-None-Match,
 * and sends 304 without the body. @returns the body
 */
export function prepare(response: Response, result: unknown): unknown {
  const body = bodyOf(response, result);
  const version = versionOf(body);
  if (version !== undefined) response.setHeader('ETag', etagOf(version, toJson(body)));
  return body;
}

function bodyOf(response: Response, result: unknown): unknown {
  if (result instanceof Constant) {
    response.setHeader('ETag', result.tag);
    return result.bytes;
  }
  if (result instanceof Page) {
    setPageHeaders(response, result.end);
    return result.responses;
  }
  if (result instanceof AlreadyExists) {
    response.status(200);
    return result.body;
  }
  if (!(result instanceof Created)) return result;
  response.location(`${result.path ?? response.req.originalUrl.split('?')[0]?.replace(/(?<!\/)\/+$/, '')}/${result.key}`);
  return result.body;
}
