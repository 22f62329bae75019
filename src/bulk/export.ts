import type { Caller } from '../callers';
import type { Transactions, View } from '../database';
import { rows } from '../database/rows';
import type { RecordType } from '../fields/record-type';
import { select, sql, Sql } from '../query';
import { answersOf, listed, type Answer, type RecordListQuery } from '../records';
import { columnsOf, type Bulky } from './columns';
import { BYTE_ORDER_MARK, csvOf, rowOf } from './csv';
import type { Format } from './formats';

/** So many records are read at a time. */
const BATCH = 200;

export type Which = Pick<RecordListQuery, 'updatedSince' | 'ids'>;

/** The records that are asked for, as the text of a file. */
export async function* exported(
  transactions: Transactions,
  caller: Caller,
  bulky: Bulky,
  format: Format,
  which: Which,
): AsyncGenerator<string> {
  const columns = columnsOf(bulky);
  const written = (answers: readonly Answer[]): string =>
    format === 'csv'
      ? csvOf(answers.map((answer) => rowOf(columns, answer)))
      : answers.map((answer) => `${JSON.stringify(answer)}\n`).join('');
  if (format === 'csv') yield BYTE_ORDER_MARK + csvOf([columns]);
  for await (const answers of batchesOf(transactions, caller, bulky.type, which)) yield written(answers);
}

/** Each batch is a reading of its own behind the one before, so that however long it takes, no reading is long. */
async function* batchesOf(transactions: Transactions, caller: Caller, type: RecordType, which: Which): AsyncGenerator<readonly Answer[]> {
  let last: number | undefined;
  do {
    const { ids, answers } = await transactions.read(caller, (view) => batchBehind(view, type, which, last));
    if (answers.length > 0) yield answers;
    last = ids.length === BATCH ? ids.at(-1) : undefined;
  } while (last !== undefined);
}

async function batchBehind(view: View, type: RecordType, which: Which, last: number | undefined) {
  const { also, timeZone } = listed(type, which);
  const { from, where, order, params } = select(type, {
    also,
    timeZone,
    scope: view.caller.scope,
    now: view.now,
    after: last === undefined ? undefined : [last],
  });
  const found = await rows(view.em, sql`SELECT r.id ${new Sql(`FROM ${from} WHERE ${where} ORDER BY ${order}`, params)} LIMIT ${BATCH}`);
  const ids = found.map(([id]) => id as number);
  return { ids, answers: await answersOf(view, type, ids) };
}
