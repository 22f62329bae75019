/**
 * What a figure of a record, `r`, sums up of related records: how many there are, or their latest or earliest moment. In SQL, so that a
 * new one can be added to the figure, and several figures be computed from one look at the related records.
 */
export interface RelatedTotal {
  /** The type of the related records. */
  readonly of: string;
  /** Their tables, joined. */
  readonly from: string;
  /** What all of them have in common. */
  readonly where: string;
  /** The id of a related record, and of the record that it is related to. */
  readonly id: string;
  readonly owner: string;
  /** What counts for this figure. */
  readonly condition: string;
  readonly pick: 'COUNT' | 'MAX' | 'MIN';
  /** The moment; of a count `*`. */
  readonly value: string;
}

/** The figure of one record, as SQL. */
export const sqlOfTotal = ({ from, where, owner, condition, pick, value }: RelatedTotal): string =>
  `(SELECT ${pick}(${value}) FROM ${from} WHERE ${where} AND ${owner} = r.id AND ${condition})`;

/** The same of one group of related records, of which some may not count. */
export const aggregateOf = ({ condition, pick, value }: RelatedTotal): string =>
  `${pick}(CASE WHEN ${condition} THEN ${pick === 'COUNT' ? '1' : value} END)`;
