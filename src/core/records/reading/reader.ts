import { hiddenFields } from '../../callers';
import { storedFigures } from '../side-tables';
import { rows, type Row } from '../../database/rows';
import type { View } from '../../database/transactions';
import type { Field, FirstRelated } from '../../fields/field';
import { joinOfFirst } from '../../fields/figure-source';
import { perType } from '../../fields/per-type';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';
import { identifier, sql, Sql, values } from '../../sql';
import { cellsOf, mapperOf, type RecordResponse, type Mapper } from './mapper';
import { namesVersion } from './kept-names';
import { listPlan } from './lists';
import { joinedNames, Names, type JoinedName, type NameCells } from './names';
import { rulesOf } from '../rules';

/** Maximum number of ids in one statement. */
const BATCH = 1000;

/**
 * The complete responses for records, in the order of the ids; ids that do not exist are skipped.
 * Deleted records are included: the search that found the ids decides about them. Fields for which the caller lacks the scope are left out.
 */
export async function readResponses(view: View, type: RecordType, ids: readonly number[]): Promise<RecordResponse[]> {
  const answers: RecordResponse[] = [];
  for (let from = 0; from < ids.length; from += BATCH) answers.push(...(await batch(view, type, ids.slice(from, from + BATCH))));
  return withRelatedData(view, type, answers);
}

/** With what stands elsewhere. */
const withRelatedData = async (view: View, type: RecordType, answers: RecordResponse[]): Promise<RecordResponse[]> =>
  (answers.length > 0 && (await rulesOf(view, type).completeResponses?.(view, answers))) || answers;

async function batch(view: View, type: RecordType, ids: readonly number[]): Promise<RecordResponse[]> {
  const found = await rows(view.em, sql`${selectRows(view, type)} WHERE r.id IN (${values(ids)})`);
  const { idAt } = readPlan(type, view.types);
  return mapRows(view, type, inOrder(ids, found, idAt));
}

/** The rows of these ids in their order; an id may have none. */
export function inOrder(ids: readonly number[], found: readonly Row[], idAt: number): Row[] {
  const byID = new Map(found.map((row) => [row[idAt], row]));
  return ids.map((id) => byID.get(id)).filter((row) => row !== undefined);
}

async function mapRows(view: View, type: RecordType, found: readonly Row[]): Promise<RecordResponse[]> {
  const { mapperWithout, names, lists } = readPlan(type, view.types);
  const map = mapperWithout(hiddenFields(type, view.caller).map(({ name }) => name));
  const named = await Names.of(view, type, found, names);
  return found.map((row) => map(row, named, lists(row)));
}

/** How the rows of a type are read: the SQL, the mapper, and where the cells are. */
interface ReadPlan {
  /** In which `:now` and `:today` stand for the present. */
  readonly select: string;
  readonly idAt: number;
  /** By what the caller does not see: removed afterwards, it would make dictionaries of the responses. */
  readonly mapperWithout: (hidden: readonly string[]) => Mapper;
  readonly names: NameCells;
  /** The lists at the end of the response of a row. */
  readonly lists: (row: Row) => RecordResponse;
}

const readPlan = perType((type, types: RecordTypes): ReadPlan => {
  const cells = cellsOf(type);
  const joined = joinedNames(types, type);
  const at = (name: string): number => cells.findIndex((cell) => cell.name === name);
  const lists = listPlan(type, types);
  const { columns, joins } = selectOf(type, cells, joined, { columns: lists.columns });
  const version = cells.length + joined.length;
  return {
    select: `SELECT ${columns} FROM ${quoted(type.table)} r${joins}`,
    idAt: at('id'),
    mapperWithout: byNames((hidden) => mapperOf(type, lists.names, hidden)),
    names: { at, joinedFrom: cells.length, version },
    lists: (row) => lists.members(row.slice(version + 1)),
  };
});

/** A function of some names that is computed once for each list of them. */
function byNames<T>(compute: (names: ReadonlySet<string>) => T): (names: readonly string[]) => T {
  const known = new Map<string, T>();
  return (names) => {
    const key = names.join();
    const found = known.get(key) ?? compute(new Set(names));
    known.set(key, found);
    return found;
  };
}

const selectRows = ({ types, now }: View, type: RecordType): Sql => types.bind(readPlan(type, types).select, now);

/** Columns beside those of the fields and names, and the join that they need. */
interface Beside {
  readonly columns: readonly string[];
  readonly join?: string;
}

/** The columns of a SELECT from `r` and the tables to be joined to it, in which `:now` and `:today` stand for the present. */
export interface SelectParts {
  readonly columns: string;
  readonly joins: string;
}

/** Some fields of `r`, then the joined names and the version of the kept ones, then others. */
export function selectOf(type: RecordType, fields: readonly Field[], joined: readonly JoinedName[], beside: Beside): SelectParts {
  const columns = [...fields.map(cellOf), ...joined.map(({ to }, index) => quoted(`n${index}`, to.display)), namesVersion.text];
  const names = joined.map(({ field, to }, index) => ` LEFT JOIN ${quoted(to.table)} n${index} ON n${index}.id = ${valueOf(field)}`);
  const read = [...fields, ...joined.map(({ field }) => field)];
  const hasFigures = read.some(({ source }) => source.in === 'figure');
  const figures = hasFigures && storedFigures(type).length > 0 ? ` LEFT JOIN ${quoted(`${type.table}_figure`)} f ON f.id = r.id` : '';
  return {
    columns: [...columns, ...beside.columns].join(', '),
    joins: `${figures}${firstOnes(read).map(joinOfFirst).join('')}${names.join('')}${beside.join ?? ''}`,
  };
}

// a live figure is named, or the driver takes its SQL with the present in it for a name, and compiles a parser for every reading
const cellOf = (field: Field): string => (isLive(field) ? `${valueOf(field)} AS ${quoted(field.name)}` : valueOf(field));

function valueOf({ name, source }: Field): string {
  if (source.in !== 'figure') return quoted('r', name);
  if (!source.live) return quoted('f', name);
  if (source.of) return `COALESCE(${source.of.value}, 0)`;
  return source.zeroUnless === undefined ? source.sql : `CASE WHEN ${quoted('f', source.zeroUnless)} > 0 THEN ${source.sql} ELSE 0 END`;
}

/** The related records of which fields are values. */
const firstOnes = (fields: readonly Field[]): readonly FirstRelated[] => [
  ...new Set(fields.flatMap(({ source }) => (source.in === 'figure' && source.of ? [source.of.first] : []))),
];

const isLive = ({ source }: Field): boolean => source.in === 'figure' && source.live;

const quoted = (...names: string[]): string => identifier(...names).text;
