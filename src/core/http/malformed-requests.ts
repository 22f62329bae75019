import { STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { GenericProblem } from './framework-errors';
import { InvalidRequest, type Problem } from '../problems/problem';

const PROBLEMS: Readonly<Record<string, () => Problem>> = {
  HPE_HEADER_OVERFLOW: () => new GenericProblem(431),
  ERR_HTTP_REQUEST_TIMEOUT: () => new GenericProblem(408),
};

/** Responds to malformed HTTP requests with a problem, like every other error, and closes the connection. */
export function rejectMalformedRequests(server: Server): void {
  const responding = new WeakSet<Duplex>();
  server.on('request', ({ socket }, response) => {
    responding.add(socket);
    response.once('close', () => responding.delete(socket));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || responding.has(socket)) return void socket.destroy();
    socket.end(responseText(PROBLEMS[error.code ?? '']?.() ?? new InvalidRequest('The request is not valid HTTP.')));
  });
}

function responseText(problem: Problem): string {
  const body = JSON.stringify(problem.body(''));
  const headers = [
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  return [`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...headers, '', body].join('\r\n');
}
