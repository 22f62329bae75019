import { Injectable } from '@nestjs/common';
import type { Caller } from '../callers';
import { Transactions, type View } from '../database';
import { rows } from '../database/rows';
import { recordTypeNamed } from '../fields/record-type';
import { Page, type PageQuery } from '../http';
import { sql } from '../query';
import { findAnswer, isoOf, pageOf, values, type Answer } from '../records';
import { savedLists } from './lists.records';
import { addToList, takeOffList } from './on-list';

/** What stands on saved lists. */
@Injectable()
export class ListsService {
  constructor(private readonly transactions: Transactions) {}

  /** By their ids; deleted ones, and those that the caller does not see, are left out. @throws NotFound */
  records(caller: Caller, listID: number, page: PageQuery): Promise<Page> {
    return this.transactions.read(caller, async (view) => {
      const type = recordTypeNamed(String((await findAnswer(view, savedLists, listID))['type']));
      const onList = sql`SELECT sr.recordID FROM saved_list_record sr WHERE sr.listID = ${listID}`;
      const { answers, end } = await pageOf(
        view,
        type,
        { also: (record) => [sql`${record.column('id')} IN (${onList})`], timeZone: 'UTC', criteria: ['list', listID] },
        page,
      );
      const named = answers.map((answer) => ({ id: answer['id'] as number, name: (answer[type.display] as string | null) || null }));
      return new Page(await withHistory(view, listID, named), end);
    });
  }

  /** @returns the list @throws NotFound, InvalidRequest, Conflict */
  add(caller: Caller, listID: number, ids: readonly number[]): Promise<Answer> {
    return this.transactions.write(caller, async (unit) => {
      await addToList(unit, listID, ids);
      return findAnswer(unit, savedLists, listID);
    });
  }

  /** @throws NotFound, Conflict */
  take(caller: Caller, listID: number, id: number): Promise<void> {
    return this.transactions.write(caller, (unit) => takeOffList(unit, listID, id));
  }
}

interface Named {
  readonly id: number;
  readonly name: string | null;
}

/** With when each was put on the list, and by whom. */
async function withHistory({ em }: View, listID: number, records: readonly Named[]): Promise<Answer[]> {
  if (records.length === 0) return [];
  const found = await rows(
    em,
    sql`SELECT sr.recordID, sr.addedDate, sr.addedByID, u.name FROM saved_list_record sr LEFT JOIN user u ON u.id = sr.addedByID
      WHERE sr.listID = ${listID} AND sr.recordID IN (${values(records.map(({ id }) => id))})`,
  );
  const history = new Map(
    found.map(([id, addedDate, addedByID, addedByName]) => [id, { addedDate: isoOf(addedDate as string), addedByID, addedByName }]),
  );
  return records.map((record) => ({ ...record, ...history.get(record.id) }));
}
