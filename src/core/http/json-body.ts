import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { InvalidRequest, UnsupportedBody } from '../problems/problem';

/** The maximum size of a body, uncompressed: 4 MB. */
export const BODY_LIMIT = 4 * 1024 * 1024;

/** No valid body is nested this deeply; deeper ones could overflow the stack. */
export const MAX_DEPTH = 64;

/** No valid body has so many members in all of its objects. An object with hundreds of thousands takes seconds to be made. */
export const MAX_MEMBERS = 50_000;

/** Methods whose body is read. */
const METHODS = new Set(['POST', 'PUT', 'PATCH']);

/** Imports and files are read elsewhere: they are large and not JSON. Forms of the unsubscribe page have nothing to be read. */
const NOT_READ = /^\/api\/([^/]+\/Import|Documents\/[^/]+\/Content|Candidates\/FromResume)\/?$|^\/unsubscribe\//i;

const readBytes = express.raw({ type: () => true, limit: BODY_LIMIT });

/** Parses JSON into `request.body`: undefined if there is none. UTF-8 only, a byte order mark is skipped. */
export const jsonBody: RequestHandler = (request, response, next) => {
  if (!METHODS.has(request.method) || !hasBody(request) || NOT_READ.test(request.path)) return next();
  if (!isJson(request.headers['content-type']))
    return next(new UnsupportedBody('The body must be JSON in UTF-8: Content-Type: application/json.'));
  readBytes(request, response, (error?: unknown) => (error ? next(error) : parse(request, response, next)));
};

const hasBody = ({ headers }: Request): boolean => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** The only supported parameter is charset=utf-8. */
function isJson(contentType = ''): boolean {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const given = parameters.filter((parameter) => parameter !== '');
  return type === 'application/json' && given.length <= 1 && given.every((parameter) => /^charset\s*=\s*"?utf-?8"?$/.test(parameter));
}

function parse(request: Request, _: Response, next: NextFunction): void {
  const bytes = request.body as unknown;
  try {
    request.body = Buffer.isBuffer(bytes) && bytes.length > 0 ? readJson(bytes) : undefined;
    next();
  } catch (error) {
    next(error);
  }
}

function readJson(bytes: Buffer): unknown {
  const source = decodeUtf8(bytes);
  if (membersIn(bytes) > MAX_MEMBERS) throw new InvalidRequest(`The body has more than ${MAX_MEMBERS} members.`);
  const value = parseJson(source);
  if (isDeeperThan(value, MAX_DEPTH)) throw new InvalidRequest(`The body is nested more than ${MAX_DEPTH} levels deep.`);
  return value;
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidRequest('The body is not valid UTF-8.');
  }
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
    throw new InvalidRequest(`The body is not valid JSON${position ? `; see the character at position ${position}` : ''}.`);
  }
}

export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeperThan(each, levels - 1));
}

const [QUOTE, BACKSLASH, COLON] = Buffer.from('"\\:');

/** The members of all objects in a JSON text: its colons outside of strings. */
export function membersIn(bytes: Buffer): number {
  let members = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isText && byte === BACKSLASH) at++;
    else if (byte === QUOTE) isText = !isText;
    else if (byte === COLON && !isText) members++;
  }
  return members;
}
