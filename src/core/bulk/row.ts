/** The errors of a row or header that are listed, as in a body. */
export const MAX_ERRORS = 100;

/** A row of a file. */
export interface Row {
  /** Its number in the file, from 1, not counting the header. */
  readonly row: number;
  /** As written in the file. */
  readonly text: string;
  /** The parsed row, or else `fault`: why it cannot be read. */
  readonly body?: unknown;
  readonly fault?: string;
  /** The rest of the file cannot be read. */
  readonly isEnd?: boolean;
}
