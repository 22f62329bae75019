import { randomUUID } from 'node:crypto';
import { setImmediate as othersFirst } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { refuseHidden, requireScopes, type Caller } from '../../callers';
import { Transactions } from '../../database';
import { tryInSavepoint } from '../../database/savepoint';
import { ExpectedVersion, requiredScopes } from '../../http';
import { bindBody } from '../../http/bind-body';
import type { Shape } from '../../http/body-shape';
import { InternalError, InvalidRequest, Problem } from '../../problems';
import { handlerOf, type Resource } from '../../records';
import type { Batch, Operation } from './batch.dto';
import { checkOperations } from './check-operations';
import { FailedOperation } from './failed-operation';
import { outcomeOfProblem, outcomeOfResult, type Outcome } from './outcome';

/** A batch, and who sends it. */
export interface BatchRequest {
  readonly resource: Resource;
  readonly caller: Caller;
  /** The query parameters that confirm what is probably a mistake, of every operation. */
  readonly confirmed: object;
  readonly batch: Batch;
  /** The path of the request. */
  readonly path: string;
}

/** Many creates, updates and deletes of one type of record, each as by its own route. */
@Injectable()
export class Batches {
  private readonly log = new Logger(Batches.name);

  constructor(
    private readonly transactions: Transactions,
    private readonly modules: ModuleRef,
  ) {}

  /** @throws InvalidRequest, and FailedOperation of a batch that saves all or nothing */
  async run(request: BatchRequest): Promise<Outcome[]> {
    checkOperations(request.batch);
    if (!request.batch.atomic) return this.each(request);
    return this.transactions.write(request.caller, () => this.each(request));
  }

  /** One after the other. */
  private async each(request: BatchRequest): Promise<Outcome[]> {
    const { batch, path } = request;
    const outcomes: Outcome[] = [];
    for (const [index, operation] of batch.operations.entries()) {
      const result = await this.attempt(request, operation);
      if (result instanceof Problem && batch.atomic) throw new FailedOperation(index, result);
      outcomes.push(
        result instanceof Problem
          ? outcomeOfProblem(index, operation, result, path)
          : outcomeOfResult(index, operation, result, batch.returnRecords ?? false),
      );
      await othersFirst();
    }
    return outcomes;
  }

  /** In a transaction of its own, or as a part of that of the request, of which a failure leaves the rest as it is. */
  private async attempt(request: BatchRequest, operation: Operation): Promise<unknown> {
    let result: unknown;
    try {
      const failure = await this.transactions.write(request.caller, (transaction) =>
        tryInSavepoint(transaction, 'operation', async () => {
          result = await this.carryOut(request, operation);
        }),
      );
      return failure ? this.problemOf(failure.error) : result;
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  }

  private problemOf(error: unknown): Problem {
    if (error instanceof Problem) return error;
    const id = randomUUID();
    this.log.error(error, `Log entry ${id}`);
    return new InternalError(id);
  }

  /** By the method of the controller that a single request would call, with what its guards and pipes check before. */
  private carryOut({ resource, caller, confirmed }: BatchRequest, { method, id = 0, ifMatch, body }: Operation): Promise<unknown> {
    const { controller, created, updated, confirmations } = resource;
    requireScopes(caller, requiredScopes(controller, handlerOf(controller, method === 'delete' ? 'remove' : method)));
    const expected = ifMatch === undefined ? undefined : ExpectedVersion.parse(ifMatch);
    const confirmation = confirmations ? [confirmed] : [];
    const routes = this.modules.get(controller, { strict: false });
    if (method === 'create') return routes.create(caller, ...confirmation, bound(caller, created, body));
    if (method === 'update') return routes.update(caller, id, ...confirmation, bound(caller, updated, body), expected);
    return routes.remove(caller, id, expected);
  }
}

/** @throws MissingScope, InvalidRequest */
function bound(caller: Caller, shape: Shape, body: unknown): object {
  refuseHidden(caller, shape, body);
  const { object, errors } = bindBody(shape, body);
  if (errors.length > 0) throw InvalidRequest.because(errors);
  return object;
}
