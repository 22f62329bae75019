import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { codeOf } from './code-of';
import { NotSent } from './sender';

export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Finds the address of a host; what it gives is what is connected to. */
  readonly lookup?: LookupFunction;
}

export interface Reply {
  readonly status: number;
  /** What the other side wishes. */
  readonly waitSeconds?: number;
}

/** No more of an answer is read. */
const MOST_BYTES = 65_536;

/** Posts JSON: on a connection of its own, past any proxy, following no redirect. @throws NotSent when there is no answer */
export async function post(request: Post, signal: AbortSignal): Promise<Reply> {
  try {
    const response = await answerTo(request, signal);
    await readAway(response);
    return { status: response.statusCode ?? 0, ...wish(response.headers['retry-after']) };
  } catch (error) {
    throw reasonOf(error, signal);
  }
}

const answerTo = ({ url, headers, body, lookup }: Post, signal: AbortSignal): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const all = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': 'recruitment-management-service',
      ...headers,
    };
    // an agent of its own keeps no connection, and asks the environment for no proxy
    request(url, { method: 'POST', agent: false, headers: all, signal, ...(lookup ? { lookup } : {}) }, resolve)
      .on('error', reject)
      .end(body);
  });

/** The status has come: what becomes of the rest does not matter. */
async function readAway(response: http.IncomingMessage): Promise<void> {
  let read = 0;
  try {
    for await (const chunk of response) {
      read += (chunk as Buffer).length;
      if (read > MOST_BYTES) return;
    }
  } catch {
    response.destroy();
  }
}

/** Seconds, as most say it; a date is not worth reading. */
const wish = (header: string | undefined): { waitSeconds?: number } =>
  header !== undefined && /^\d{1,5}$/.test(header) ? { waitSeconds: Number(header) } : {};

function reasonOf(error: unknown, signal: AbortSignal): NotSent {
  if (error instanceof NotSent) return error;
  if (signal.aborted) return new NotSent('There was no answer in time.');
  const code = codeOf(error);
  return new NotSent(code === 'ENOTFOUND' ? 'The host is not known.' : `The host cannot be reached (${code}).`);
}
