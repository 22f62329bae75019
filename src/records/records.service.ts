import { Injectable } from '@nestjs/common';
import type { Caller } from '../callers';
import { Settings } from '../config';
import { Transactions } from '../database';
import type { RecordType } from '../fields/record-type';
import { Created, Page, type Expected } from '../http';
import { checkBodyID } from './writing/body-id';
import { findAnswer, mustBeInSight } from './reading/find';
import { listed, type RecordListQuery } from './reading/list';
import type { Answer } from './reading/mapper';
import { pageOf } from './reading/page';
import { queried, type RecordQueryDto } from './reading/query';
import type { How } from './rules';
import { timeZoneAsked, type TimeZonePageQuery } from './reading/time-zone';
import { change, create, remove } from './verbs';

/** The verbs that every type of record has; a unit of work each. What a type demands beyond them are its rules. */
@Injectable()
export class Records {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {}

  /** Those that are not deleted, by their ids. */
  list(caller: Caller, type: RecordType, query: RecordListQuery): Promise<Page<Answer>> {
    return this.transactions.read(caller, async (view) => Page.of(await pageOf(view, type, listed(type, query), query)));
  }

  /** Those that match a filter, in the order that is asked for. @throws InvalidRequest */
  query(caller: Caller, type: RecordType, body: RecordQueryDto, page: TimeZonePageQuery): Promise<Page<Answer>> {
    const sought = queried(type, body, timeZoneAsked(page, this.settings.timeZone));
    return this.transactions.read(caller, async (view) => Page.of(await pageOf(view, type, sought, page)));
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
