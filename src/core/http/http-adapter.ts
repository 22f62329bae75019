import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { writtenJson } from './json-text';
import { prepare } from './response';

/**
 * Express for Nest, which also sends what only our controllers return, and JSON that is written already without parsing it. Here rather
 * than in interceptors, each of which adds a dozen promises and observables to every request.
 */
export class HttpAdapter extends ExpressAdapter {
  override reply(response: Response, result: unknown, statusCode?: number): unknown {
    const body = prepare(response, result);
    const json = writtenJson(body);
    if (json === undefined) return super.reply(response, body, statusCode) as unknown;
    if (statusCode !== undefined) response.status(statusCode);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    return response.send(json);
  }
}
