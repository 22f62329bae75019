/** The first or the second set of values. */
export type ValueSet = 1 | 2;

/** Where a value stands: the number that makes it its field's own, and what the texts of a list's element begin with. */
export interface Place {
  readonly number: number;
  readonly set: ValueSet;
  readonly label: string;
}
