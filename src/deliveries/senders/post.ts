import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { errorCode } from './error-code';
import { DELIVERY_LENGTHS } from '../delivery.entity';
import { NotSent, type Reply } from './sender';

export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Headers that prove who sends it: they are sent, and never part of what is returned. */
  readonly credentials?: Readonly<Record<string, string>>;
  readonly body: string;
  /** Finds the address of a host; what it gives is what is connected to. */
  readonly lookup?: LookupFunction;
}

export interface PostResponse {
  readonly status: number;
  /** What the other side wishes. */
  readonly waitSeconds?: number;
  readonly reply: Reply;
}

/** No more of a response is read. */
const MAX_RESPONSE_BYTES = 65_536;
/** Headers of a response that would let whoever reads them act as the receiver's client. */
const SECRET_HEADERS: readonly string[] = ['set-cookie', 'set-cookie2', 'authentication-info', 'proxy-authentication-info'];

/** Posts JSON: on a connection of its own, past any proxy, following no redirect. @throws NotSent when there is no response */
export async function post(request: Post, signal: AbortSignal): Promise<PostResponse> {
  try {
    const requestHeaders = headersOf(request);
    const response = await sendRequest(request, requestHeaders, signal);
    const body = await startOf(response);
    const { statusCode: status = 0, headers } = response;
    return { status, reply: { status, headers: withoutSecrets(headers), body, requestHeaders }, ...retryAfter(headers['retry-after']) };
  } catch (error) {
    throw asNotSent(error, signal);
  }
}

const headersOf = ({ headers, body }: Post): Record<string, string | number> => ({
  'Content-Type': 'application/json',
  'Content-Length': Buffer.byteLength(body),
  'User-Agent': 'recruitment-management-service',
  ...headers,
});

const withoutSecrets = (headers: http.IncomingHttpHeaders): Reply['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !SECRET_HEADERS.includes(name)));

const sendRequest = (
  { url, credentials, body, lookup }: Post,
  headers: Readonly<Record<string, string | number>>,
  signal: AbortSignal,
): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    // an agent of its own keeps no connection, and uses no proxy of the environment
    request(url, { method: 'POST', agent: false, headers: { ...headers, ...credentials }, signal, ...(lookup ? { lookup } : {}) }, resolve)
      .on('error', reject)
      .end(body);
  });

/** Reads the response, and keeps its start. The status has been received: errors in the rest do not matter. */
async function startOf(response: http.IncomingMessage): Promise<string> {
  const kept: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of response) {
      if (read < DELIVERY_LENGTHS.reply) kept.push(chunk as Buffer);
      read += (chunk as Buffer).length;
      if (read > MAX_RESPONSE_BYTES) break;
    }
  } catch {
    response.destroy();
  }
  return Buffer.concat(kept).subarray(0, DELIVERY_LENGTHS.reply).toString('utf8').replaceAll('\0', '\uFFFD');
}

/** In seconds, as most servers send it; a date is ignored. */
const retryAfter = (header: string | undefined): { waitSeconds?: number } =>
  header !== undefined && /^\d{1,5}$/.test(header) ? { waitSeconds: Number(header) } : {};

function asNotSent(error: unknown, signal: AbortSignal): NotSent {
  if (error instanceof NotSent) return error;
  if (signal.aborted) return new NotSent('The receiver did not respond in time.');
  const code = errorCode(error);
  return new NotSent(code === 'ENOTFOUND' ? 'The host name cannot be resolved.' : `The host cannot be reached (${code}).`);
}
