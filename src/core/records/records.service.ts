import { Injectable } from '@nestjs/common';
import type { Caller } from '../callers';
import { Settings } from '../config';
import { Transactions } from '../database';
import type { RecordType } from '../fields/record-type';
import { Created, Page, pages, type ExpectedVersion, type FieldsQuery } from '../http';
import { checkBodyID } from './writing/body-id';
import { findBody, checkInScope } from './reading/find';
import { inRequestedOrder } from './reading/order-query';
import { listCriteria, listSearch, type RecordListQuery } from './reading/list';
import type { Body } from './reading/response-text';
import { readPage } from './reading/page';
import { querySearch, type RecordQueryDto } from './reading/query';
import type { ChangeOptions } from './rules';
import { wantedFields } from './reading/wanted-fields';
import { requestedTimeZone, type TimeZonePageQuery } from './reading/time-zone';
import { create } from './create';
import { change, remove } from './change';

/** The operations of every record type, one transaction each. What a type demands beyond them are its rules. */
@Injectable()
export class Records {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: Settings,
  ) {}

  /** Those that are not deleted, by their ids if no other order is requested. @throws InvalidRequest, MissingScope */
  list(caller: Caller, type: RecordType, query: RecordListQuery): Promise<Page<Body>> {
    const sought = inRequestedOrder(caller, type, listSearch(type, listCriteria(query, this.settings.timeZone)), query);
    return pages(query, (page) =>
      this.transactions.readFromReplica(caller, async (view) => Page.of(await readPage(view, type, sought, page))),
    );
  }

  /** Those that match a filter, in the requested order. @throws InvalidRequest */
  query(caller: Caller, type: RecordType, body: RecordQueryDto, page: TimeZonePageQuery): Promise<Page<Body>> {
    const sought = querySearch(caller, this.transactions.types, type, body, requestedTimeZone(page, this.settings.timeZone));
    return pages(page, (each) =>
      this.transactions.readFromReplica(caller, async (view) => Page.of(await readPage(view, type, sought, each))),
    );
  }

  /** A deleted one is found too. @throws NotFound, InvalidRequest */
  find(caller: Caller, type: RecordType, id: number, query: FieldsQuery = {}): Promise<Body> {
    const wanted = wantedFields(this.transactions.types, type, query);
    return this.transactions.read(caller, (view) => findBody(view, type, id, wanted));
  }

  /** @throws InvalidRequest, Conflict */
  create(caller: Caller, type: RecordType, body: object, how: ChangeOptions = {}): Promise<Created> {
    return this.transactions.write(
      caller,
      async (transaction) => new Created(await findBody(transaction, type, await create(transaction, type, body, how))),
    );
  }

  /** @throws NotFound, InvalidRequest, Conflict, PreconditionFailed */
  update(caller: Caller, type: RecordType, id: number, body: object, how: ChangeOptions = {}): Promise<Body> {
    checkBodyID((body as { id?: unknown }).id, id);
    return this.transactions.writeRecord(caller, `${type.name} ${id}`, async (transaction) => {
      await checkInScope(transaction, type, id);
      await change(transaction, type, id, body, how);
      return findBody(transaction, type, id);
    });
  }

  /** Deleting a deleted one changes nothing. @throws NotFound, Conflict, PreconditionFailed */
  remove(caller: Caller, type: RecordType, id: number, expected?: ExpectedVersion): Promise<void> {
    return this.transactions.writeRecord(caller, `${type.name} ${id}`, async (transaction) => {
      await checkInScope(transaction, type, id);
      await remove(transaction, type, id, { expected });
    });
  }
}
