import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { etagOf, versionOf } from './conditional';
import { toJson, writtenJson } from './json-text';
import { setPageHeaders, type PageEnd } from './paging';

/** One page of a list: the array is the body, the rest goes into headers. */
export class Page<T = unknown> {
  constructor(
    readonly responses: readonly T[],
    readonly end: PageEnd,
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

/** The record that a POST was to create already exists: 200. */
export class AlreadyExists {
  constructor(readonly body: unknown) {}
}

/** Sets the headers of pages, created records and versions. */
@Injectable()
export class ResponseInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    return next.handle().pipe(map((result: unknown) => withETag(response, bodyOf(request, response, result))));
  }
}

function bodyOf(request: Request, response: Response, result: unknown): unknown {
  if (result instanceof Page) {
    setPageHeaders(response, result.end);
    return result.responses;
  }
  if (result instanceof AlreadyExists) {
    response.status(200);
    return result.body;
  }
  if (!(result instanceof Created)) return result;
  response.location(`${result.path ?? request.originalUrl.split('?')[0]?.replace(/(?<!\/)\/+$/, '')}/${result.key}`);
  return result.body;
}

/** Adds the ETag of a single record; Express compares it with If-None-Match, and sends 304 without the body. */
function withETag(response: Response, result: unknown): unknown {
  const version = versionOf(result);
  if (version !== undefined) response.setHeader('ETag', etagOf(version, toJson(result)));
  return result;
}

/** Sends what is JSON already without parsing it: to be the first of the interceptors, which sees the result last. */
@Injectable()
export class JsonTextInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((result: unknown) => {
        const json = writtenJson(result);
        if (json !== undefined) response.setHeader('Content-Type', 'application/json; charset=utf-8');
        return json ?? result;
      }),
    );
  }
}
