import { Injectable } from '@nestjs/common';
import type { Caller } from '../callers';
import { Transactions } from '../database';
import type { RecordType } from '../fields/record-type';
import { Created, Page, type Expected } from '../http';
import { checkBodyID } from './body-id';
import { findAnswer, mustBeInSight } from './find';
import { pageOf, type RecordListQuery } from './list';
import type { Answer } from './mapper';
import type { How } from './rules';
import { change, create, remove } from './verbs';

/** The verbs that every type of record has; a unit of work each. What a type demands beyond them are its rules. */
@Injectable()
export class Records {
  constructor(private readonly transactions: Transactions) {}

  /** Those that are not deleted, by their ids. */
  list(caller: Caller, type: RecordType, query: RecordListQuery): Promise<Page<Answer>> {
    return this.transactions.read(caller, async (view) => Page.of(await pageOf(view, type, query)));
  }

  /** A deleted one is found too. @throws NotFound */
  find(caller: Caller, type: RecordType, id: number): Promise<Answer> {
    return this.transactions.read(caller, (view) => findAnswer(view, type, id));
  }

  /** @throws InvalidRequest, Conflict */
  create(caller: Caller, type: RecordType, body: object, how: How = {}): Promise<Created> {
    return this.transactions.write(caller, async (unit) => new Created(await findAnswer(unit, type, await create(unit, type, body, how))));
  }

  /** @throws NotFound, InvalidRequest, Conflict, PreconditionFailed */
  update(caller: Caller, type: RecordType, id: number, body: object, how: How = {}): Promise<Answer> {
    checkBodyID((body as { id?: unknown }).id, id);
    return this.transactions.write(caller, async (unit) => {
      await mustBeInSight(unit, type, id);
      await change(unit, type, id, body, how);
      return findAnswer(unit, type, id);
    });
  }

  /** Deleting a deleted one changes nothing. @throws NotFound, Conflict, PreconditionFailed */
  remove(caller: Caller, type: RecordType, id: number, expected?: Expected): Promise<void> {
    return this.transactions.write(caller, async (unit) => {
      await mustBeInSight(unit, type, id);
      await remove(unit, type, id, { expected });
    });
  }
}
