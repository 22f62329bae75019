/** The first or the second set of values. */
export type ValueSet = 1 | 2;

/** The number that makes a value unique to its field, and the prefix for texts within list elements. */
export interface ValueContext {
  readonly number: number;
  readonly set: ValueSet;
  readonly label: string;
}
