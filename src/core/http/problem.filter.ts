import { randomUUID } from 'node:crypto';
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { problemOf } from './framework-errors';
import { traceOf } from '../tracing';
import { InternalError, type Problem } from '../problems/problem';

/** Writes every error response of the service. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const problem = problemOf(error) ?? this.unexpected(error, request);
    // the response does not show the cause, which may name internal addresses
    if (problem.cause !== undefined) this.logger.error({ err: problem.cause, traceId: traceOf(request)?.traceId }, problem.detail);
    // a response that has started cannot be replaced; cut off, it is at least not mistaken for a complete one
    if (response.headersSent) response.destroy();
    else send(problem, request, response);
  }

  private unexpected(error: unknown, request: Request): Problem {
    const id = randomUUID();
    this.logger.error({ err: error, errorId: id, traceId: traceOf(request)?.traceId }, 'Unexpected error');
    return new InternalError(id);
  }
}

function send(problem: Problem, request: Request, response: Response): void {
  const [path = ''] = request.originalUrl.split('?');
  const body = JSON.stringify(problem.body(path));
  response.status(problem.status).removeHeader('Location');
  response.set({ ...problem.headers, 'Content-Type': 'application/problem+json; charset=utf-8', 'Cache-Control': 'no-store' }).send(body);
}
