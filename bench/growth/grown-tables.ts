/** A table as the database describes it. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
}

export interface Column {
  readonly name: string;
  readonly isInteger: boolean;
  readonly isText: boolean;
  /** The table that a foreign key refers to. */
  readonly refersTo?: string;
}

/** A firm grows from these; whatever refers to them, or has a name such as `job_text`, grows with them. */
const ROOTS = ['client', 'candidate', 'contact', 'job'];
/** Named as if they belonged to a record, but the firm has as many of them at any size. */
const CONSTANT = ['candidate_search', 'contact_search', 'job_search'];
/** Columns that refer to a record without a foreign key. */
const OWN_IDS = ['id', 'recordID', 'entityId', 'mergedIntoID', 'adjustsID'];

const belongsTo = (table: string, owner: string): boolean => table === owner || table.startsWith(`${owner}_`);

/** The tables that have as many times the rows as there are copies of the firm. All others stay as they are. */
export function grownTables(tables: readonly Table[]): ReadonlySet<string> {
  const grown = new Set(ROOTS);
  const open = tables.filter(({ name }) => !CONSTANT.some((constant) => belongsTo(name, constant)));
  for (let before = -1; before < grown.size;) {
    before = grown.size;
    for (const { name, columns } of open) {
      if (
        columns.some(({ refersTo }) => refersTo !== undefined && grown.has(refersTo)) ||
        [...grown].some((owner) => belongsTo(name, owner))
      )
        grown.add(name);
    }
  }
  return grown;
}

/** Whether the column has the id of a record of which each copy of the firm has its own. */
export function isShifted({ name, isInteger, refersTo }: Column, grown: ReadonlySet<string>): boolean {
  if (refersTo !== undefined) return grown.has(refersTo);
  return isInteger && (OWN_IDS.includes(name) || [...grown].some((table) => [camel(table), `${camel(table)}ID`].includes(name)));
}

export const camel = (table: string): string => table.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
