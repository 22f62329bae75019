import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { isCompressed, isCompressible, sendCompressed } from './compression';
import { writtenJson } from './json-text';
import { isAsLines, sendLines } from './lines';
import { prepare } from './response';

/**
 * Express for Nest, which also sends what only our controllers return, and JSON that is written already without parsing it. Here rather
 * than in interceptors, each of which adds a dozen promises and observables to every request.
 */
export class HttpAdapter extends ExpressAdapter {
  override reply(response: Response, result: unknown, statusCode?: number): unknown {
    if (isAsLines(response.req, result)) return sendLines(response, result, statusCode);
    const body = prepare(response, result);
    const json = writtenJson(body) ?? this.compressible(response, body);
    if (json === undefined) return super.reply(response, body, statusCode) as unknown;
    if (statusCode !== undefined) response.status(statusCode);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    return isCompressed(response, json) ? sendCompressed(response, json) : response.send(json);
  }

  /** The JSON of an object that is sent compressed. */
  private compressible(response: Response, body: unknown): Buffer | undefined {
    if (typeof body !== 'object' || body === null || body instanceof StreamableFile || response.hasHeader('Content-Type')) return undefined;
    return isCompressible(response) ? Buffer.from(JSON.stringify(body)) : undefined;
  }
}
