import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { expressServer } from './express-server';
import { isCompressed, isCompressible, sendCompressed } from './compression';
import { isLong, isTexts, writeTexts, writtenJson, type JsonText } from './json-text';
import { isAsLines, sendLines } from './lines';
import { picked } from './picked-members';
import { sorted } from './sorted-lists';
import { Utf8Writer } from '../text/utf8-writer';
import { prepare } from './response';

/**
 * Express for Nest, which also sends what only our controllers return, and JSON that is written already without parsing it. Here rather
 * than in interceptors, each of which adds a dozen promises and observables to every request.
 */
export class HttpAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    this.httpServer = expressServer(this.getInstance());
  }

  override reply(response: Response, whole: unknown, statusCode?: number): unknown {
    const result = picked(response.req, sorted(response.req, whole));
    if (isAsLines(response.req, result)) return sendLines(response, result, statusCode);
    const body = prepare(response, result);
    if (isTexts(body) && !isCompressible(response)) return sendTexts(begin(response, statusCode), body);
    const json = writtenJson(body) ?? this.compressible(response, body);
    if (json === undefined) return super.reply(response, body, statusCode) as unknown;
    begin(response, statusCode);
    return isCompressed(response, json) ? sendCompressed(response, json) : response.send(json);
  }

  /** The JSON of an object that is sent compressed. */
  private compressible(response: Response, body: unknown): Buffer | undefined {
    if (typeof body !== 'object' || body === null || body instanceof StreamableFile || response.hasHeader('Content-Type')) return undefined;
    return isCompressible(response) ? Buffer.from(JSON.stringify(body)) : undefined;
  }
}

function begin(response: Response, statusCode?: number): Response {
  if (statusCode !== undefined) response.status(statusCode);
  return response.setHeader('Content-Type', 'application/json; charset=utf-8');
}

/** From memory that is used again when the response has been sent, or its connection is lost. Lists have no ETag. */
function sendTexts(response: Response, texts: readonly JsonText[]): void {
  const writer = new Utf8Writer(isLong(texts));
  response.once('close', () => writer.release());
  const pieces = writeTexts(texts, writer);
  response.setHeader(
    'Content-Length',
    pieces.reduce((sum, { length }) => sum + length, 0),
  );
  response.cork();
  for (const piece of pieces) response.write(piece);
  response.end();
  response.uncork();
}
