import { Logger } from '@nestjs/common';
import { Problem, type ValidationError } from '../problems';
import type { Row } from './rows';

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
}

export const failed = ({ row }: Row, detail: string, more: Pick<RowResult, 'id' | 'errors'> = {}): RowResult => ({
  row,
  ...more,
  outcome: 'failed',
  detail,
});

/** With the message that a single request would return. Internal errors go to the log. */
export function failedBy(row: Row, id: number | undefined, error: unknown): RowResult {
  if (!(error instanceof Problem)) {
    new Logger('Import').error(error);
    return failed(row, 'Internal error; see the log.', { id });
  }
  const { errors } = error.members as { errors?: readonly ValidationError[] };
  return failed(row, error.detail, { id, errors });
}
