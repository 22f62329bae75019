/**
 * A column of a table that follows from how texts are folded, beyond those that stand beside every record type: rows
 * are told apart by it.
 */
export interface FoldedColumn {
  /** The name of what it belongs to, for messages: Tag. */
  readonly name: string;
  readonly table: string;
  readonly column: string;
  /** The columns by which its rows are named. */
  readonly id: readonly string[];
  /** The columns from which it follows. */
  readonly derivedFrom: readonly string[];
  /** Its texts may be long: few of them are compared at a time. */
  readonly isLong?: true;
  /** Its value by theirs. @param kept as it is */
  readonly derive: (from: readonly unknown[], kept: string | null) => string | null;
}
