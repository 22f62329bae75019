import type { Value } from './executor';

/** A row of the file after its checks. */
export interface CheckedRow {
  readonly row: number;
  readonly values: ReadonlyMap<string, Value>;
  readonly error?: string;
}
