import { refuseHidden, type Caller } from '../callers';
import type { Transaction } from '../database';
import { tryInSavepoint } from '../database/savepoint';
import { INT32 } from '../fields/value-rules';
import { InvalidRequest } from '../problems';
import { bindBody } from '../http/bind-body';
import type { Shape } from '../http/body-shape';
import { change, create, checkInScope, type ChangeOptions } from '../records';
import type { BulkType } from './columns';
import { failed, failedBy, type RowResult } from './row-result';
import type { Row } from './rows';

/** How an import treats rows with and without an id. */
export const MODES = ['upsert', 'create', 'update'] as const;
export type Mode = (typeof MODES)[number];

export interface ImportOptions extends ChangeOptions {
  readonly mode: Mode;
  /** Everything is rolled back. */
  readonly dryRun: boolean;
}

/** Imports a row by the rules of its type, completely or not at all. */
export async function importRow(transaction: Transaction, bulkType: BulkType, row: Row, options: ImportOptions): Promise<RowResult> {
  if (row.fault !== undefined) return failed(row, `The row ${row.fault}.`);
  const id = idOf(row.body);
  let line: RowResult | undefined;
  const failure = await tryInSavepoint(transaction, 'one_row', async () => {
    line = await saveRow(transaction, bulkType, row, id, options);
  });
  return failure ? failedBy(row, isID(id) ? id : undefined, failure.error) : line!;
}

async function saveRow(
  transaction: Transaction,
  { type, created, updated }: BulkType,
  row: Row,
  id: unknown,
  options: ImportOptions,
): Promise<RowResult> {
  const { mode, allowDuplicate } = options;
  if (isCreating(row, mode))
    return createdAs(row, await create(transaction, type, bind(transaction.caller, created, row.body), { allowDuplicate }), options);
  if (!isID(id))
    throw InvalidRequest.because([
      { pointer: '/id', detail: mode === 'update' ? 'must be the id of a record' : 'must be the id of a record, or absent' },
    ]);
  const body = bind(transaction.caller, updated, row.body);
  await checkInScope(transaction, type, id);
  return { row: row.row, id, outcome: (await change(transaction, type, id, body, { allowDuplicate })) ? 'updated' : 'unchanged' };
}

/** Whether a row becomes a new record. */
export const isCreating = ({ body, fault }: Row, mode: Mode): boolean =>
  fault === undefined && (mode === 'create' || (mode === 'upsert' && idOf(body) === undefined));

/** An id that is rolled back will be assigned again. */
export const createdAs = ({ row }: Row, id: number, { dryRun }: ImportOptions): RowResult => ({
  row,
  ...(dryRun ? {} : { id }),
  outcome: 'created',
});

function idOf(body: unknown): unknown {
  const id = typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
  return id === null || id === 0 ? undefined : id;
}

const isID = (id: unknown): id is number => Number.isInteger(id) && (id as number) >= INT32.minimum && (id as number) <= INT32.maximum;

/** The checked body of a row. @throws InvalidRequest, MissingScope */
export function bind(caller: Caller, shape: Shape, body: unknown): object {
  refuseHidden(caller, shape, body);
  const { object, errors } = bindBody(shape, body);
  if (errors.length > 0) throw InvalidRequest.because(errors);
  return object;
}
