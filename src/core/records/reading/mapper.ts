import { isStored, type Field } from '../../fields/field';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';
import type { Row } from '../../database/rows';
import { VERSION } from '../../http/conditional';
import { updatedFields } from '../../fields/stamp-fields';
import type { KeptNames } from './kept-names';
import { joinedNames, lookKey, nameInJson, type JoinedName, type Names } from './names';

/** A record in the JSON form of a response. */
export type RecordResponse = Record<string, unknown>;

/** The fields that a row has a cell for, in this order: stored ones and figures, but for live ones that no response shows. */
export const cellsOf = (type: RecordType): readonly Field[] => type.fields.filter((field) => isStored(field) || isReadFigure(field));

const isReadFigure = ({ source, inResponse }: Field): boolean => source.in === 'figure' && !(source.live && inResponse === 'nowhere');

/** Creates the response of a row, with members that come from elsewhere. */
export type Mapper = (row: Row, names: Pick<Names, 'look'>, others?: RecordResponse) => RecordResponse;

/** Writes the response of a row as members in JSON, a comma before each. */
export type Writer = (row: Row, names: Pick<KeptNames, 'json' | 'jsonAbove'>) => string;

/** One member of a response: its name and the expression of its value. */
interface Member {
  readonly name: string;
  /** Does its value follow from the record's row alone, and change only with the version of the record? */
  readonly isFixed: boolean;
  readonly value: (cell: CellOf) => string;
}

type CellOf = (field: string) => string;

/**
 * The mapper of a record type: a function written out field by field and compiled once, since a loop over 200 fields a
 * row costs several times as much. Every name in it comes from our own fields.
 * @param others the names of members that come from elsewhere
 * @param hidden those of members that are left out
 */
export function mapperOf(type: RecordType, others: readonly string[] = [], hidden: ReadonlySet<string> = new Set()): Mapper {
  const at = new Map(cellsOf(type).map((field, index) => [field.name, index]));
  const members = membersOf(type).filter(({ name }) => !hidden.has(name));
  const names = others.filter((name) => !hidden.has(name)).map((name) => JSON.stringify(name));
  return compile([
    ...(at.has('version') ? [`this[version] = ${cellAt(at)('version')};`] : []),
    ...assigned(members, cellAt(at)),
    ...names.map((name) => `this[${name}] = others[${name}];`),
  ]);
}

/** The mapper of the members that can be stored, from the stored fields of a record. */
export function fixedMapper(type: RecordType): Mapper {
  const at = new Map(type.fields.filter(isStored).map((field, index) => [field.name, index]));
  return compile(
    assigned(
      membersOf(type).filter(({ isFixed }) => isFixed),
      cellAt(at),
    ),
  );
}

/** The names of the stored fields from which those members follow. */
export function fieldsOfFixed(type: RecordType): ReadonlySet<string> {
  const used = new Set<string>();
  const note = (name: string): string => String(used.add(name).size);
  for (const { isFixed, value } of membersOf(type)) if (isFixed) value(note);
  return used;
}

/** How some members of a response are written. */
export interface WriterPlan {
  readonly write: Writer;
  /** The fields whose cells its rows begin with: the id, the version if the type has one, and those that it needs. */
  readonly cells: readonly Field[];
  /** The names whose cells follow. */
  readonly joined: readonly JoinedName[];
}

/** The writer of all members that are not stored. */
export const variableWriter = (types: RecordTypes, type: RecordType): WriterPlan =>
  writerOf(
    types,
    type,
    membersOf(type).filter(({ isFixed }) => !isFixed),
  );

/** The writer of the members with these names, as far as they follow from the cells of a row. */
export const selectedWriter = (types: RecordTypes, type: RecordType, names: ReadonlySet<string>): WriterPlan =>
  writerOf(
    types,
    type,
    membersOf(type).filter(({ name }) => names.has(name)),
  );

function writerOf(types: RecordTypes, type: RecordType, members: readonly Member[]): WriterPlan {
  const cells: Field[] = ['id', 'version'].flatMap((name) => type.findField(name) ?? []);
  const joined = joinedNames(types, type).filter(({ key }) => members.some(({ name }) => nameKey(type, name) === key));
  const at = (name: string): number => {
    const index = cells.findIndex((cell) => cell.name === name);
    return index === -1 ? cells.push(type.field(name)) - 1 : index;
  };
  const written = members.map((member) => {
    const start = JSON.stringify(`,${JSON.stringify(member.name)}:`);
    const json = jsonOf(types, type, member, joined, (name) => `row[${at(name)}]`);
    return mayBeAbsent(type, member) ? `member(${start}, ${json})` : `${start} + ${json}`;
  });
  const make = new Function('member', 'entry', 'json', 'iso', 'from', `return (row, names) => ${written.join(' +\n') || "''"};`) as (
    member: typeof memberOf,
    entry: typeof entryJson,
    json: typeof toJson,
    iso: typeof isoOf,
    from: number,
  ) => Writer;
  return { write: make(memberOf, entryJson, toJson, isoOf, cells.length), cells, joined };
}

function jsonOf(types: RecordTypes, type: RecordType, { name, value }: Member, joined: readonly JoinedName[], cell: CellOf): string {
  const field = type.findField(name);
  if (field?.source.in === 'composed') return listJson(type, name, cell);
  if (field?.source.in !== 'name') return (field && plainJson(field, cell)) ?? `json(${value(cell)})`;
  const { source, unset } = field;
  return `(${nameInJson(types, type, lookKey(source.of, source.parent), joined, () => cell(source.of))} ?? ${jsonLiteral(unset)})`;
}

/** Members without a value and without one that stands for it are left out. */
function mayBeAbsent(type: RecordType, { name }: Member): boolean {
  const field = type.findField(name);
  return field === undefined || field.unset === undefined || field.source.in === 'same' || field.source.in === 'composed';
}

/** The JSON of a list of values with their types. */
function listJson(type: RecordType, list: string, cell: CellOf): string {
  const entries = entriesOf(type, list).map(({ field, type: kind }) => {
    const start = JSON.stringify(`,{"type":${JSON.stringify(kind)},"value":`);
    return `entry(${start}, ${plainJson(field, cell) ?? `json(${stored(field, cell(field.name))})`})`;
  });
  return `('[' + (${entries.join(' + ')}).slice(1) + ']')`;
}

/** The JSON of what needs no escapes, as most members that are not stored. */
function plainJson({ name, type, source, unset }: Field, cell: CellOf): string | undefined {
  if (source.in === 'same') return undefined;
  const value = cell(name);
  if (type === 'date') return `(${value} === null ? ${jsonLiteral(unset)} : '"' + iso(${value}) + '"')`;
  if (unset === '0' && type !== 'text') return `('"' + (${value} ?? 0) + '"')`;
  if (type === 'boolean') return `(${value} === null ? '${unset === null ? unset : false}' : ${value} ? 'true' : 'false')`;
  if (type === 'integer' || type === 'number') return `(${value} ?? ${jsonLiteral(unset)})`;
  return undefined;
}

/** The expression of the JSON of a constant. */
const jsonLiteral = (value: Field['unset']): string => (value === undefined ? 'undefined' : JSON.stringify(JSON.stringify(value)));

function nameKey(type: RecordType, name: string): string | undefined {
  const { source } = type.field(name);
  return source.in === 'name' ? lookKey(source.of, source.parent) : undefined;
}

const memberOf = (start: string, json: string | undefined): string => (json === undefined ? '' : start + json);
const entryJson = (start: string, json: string | undefined): string => (json === undefined ? '' : `${start}${json}}`);
const toJson = (value: unknown): string | undefined =>
  typeof value === 'number' || value === null ? String(value) : JSON.stringify(value);

const cellAt =
  (at: ReadonlyMap<string, number>): CellOf =>
  (name) =>
    `row[${at.get(name)}]`;

const assigned = (members: readonly Member[], cell: CellOf): string[] =>
  members.map(({ name, value }) => `this[${JSON.stringify(name)}] = ${value(cell)};`);

/** A constructor sets all members: of wide objects V8 makes dictionaries when a member is deleted, and adds computed keys slowly. */
function compile(assignments: readonly string[]): Mapper {
  const make = new Function(
    'iso',
    'isGiven',
    'version',
    `function Response(row, names, others) { ${assignments.join('\n')} }
    Response.prototype = Object.prototype;
    return (row, names, others) => new Response(row, names, others);`,
  ) as (iso: typeof isoOf, isGiven: typeof hasValue, version: symbol) => Mapper;
  return make(isoOf, hasValue, VERSION);
}

/** The names of all members that follow from the cells of a row. */
export const memberNames = (type: RecordType): readonly string[] => membersOf(type).map(({ name }) => name);

/** Those that can be stored come first, so that a response reads the same whether or not it is: the id, the custom fields last. */
function membersOf(type: RecordType): Member[] {
  const shown = type.fields.filter((field) => field.inResponse === 'field' && field.source.in !== 'composed');
  const lists = type.fields.filter((field) => field.source.in === 'composed' && entriesOf(type, field.name).length > 0);
  return [
    ...shown.map((field) => ({ name: field.name, isFixed: isFixed(type, field), value: (cell: CellOf) => valueOf(type, field, cell) })),
    ...lists.map(({ name }) => ({
      name,
      isFixed: false,
      value: (cell: CellOf) =>
        `[${entriesOf(type, name)
          .map((entry) => entryOf(entry, cell))
          .join(', ')}].filter(isGiven)`,
    })),
  ].toSorted((one, other) => rank(one) - rank(other));
}

/** Its divisions are a text of their names, and follow a new name of a division without a new version of the record. */
function isFixed(type: RecordType, { name, source }: Field): boolean {
  if (source.in === 'same') return isFixed(type, type.field(source.as));
  return isStored(type.field(name)) && name !== 'divisions' && !updatedFields(type).some(([each]) => each === name);
}

const rank = ({ name, isFixed }: Member): number => (!isFixed ? 3 : name === 'id' ? 0 : name.startsWith('customField') ? 2 : 1);

const entriesOf = (type: RecordType, list: string): { field: Field; type: string }[] =>
  type.fields.flatMap((field) =>
    typeof field.inResponse === 'object' && field.inResponse.list === list ? [{ field, type: field.inResponse.type }] : [],
  );

const entryOf = ({ field, type }: { field: Field; type: string }, cell: (name: string) => string): string =>
  `{ type: ${JSON.stringify(type)}, value: ${stored(field, cell(field.name))} }`;

function valueOf(type: RecordType, field: Field, cell: (name: string) => string): string {
  const { source, unset } = field;
  if (source.in === 'same') return stored({ ...type.field(source.as), unset }, cell(source.as));
  if (source.in === 'name')
    return `names.look(${JSON.stringify(lookKey(source.of, source.parent))}, ${cell(source.of)}) ?? ${literal(unset)}`;
  return stored(field, cell(field.name));
}

function stored({ type, unset }: Field, cell: string): string {
  if (type === 'date') return `${cell} === null ? ${literal(unset)} : iso(${cell})`;
  if (unset === '0') return `String(${cell} ?? 0)`;
  if (type === 'boolean') return unset === null ? `(${cell} === null ? null : !!${cell})` : `!!${cell}`;
  return `${cell} ?? ${literal(unset)}`;
}

const literal = (value: Field['unset']): string => (value === undefined ? 'undefined' : JSON.stringify(value));

/** `YYYY-MM-DD HH:MM:SS.mmm` of the database as ISO 8601. */
export function isoOf(moment: string): string {
  const padded = moment.length === 19 ? `${moment}.000` : moment;
  return `${padded.slice(0, 10)}T${padded.slice(11, 23)}Z`;
}

/** Entries of a list of dates are there once their date is. */
const hasValue = ({ value }: { value: unknown }): boolean => value !== undefined;
