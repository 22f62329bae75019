import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { etagOf, isNamed, versionOf } from './conditional';
import { announcePage, type PageEnd } from './paging';

/** One page of a list: its array is the answer, its end goes into the headers. */
export class Page<T = unknown> {
  constructor(
    readonly answers: readonly T[],
    readonly end: PageEnd,
  ) {}

  static of<T>({ answers, end }: { answers: readonly T[]; end: PageEnd }): Page<T> {
    return new Page(answers, end);
  }
}

/** A record that was made: the answer says where it is, below the path that was posted to unless `path` says otherwise. */
export class Created {
  constructor(
    readonly answer: object,
    readonly path?: string,
    /** The last segment of its path. */
    readonly key = 'id' in answer ? String(answer.id) : '',
  ) {}
}

/** What a POST was to make and found to be there already: 200. */
export class AlreadyThere {
  constructor(readonly answer: unknown) {}
}

/** Puts into headers what an answer says beside its body: pages, places of new records, versions. */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    return next.handle().pipe(map((answer: unknown) => versioned(request, response, bodyOf(request, response, answer))));
  }
}

function bodyOf(request: Request, response: Response, answer: unknown): unknown {
  if (answer instanceof Page) {
    announcePage(response, answer.end);
    return answer.answers;
  }
  if (answer instanceof AlreadyThere) {
    response.status(200);
    return answer.answer;
  }
  if (!(answer instanceof Created)) return answer;
  response.location(`${answer.path ?? request.originalUrl.split('?')[0]?.replace(/\/+$/, '')}/${answer.key}`);
  return answer.answer;
}

/** What the caller has already is not sent again. */
function versioned(request: Request, response: Response, answer: unknown): unknown {
  const version = versionOf(answer);
  if (version === undefined) return answer;
  const etag = etagOf(version, JSON.stringify(answer));
  response.setHeader('ETag', etag);
  if (request.method !== 'GET' && request.method !== 'HEAD') return answer;
  if (!isNamed(request.get('If-None-Match'), etag)) return answer;
  response.status(304);
  return undefined;
}
