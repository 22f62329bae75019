import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { InvalidRequest, UnsupportedBody } from './problem';

/** The most a body may have, unpacked: 4 MB. */
export const BODY_LIMIT = 4 * 1024 * 1024;

/** Whatever the service takes is much flatter; what is deeper exhausts the stack of whoever walks it. */
export const MOST_LEVELS = 64;

/** Methods whose body means something; that of the others is not read. */
const METHODS = new Set(['POST', 'PUT', 'PATCH']);

/** Imports read their bodies themselves: they have no end to speak of, and are not JSON. */
const IMPORTS = /^\/api\/[^/]+\/Import\/?$/i;

const readBytes = express.raw({ type: () => true, limit: BODY_LIMIT });

/** Reads JSON into `request.body`: undefined when there is none. Only UTF-8, a byte order mark is skipped. */
export const jsonBody: RequestHandler = (request, response, next) => {
  if (!METHODS.has(request.method) || !hasBody(request) || IMPORTS.test(request.path)) return next();
  if (!isJson(request.headers['content-type']))
    return next(new UnsupportedBody('The body must be JSON in UTF-8: Content-Type: application/json.'));
  readBytes(request, response, (error?: unknown) => (error ? next(error) : parse(request, response, next)));
};

const hasBody = ({ headers }: Request): boolean => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** The only parameter that is understood is the character set that JSON has anyway. */
const isJson = (type = ''): boolean => /^\s*application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i.test(type);

function parse(request: Request, _: Response, next: NextFunction): void {
  const bytes = request.body as unknown;
  try {
    request.body = Buffer.isBuffer(bytes) && bytes.length > 0 ? json(bytes) : undefined;
    next();
  } catch (error) {
    next(error);
  }
}

function json(bytes: Buffer): unknown {
  const value = parsed(text(bytes));
  if (isDeeper(value, MOST_LEVELS)) throw new InvalidRequest(`The body is nested more than ${MOST_LEVELS} levels deep.`);
  return value;
}

function text(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidRequest('The body is not valid UTF-8.');
  }
}

function parsed(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
    throw new InvalidRequest(`The body is not valid JSON${position ? `; see the character at position ${position}` : ''}.`);
  }
}

export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1));
}
