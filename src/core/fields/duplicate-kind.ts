/** Something that records of the same person or company have in common: the form that is compared, and the one that is shown. */
export interface DuplicateKey {
  readonly text: string;
  readonly shown: string;
}

/** A reason to take two records for the same. The kinds of a type are listed from the strongest to the weakest, nine at most. */
export interface DuplicateKind<T extends object = object> {
  /** Part of the API: email, phone. */
  readonly name: string;
  /** The stored fields that its keys follow from. */
  readonly fields: readonly (keyof T & string)[];
  /** Of a record that is not deleted. */
  keysOf(record: T): readonly DuplicateKey[];
  /** What more records than these have in common, such as a switchboard or a placeholder, says nothing. 0: only searches use the keys. */
  readonly most: number;
  /** Is a record refused whose key another one has, unless duplicates are allowed? */
  readonly isRefused: boolean;
}
