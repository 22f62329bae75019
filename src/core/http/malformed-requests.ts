import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RequestHandler } from 'express';
import { GenericProblem } from './framework-errors';
import { InvalidRequest, type Problem } from '../problems/problem';
import { openResponses } from './open-responses';

/** How long a client may go on sending what nobody reads: a connection that is closed at once loses the response. */
const LAST_WORDS_MS = 1000;

const PROBLEMS: Readonly<Record<string, () => Problem>> = {
  HPE_HEADER_OVERFLOW: () => new GenericProblem(431),
  ERR_HTTP_REQUEST_TIMEOUT: () => new GenericProblem(408),
};

/** Responds to malformed HTTP requests with a problem, like every other error, and closes the connection. */
export function rejectMalformedRequests(server: Server): void {
  const responses = openResponses(server);
  const answered = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (answered.has(socket)) return;
    const response = responses.get(socket);
    // what is malformed may be the next request, while one before it is being answered
    if (!socket.writable || (response && (response.headersSent || response.req.complete))) return void socket.destroy();
    answered.add(socket);
    socket.end(responseText(PROBLEMS[error.code ?? '']?.() ?? new InvalidRequest('The request is not valid HTTP.')));
    setTimeout(() => socket.destroy(), LAST_WORDS_MS).unref();
  });
  // by its response, which waits for those before it on the connection
  server.on('checkExpectation', (_, response: ServerResponse) => {
    const { status, headers, body } = answerOf(new GenericProblem(417));
    response.writeHead(status, headers).end(body);
  });
}

/** Node would reject a request without `Host` by itself, with no problem in the response. HTTP/1.0 knows no hosts. */
export const requireHost: RequestHandler = ({ headers, httpVersion }, _, next) =>
  next(headers.host === undefined && httpVersion === '1.1' ? new InvalidRequest('The header Host is required.') : undefined);

function responseText(problem: Problem): string {
  const { status, headers, body } = answerOf(problem);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}

function answerOf(problem: Problem) {
  const body = JSON.stringify(problem.body(''));
  const headers = {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
  return { status: problem.status, headers, body };
}
