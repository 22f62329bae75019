import { Logger } from '@nestjs/common';
import { Problem, type ValidationError } from '../problems';
import type { ReadyRow } from './ready-row';
import type { ChangedFields } from './row-changes';
import type { Row } from './row';

export const ROW_OUTCOMES = ['created', 'updated', 'unchanged', 'failed'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/** The result of a row. */
export interface RowResult {
  readonly row: number;
  readonly id?: number;
  readonly outcome: RowOutcome;
  /** Of a failed row: a sentence, and the errors in its fields. */
  readonly detail?: string;
  readonly errors?: readonly ValidationError[];
  /** What may be wrong with it. */
  readonly warnings?: readonly ValidationError[];
  /** Of a dry run: what would change. */
  readonly fields?: ChangedFields;
}

/** @param id undefined: of a new record in a dry run */
export const saved = ({ row, warnings }: ReadyRow, outcome: RowOutcome, id: number | undefined, fields?: ChangedFields): RowResult => ({
  row,
  ...(id === undefined ? {} : { id }),
  outcome,
  ...(warnings.length > 0 ? { warnings } : {}),
  ...(fields ? { fields } : {}),
});

export const failed = ({ row }: Row, detail: string, more: Pick<RowResult, 'id' | 'errors' | 'warnings'> = {}): RowResult => ({
  row,
  ...more,
  outcome: 'failed',
  detail,
});

/** With the message that a single request would return. Internal errors go to the log. */
export function failedBy(row: ReadyRow, id: number | undefined, error: unknown): RowResult {
  const warnings = row.warnings.length > 0 ? { warnings: row.warnings } : {};
  if (!(error instanceof Problem)) {
    new Logger('Import').error(error);
    return failed(row, 'Internal error; see the log.', { id, ...warnings });
  }
  const { errors } = error.members as { errors?: readonly ValidationError[] };
  return failed(row, error.detail, { id, errors, ...warnings });
}
