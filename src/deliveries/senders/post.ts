import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { errorCode } from './error-code';
import { NotSent } from './sender';

export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Finds the address of a host; what it gives is what is connected to. */
  readonly lookup?: LookupFunction;
}

export interface PostResponse {
  readonly status: number;
  /** What the other side wishes. */
  readonly waitSeconds?: number;
}

/** No more of a response is read. */
const MAX_RESPONSE_BYTES = 65_536;

/** Posts JSON: on a connection of its own, past any proxy, following no redirect. @throws NotSent when there is no response */
export async function post(request: Post, signal: AbortSignal): Promise<PostResponse> {
  try {
    const response = await sendRequest(request, signal);
    await drain(response);
    return { status: response.statusCode ?? 0, ...retryAfter(response.headers['retry-after']) };
  } catch (error) {
    throw asNotSent(error, signal);
  }
}

const sendRequest = ({ url, headers, body, lookup }: Post, signal: AbortSignal): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const all = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': 'recruitment-management-service',
      ...headers,
    };
    // an agent of its own keeps no connection, and uses no proxy of the environment
    request(url, { method: 'POST', agent: false, headers: all, signal, ...(lookup ? { lookup } : {}) }, resolve)
      .on('error', reject)
      .end(body);
  });

/** The status has been received: errors in the rest of the response do not matter. */
async function drain(response: http.IncomingMessage): Promise<void> {
  let read = 0;
  try {
    for await (const chunk of response) {
      read += (chunk as Buffer).length;
      if (read > MAX_RESPONSE_BYTES) return;
    }
  } catch {
    response.destroy();
  }
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
