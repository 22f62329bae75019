import { refuseHidden, type Caller } from '../callers';
import type { Transaction } from '../database';
import { tryInSavepoint } from '../database/savepoint';
import { InvalidRequest } from '../problems';
import { bindBody } from '../http/bind-body';
import { change, create, checkInScope, type RecordResponse } from '../records';
import type { ImportOptions } from './import-options';
import type { BulkType } from './columns';
import type { ReadyRow } from './ready-row';
import { changesBetween, shownNow } from './row-changes';
import { failed, failedBy, saved, type RowResult } from './row-result';

/** Imports a row by the rules of its type, completely or not at all. */
export async function importRow(transaction: Transaction, bulkType: BulkType, row: ReadyRow, options: ImportOptions): Promise<RowResult> {
  if (row.fault !== undefined) return failed(row, `The row ${row.fault}.`);
  let result: RowResult | undefined;
  const failure = await tryInSavepoint(transaction, 'one_row', async () => {
    result =
      row.id === undefined
        ? await createRow(transaction, bulkType, row, options)
        : await changeRow(transaction, bulkType, row, row.id, options);
  });
  return failure ? failedBy(row, row.id, failure.error) : result!;
}

async function createRow(transaction: Transaction, bulkType: BulkType, row: ReadyRow, options: ImportOptions): Promise<RowResult> {
  const id = await create(transaction, bulkType.type, bodyOf(transaction.caller, bulkType, row), options);
  if (row.tags) await bulkType.tags?.replace(transaction, id, row.tags);
  return createdAs(row, id, options, await shownIf(options.dryRun, transaction, bulkType, id), bulkType);
}

/** An id that is rolled back will be assigned again. */
export const createdAs = (
  row: ReadyRow,
  id: number,
  { dryRun }: ImportOptions,
  shown: RecordResponse | undefined,
  { type }: BulkType,
): RowResult => saved(row, 'created', dryRun ? undefined : id, shown && changesBetween(type, undefined, shown));

async function changeRow(
  transaction: Transaction,
  bulkType: BulkType,
  row: ReadyRow,
  id: number,
  options: ImportOptions,
): Promise<RowResult> {
  const { type, tags } = bulkType;
  const body = bodyOf(transaction.caller, bulkType, row);
  await checkInScope(transaction, type, id);
  const before = await shownIf(options.dryRun, transaction, bulkType, id);
  const isChanged = await change(transaction, type, id, body, options);
  const isTagged = row.tags !== undefined && ((await tags?.replace(transaction, id, row.tags)) ?? false);
  if (!isChanged && !isTagged) return saved(row, 'unchanged', id);
  const after = await shownIf(options.dryRun, transaction, bulkType, id);
  return saved(row, 'updated', id, before && after && changesBetween(type, before, after));
}

async function shownIf(dryRun: boolean, transaction: Transaction, bulkType: BulkType, id: number): Promise<RecordResponse | undefined> {
  return dryRun ? (await shownNow(transaction, bulkType, [id])).get(id) : undefined;
}

/** The checked body of a row. @throws InvalidRequest, MissingScope, the problem of the row */
export function bodyOf(caller: Caller, { created, updated }: BulkType, row: ReadyRow): object {
  const shape = row.id === undefined ? created : updated;
  refuseHidden(caller, shape, row.body);
  const { object, errors } = bindBody(shape, row.body);
  if (errors.length > 0) throw InvalidRequest.because(errors);
  if (row.problem) throw row.problem;
  return Object.assign(object, row.fields);
}
