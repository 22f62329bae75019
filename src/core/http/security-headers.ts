import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Sets the headers that helmet recommends, and that nobody keeps a response without asking whether it is still true, and no proxy for
 * others. They are the same for every response, so helmet is asked once.
 */
export function securityHeaders(): RequestHandler {
  const headers: (readonly [name: string, value: string])[] = [['Cache-Control', 'private, no-cache']];
  const sample = new ServerResponse(new IncomingMessage(new Socket()));
  sample.setHeader = (name, value) => {
    headers.push([name, String(value)]);
    return sample;
  };
  // behind a proxy or on a local port, http URLs must not be upgraded
  const set = helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } });
  set(sample.req, sample, () => {});
  return (_, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}
