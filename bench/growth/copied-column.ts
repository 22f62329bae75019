import { camel, isShifted, type Column, type Table } from './grown-tables';

/** What the copies are made of. */
export interface Copying {
  /** The database of the original. */
  readonly from: string;
  readonly tables: readonly Table[];
  readonly grown: ReadonlySet<string>;
  /** The ids of a copy are those of the one before, and so many. */
  readonly shift: number;
}

/*
 * A name, an address or a number stays as selective as it is: each copy has its own, everywhere where it stands. These ways mean the same
 * for a text and its folded form, and keep their order.
 */
const NAMES = ['surname', 'lastName', 'fullName', 'candidateDisplayName'];
const ADDRESSES = ['email', 'email1', 'email2', 'emailKey'];
const PHONES = ['phone', 'mobile', 'home', 'work'].flatMap((name) => [name, `${name}_Standardised`]);
/** Keys that are unique. */
const UNIQUE = ['externalID', 'externalKey', 'claim', 'periodKey', 'storageKey'];

const NAME_MARK = "CONCAT('x', c.copy)";
/** Copies of a record are created at different moments: otherwise, a search for the newest passes over all copies of a record at once. */
const CREATED_WITHIN_SECONDS = 60 * 24 * 60 * 60;

/** Columns of side tables that have texts of several fields, by the end of the table's name. */
const OF_SIDE_TABLES: readonly (readonly [end: string, column: string, sql: (value: string, copying: Copying, owner: string) => string])[] =
  [
    ['_response', 'text', (_, copying, owner) => responseText(copying, owner)],
    ['_key', 'value', textKey],
    ['_duplicate', 'value', duplicateKey],
    ['_duplicate_group', 'value', duplicateKey],
    ['_word', 'word', word],
  ];

/** The value of a column in a copy, as SQL: `s` is the row of the original, `c.copy` the number of the copy, 0 for the original. */
export function copiedColumn(copying: Copying, { name: table, columns }: Table, column: Column): string {
  const value = `s.\`${column.name}\``;
  if (isShifted(column, copying.grown)) return shifted(value, copying);
  if (isCreated(column) && columns.some(({ name }) => name === 'id')) return created(value, 's.id', copying);
  if (!column.isText) return value;
  const [end = '', , ofSideTable] = OF_SIDE_TABLES.find(([each, name]) => table.endsWith(each) && column.name === name) ?? [];
  if (ofSideTable) return ofSideTable(value, copying, table.slice(0, -end.length));
  const other = varied(column.name, value);
  return other ? inCopies(value, other) : value;
}

/** Unset references are null or 0, and stay so. */
const shifted = (value: string, { shift }: Copying): string => `${value} + c.copy * ${shift} * (${value} > 0)`;

const isCreated = ({ name }: Column): boolean => name === 'createdDate';

/** By the id of the copy, and so the same in every table that has it. */
const created = (value: string, id: string, { shift }: Copying): string =>
  `${value} - INTERVAL IF(c.copy = 0, 0, CRC32(${id} + c.copy * ${shift}) % ${CREATED_WITHIN_SECONDS}) SECOND`;

const inCopies = (value: string, other: string): string => `CASE WHEN c.copy = 0 OR ${value} = '' THEN ${value} ELSE ${other} END`;

function varied(name: string, value: string): string | undefined {
  if (NAMES.includes(name)) return `CONCAT(${value}, ${NAME_MARK})`;
  if (ADDRESSES.includes(name) || UNIQUE.includes(name)) return `CONCAT(${NAME_MARK}, '.', ${value})`;
  return PHONES.includes(name) ? `CONCAT(${value}, c.copy)` : undefined;
}

/** A table of keys has the texts of several fields. */
function textKey(value: string): string {
  const cases = [NAMES, ADDRESSES.concat(UNIQUE), PHONES].map(
    (names) => `WHEN s.field IN (${names.map((name) => `'${name}'`).join(', ')}) THEN ${varied(names[0]!, value)}`,
  );
  return `CASE WHEN c.copy = 0 THEN ${value} ${cases.join(' ')} ELSE ${value} END`;
}

/** The end of a name is its last word. */
function word(value: string, { from, tables }: Copying, owner: string): string {
  const texts = tables.find(({ name }) => name === `${owner}_text`)?.columns ?? [];
  const names = NAMES.filter((name) => texts.some((column) => column.name === name));
  const lastWord = (name: string): string =>
    `(SELECT REGEXP_SUBSTR(x.\`${name}\`, '[\\\\p{L}\\\\p{N}+#]+$') FROM \`${from}\`.\`${owner}_text\` x WHERE x.id = s.id)`;
  const cases = names.map((name) => `WHEN s.field = '${name}' AND ${value} = ${lastWord(name)} THEN CONCAT(${value}, ${NAME_MARK})`);
  return cases.length === 0 ? value : `CASE WHEN c.copy = 0 THEN ${value} ${cases.join(' ')} ELSE ${value} END`;
}

/** A digest is another one in each copy. What of is not known to the database: `npm run figures` would say that they differ. */
function duplicateKey(value: string): string {
  return inCopies(value, `CONCAT(LEFT(${value}, 1), LEFT(MD5(CONCAT(${value}, c.copy)), CHAR_LENGTH(${value}) - 1))`);
}

/** The members of the JSON that differ in the copies, one after the other; \`r\` is the record. */
function responseText(copying: Copying, owner: string): string {
  const columns = copying.tables.find(({ name }) => name === owner)?.columns ?? [];
  const own = columns.find(({ name }) => name === 'id');
  const members = [
    ...columns.map((column) => ({ column, member: column.name })),
    ...(own ? [{ column: own, member: `${camel(owner)}ID` }] : []),
    ...columns.filter(isCreated).map((column) => ({ column, member: 'createDate' })),
  ];
  const replaced = members.reduce((text, { column, member }) => {
    const value = `r.\`${column.name}\``;
    const other = otherValue(copying, column, value);
    if (other === undefined) return text;
    const json = (cell: string): string => `CONCAT('"${member}":', ${inJson(column, cell)}, ',')`;
    // nothing is replaced where it is unset
    const isSet = isCreated(column) ? `${value} IS NOT NULL` : `${value} ${column.isText ? "<> ''" : '> 0'}`;
    return `REPLACE(${text}, IF(${isSet}, ${json(value)}, ''), IF(${isSet}, ${json(other)}, ''))`;
  }, `CONCAT(s.text, ',')`);
  return `CASE WHEN c.copy = 0 THEN s.text ELSE TRIM(TRAILING ',' FROM ${replaced}) END`;
}

function otherValue(copying: Copying, column: Column, value: string): string | undefined {
  if (isCreated(column)) return created(value, 'r.id', copying);
  if (isShifted(column, copying.grown)) return `${value} + c.copy * ${copying.shift}`;
  return column.isText ? varied(column.name, value) : undefined;
}

function inJson(column: Column, cell: string): string {
  if (isCreated(column)) return `CONCAT('"', LEFT(DATE_FORMAT(${cell}, '%Y-%m-%dT%H:%i:%s.%f'), 23), 'Z"')`;
  return column.isText ? `JSON_QUOTE(${cell})` : cell;
}
