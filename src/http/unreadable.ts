import { STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Refused } from './foreign-errors';
import { InvalidRequest, type Problem } from './problem';

const PROBLEMS: Readonly<Record<string, () => Problem>> = {
  HPE_HEADER_OVERFLOW: () => new Refused(431),
  ERR_HTTP_REQUEST_TIMEOUT: () => new Refused(408),
};

/** Answers what is no HTTP request in the form of every other error; such a connection is closed. */
export function answerUnreadable(server: Server): void {
  const answering = new WeakSet<Duplex>();
  server.on('request', ({ socket }, response) => {
    answering.add(socket);
    response.once('close', () => answering.delete(socket));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || answering.has(socket)) return void socket.destroy();
    socket.end(answer(PROBLEMS[error.code ?? '']?.() ?? new InvalidRequest('What was sent is no HTTP request.')));
  });
}

/** No path is known to be asked for. */
function answer(problem: Problem): string {
  const body = JSON.stringify(problem.body(''));
  const headers = [
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  return [`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...headers, '', body].join('\r\n');
}
