import { Logger } from '@nestjs/common';
import { Problem, type Complaint } from '../http';
import type { Row } from './rows';

export const OUTCOMES = ['created', 'updated', 'unchanged', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What came of a row. */
export interface Line {
  readonly row: number;
  readonly id?: number;
  readonly outcome: Outcome;
  /** Of one that failed: a sentence, and every complaint about its fields. */
  readonly detail?: string;
  readonly errors?: readonly Complaint[];
}

export const failed = ({ row }: Row, detail: string, more: Pick<Line, 'id' | 'errors'> = {}): Line => ({
  row,
  ...more,
  outcome: 'failed',
  detail,
});

/** In the words of the problem that the same would be in a request of its own. A mistake of the service is for its log. */
export function failedBy(row: Row, id: number | undefined, error: unknown): Line {
  if (!(error instanceof Problem)) {
    new Logger('Import').error(error);
    return failed(row, 'An error of the service; see its log.', { id });
  }
  const { errors } = error.members as { errors?: readonly Complaint[] };
  return failed(row, error.detail, { id, errors });
}
