import { Injectable } from '@nestjs/common';
import type { Caller } from '../core/callers';
import { Transactions, type View } from '../core/database';
import { rows } from '../core/database/rows';
import { Page, pages } from '../core/http';
import { sql } from '../core/sql';
import {
  findPage,
  findResponse,
  inRequestedOrder,
  isoOf,
  readResponses,
  values,
  type RecordResponse,
  type RecordSearch,
} from '../core/records';
import type { ListedQuery } from './list.dto';
import { joinUser } from '../users';
import { savedLists } from './lists.records';
import { addToList, removeFromList } from './list-membership';

/** Records on saved lists. */
@Injectable()
export class ListsService {
  constructor(private readonly transactions: Transactions) {}

  /** By their ids, if no other order is requested; deleted ones, and those that the caller does not see, are left out. @throws NotFound */
  records(caller: Caller, listID: number, query: ListedQuery): Promise<Page> {
    return pages(query, (page) => this.pageOf(caller, listID, page));
  }

  private pageOf(caller: Caller, listID: number, query: ListedQuery): Promise<Page> {
    return this.transactions.read(caller, async (view) => {
      const type = view.types.named(String((await findResponse(view, savedLists, listID))['type']));
      const onList = sql`SELECT sr.recordID FROM saved_list_record sr WHERE sr.listID = ${listID}`;
      const those: RecordSearch = {
        extraConditions: (record) => [sql`${record.column('id')} IN (${onList})`],
        timeZone: 'UTC',
        criteria: ['list', listID],
      };
      const page = await findPage(view, type, inRequestedOrder(caller, type, those, query), query);
      const named = (await readResponses(page.view, type, page.ids)).map((response) => ({
        id: response['id'] as number,
        name: (response[type.display] as string | null) || null,
      }));
      return new Page(await withAddedBy(view, listID, named), page.end);
    });
  }

  /** @returns the list @throws NotFound, InvalidRequest, Conflict */
  add(caller: Caller, listID: number, ids: readonly number[]): Promise<RecordResponse> {
    return this.transactions.write(caller, async (transaction) => {
      await addToList(transaction, listID, ids);
      return findResponse(transaction, savedLists, listID);
    });
  }

  /** @throws NotFound, Conflict */
  remove(caller: Caller, listID: number, id: number): Promise<void> {
    return this.transactions.write(caller, (transaction) => removeFromList(transaction, listID, id));
  }
}

interface Named {
  readonly id: number;
  readonly name: string | null;
}

/** Adds when each record was added to the list, and by whom. */
async function withAddedBy({ em }: View, listID: number, records: readonly Named[]): Promise<RecordResponse[]> {
  if (records.length === 0) return [];
  const found = await rows(
    em,
    sql`SELECT sr.recordID, sr.addedDate, sr.addedByID, u.name FROM saved_list_record sr LEFT ${joinUser('u', 'sr.addedByID')}
      WHERE sr.listID = ${listID} AND sr.recordID IN (${values(records.map(({ id }) => id))})`,
  );
  const history = new Map(
    found.map(([id, addedDate, addedByID, addedByName]) => [id, { addedDate: isoOf(addedDate as string), addedByID, addedByName }]),
  );
  return records.map((record) => ({ ...record, ...history.get(record.id) }));
}
