import type { Transaction, View } from '../database';

/** A tag of a record as an import has it. */
export interface TagInList {
  readonly tag: string;
  /** Absent: a tag with that text of any type that the record has, else a new one of the type Other. */
  readonly typeId?: number;
}

/** How imports and exports use the tags of a type of records; the room of the tags passes it in. */
export interface TagsOfRecords {
  /** The tags of records, in the order they were added; a record without any has no entry. */
  read(view: View, ids: readonly number[]): Promise<ReadonlyMap<number, readonly Required<TagInList>[]>>;
  /** The ids of the types of tags. */
  typeIDs(view: View): Promise<ReadonlySet<number>>;
  /** Gives a record exactly these tags. @returns whether any was added or removed */
  replace(transaction: Transaction, id: number, tags: readonly TagInList[]): Promise<boolean>;
}
