import type { EntityManager } from 'typeorm';
import { storedFigures } from '../side-tables';
import { rows, type Row } from '../../database/rows';
import type { View } from '../../database/transactions';
import type { Field } from '../../fields/field';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';
import { identifier, sql, Sql, sqlMoment, values } from '../../sql';
import { cellsOf, mapperOf, type RecordResponse, type Mapper } from './mapper';
import { Names } from './names';
import { rulesOf } from '../rules';

/** Maximum number of ids in one statement. */
const BATCH = 1000;

/**
 * The complete responses for records, in the order of the ids; ids that do not exist are skipped.
 * Deleted records are included: the search that found the ids decides about them.
 */
export async function readResponses(view: View, type: RecordType, ids: readonly number[]): Promise<RecordResponse[]> {
  const answers: RecordResponse[] = [];
  for (let from = 0; from < ids.length; from += BATCH) answers.push(...(await batch(view, type, ids.slice(from, from + BATCH))));
  return withRelatedData(view, type, answers);
}

/** The complete records that match a condition on `r`, ordered by their columns; for few records. */
export async function readResponsesWhere(view: View, type: RecordType, where: Sql, order: Sql): Promise<RecordResponse[]> {
  return withRelatedData(
    view,
    type,
    await mapRows(view, type, await rows(view.em, sql`${selectRows(view, type)} WHERE ${where} ORDER BY ${order}`)),
  );
}

/** With what stands elsewhere. */
const withRelatedData = async (view: View, type: RecordType, answers: RecordResponse[]): Promise<RecordResponse[]> =>
  (answers.length > 0 && (await rulesOf(view, type).completeResponses?.(view, answers))) || answers;

async function batch(view: View, type: RecordType, ids: readonly number[]): Promise<RecordResponse[]> {
  const found = await rows(view.em, sql`${selectRows(view, type)} WHERE r.id IN (${values(ids)})`);
  const { idAt } = readPlan(type);
  const byID = new Map(found.map((row) => [row[idAt], row]));
  return mapRows(
    view,
    type,
    ids.flatMap((id) => {
      const row = byID.get(id);
      return row ? [row] : [];
    }),
  );
}

async function mapRows({ em }: View, type: RecordType, found: readonly Row[]): Promise<RecordResponse[]> {
  const names = await namesOf(em, type, found);
  const { map } = readPlan(type);
  return found.map((row) => map(row, names));
}

function namesOf(em: EntityManager, type: RecordType, found: readonly Row[]): Promise<Names> {
  const cells = new Map<string, Set<number | string>>();
  for (const [name, index] of readPlan(type).referring) {
    const set = new Set<number | string>();
    for (const row of found) if (row[index]) set.add(row[index] as number | string);
    cells.set(name, set);
  }
  return Names.of(em, type, cells);
}

/**
 * How the rows of a type are read: the SQL, where the id is among the cells, the mapper, and where the cells are that
 * refer to something.
 */
interface ReadPlan {
  /** In which `:now` stands for the present. */
  readonly select: string;
  readonly idAt: number;
  readonly map: Mapper;
  readonly referring: readonly (readonly [name: string, index: number])[];
}

const plans = new WeakMap<RecordType, ReadPlan>();

function readPlan(type: RecordType): ReadPlan {
  const known = plans.get(type);
  if (known) return known;
  const cells = cellsOf(type);
  const referring = new Set(type.fields.flatMap(({ source }) => (source.in === 'name' ? [source.of] : [])));
  const at = (name: string): number => cells.findIndex((cell) => cell.name === name);
  const made: ReadPlan = {
    select: selectOf(type, cells),
    idAt: at('id'),
    map: mapperOf(type),
    referring: [...referring].map((name) => [name, at(name)] as const),
  };
  plans.set(type, made);
  return made;
}

const selectRows = ({ types, now }: View, type: RecordType): Sql => figureSql(types, readPlan(type).select, now);

function selectOf(type: RecordType, cells: readonly Field[]): string {
  const figures = storedFigures(type).length > 0 ? ` LEFT JOIN ${quoted(`${type.table}_figure`)} f ON f.id = r.id` : '';
  return `SELECT ${cells.map(cellOf).join(', ')} FROM ${quoted(type.table)} r${figures}`;
}

function cellOf({ name, source }: Field): string {
  if (source.in !== 'figure') return quoted('r', name);
  // named, or the driver takes its SQL with the present in it for a name, and compiles a parser of rows for every reading
  return source.live ? `${source.sql} AS ${quoted(name)}` : quoted('f', name);
}

const quoted = (...names: string[]): string => identifier(...names).text;

/** The SQL of a figure with the record types that it names and the present put in. */
export function figureSql(types: RecordTypes, text: string, now: Date): Sql {
  const pieces = types.expand(text).split(/:now\b/);
  return new Sql(
    pieces.join('?'),
    pieces.slice(1).map(() => sqlMoment(now)),
  );
}
