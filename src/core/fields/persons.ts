/** How records belong to persons of one type. */
export interface PersonsOf {
  /** SQL of the pairs `recordID`, `personID`. */
  readonly pairs: string;
  /** The published fields that hold ids of persons. */
  readonly fields: readonly string[];
}

/** Of records that belong to persons by a field of their own for each type of person. */
export const personsIn = (table: string, fields: Readonly<Record<string, string>>): Readonly<Record<string, PersonsOf>> =>
  Object.fromEntries(
    Object.entries(fields).map(([person, field]) => [
      person,
      { pairs: `SELECT id AS recordID, ${field} AS personID FROM ${table} WHERE ${field} IS NOT NULL`, fields: [field] },
    ]),
  );
