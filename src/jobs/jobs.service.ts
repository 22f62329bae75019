import { Injectable } from '@nestjs/common';
import type { Caller } from '../core/callers';
import { Transactions } from '../core/database';
import { Created } from '../core/http';
import { checkInScope, findResponse, type ChangeOptions } from '../core/records';
import { release } from './job-release';
import { jobs } from './jobs.records';

/** Job operations beyond the generic record operations. */
@Injectable()
export class JobsService {
  constructor(private readonly transactions: Transactions) {}

  /** @throws NotFound, Conflict, InvalidRequest */
  release(caller: Caller, parentID: number, body: object, how: ChangeOptions): Promise<Created> {
    return this.transactions.write(caller, async (transaction) => {
      await checkInScope(transaction, jobs, parentID);
      return new Created(await findResponse(transaction, jobs, await release(transaction, parentID, body, how)), '/api/Jobs');
    });
  }
}
