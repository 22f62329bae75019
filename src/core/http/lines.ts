import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Problem } from '../problems/problem';
import { JSON_TYPES, Produces } from './accept.guard';
import { JsonText } from './json-text';
import { LINES, wantsLines } from './lines-wanted';
import { setTotal, type PageQuery } from './paging';
import { Page } from './response';
import { ignoreDisconnect, streamResponse } from './stream';

/** Records that are read at a time. */
const PER_READ = 200;

/** The extension that marks lists whose whole result can be had as lines, until the document is completed. */
export const AS_LINES = 'x-lines';

/** A page of records, or all of them as lines. */
export const AlsoAsLines = (): MethodDecorator =>
  applyDecorators(Produces(...JSON_TYPES, `${LINES}; charset=utf-8`), ApiExtension(AS_LINES, true));

/** A page, and those after it as far as they are wanted. */
export async function pages<T, Q extends Pick<PageQuery, 'limit' | 'cursor'>>(
  query: Q,
  read: (query: Q) => Promise<Page<T>>,
): Promise<Page<T>> {
  const { responses, end } = await read(query);
  return new Page(responses, end, (cursor) => read({ ...query, cursor, limit: PER_READ }));
}

/** Is the whole list to be sent, rather than a page? */
export const isAsLines = (request: Request, result: unknown): result is Page & { readonly following: object } =>
  result instanceof Page && result.following !== undefined && wantsLines(request);

/**
 * Sends a list with a record on each line, while it is read page by page, and an end that says whether it is complete. Each page is a read
 * of its own, as when a client follows the links. What a bug interrupts is cut off.
 */
export async function sendLines(response: Response, page: Page, status = 200): Promise<void> {
  const { total } = page.end;
  await ignoreDisconnect(() =>
    streamResponse(response, linesOf(page, response.req.path), () => {
      if (total) setTotal(response, total);
      response.vary('Accept').status(status).type(`${LINES}; charset=utf-8`);
    }),
  );
}

async function* linesOf(first: Page, path: string): AsyncGenerator<Buffer | string> {
  let page = first;
  let records = 0;
  for (;;) {
    if (page.responses.length > 0) yield Buffer.concat(page.responses.flatMap(lineOf));
    records += page.responses.length;
    const { cursor } = page.end;
    if (cursor === undefined || !first.following) break;
    // requests that have arrived meanwhile are as important
    await turnOfEventLoop();
    const next = await pageOrProblem(first.following, cursor);
    if (next instanceof Problem) {
      yield endOf({ complete: false, records, cursor, problem: next.body(path) });
      return;
    }
    page = next;
  }
  yield endOf({ complete: true, records });
}

async function pageOrProblem(following: (cursor: string) => Promise<Page>, cursor: string): Promise<Page | Problem> {
  try {
    return await following(cursor);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

const endOf = (end: object): string => `${JSON.stringify({ end })}\n`;
const NEW_LINE = Buffer.from('\n');
const lineOf = (record: unknown): Buffer[] => [record instanceof JsonText ? record.bytes : Buffer.from(JSON.stringify(record)), NEW_LINE];
