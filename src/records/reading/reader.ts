import type { EntityManager } from 'typeorm';
import { keptFigures } from '../../database/side-tables';
import { rows, type Row } from '../../database/rows';
import type { View } from '../../database/transactions';
import type { Field } from '../../fields/field';
import type { RecordType } from '../../fields/record-type';
import { identifier, sql, Sql, sqlMoment } from '../../query';
import { cellsOf, mapperOf, type Answer, type Mapper } from './mapper';
import { Names, values } from './names';
import { rulesOf } from '../rules';

/** At most so many ids in one statement. */
const BATCH = 1000;

/**
 * Records by their ids, whole, as they are answered, in the order of the ids; those that are not there are left out.
 * Deleted ones are read: whether they belong is the question of the search that found the ids.
 */
export async function answersOf(view: View, type: RecordType, ids: readonly number[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let from = 0; from < ids.length; from += BATCH) answers.push(...(await batch(view, type, ids.slice(from, from + BATCH))));
  return completed(view, type, answers);
}

/** The few records for which something holds, said of `r`, whole, in an order of their columns. */
export async function answersWhere(view: View, type: RecordType, where: Sql, order: Sql): Promise<Answer[]> {
  return completed(
    view,
    type,
    await mapped(view, type, await rows(view.em, sql`${wholeRows(type, view.now)} WHERE ${where} ORDER BY ${order}`)),
  );
}

/** With what stands elsewhere. */
const completed = async (view: View, type: RecordType, answers: Answer[]): Promise<Answer[]> =>
  (answers.length > 0 && (await rulesOf(type).complete?.(view, answers))) || answers;

async function batch(view: View, type: RecordType, ids: readonly number[]): Promise<Answer[]> {
  const found = await rows(view.em, sql`${wholeRows(type, view.now)} WHERE r.id IN (${values(ids)})`);
  const { idAt } = plan(type);
  const byID = new Map(found.map((row) => [row[idAt], row]));
  return mapped(
    view,
    type,
    ids.flatMap((id) => {
      const row = byID.get(id);
      return row ? [row] : [];
    }),
  );
}

async function mapped({ em }: View, type: RecordType, found: readonly Row[]): Promise<Answer[]> {
  const names = await namesOf(em, type, found);
  const { map } = plan(type);
  return found.map((row) => map(row, names));
}

function namesOf(em: EntityManager, type: RecordType, found: readonly Row[]): Promise<Names> {
  const cells = new Map<string, Set<number | string>>();
  for (const [name, index] of plan(type).referring) {
    const set = new Set<number | string>();
    for (const row of found) if (row[index]) set.add(row[index] as number | string);
    cells.set(name, set);
  }
  return Names.of(em, type, cells);
}

/** How the rows of a type are read: the SQL, where the id is among the cells, the mapper, and where the cells are that refer to something. */
interface Plan {
  /** In which `:now` stands for the present. */
  readonly select: string;
  readonly idAt: number;
  readonly map: Mapper;
  readonly referring: readonly (readonly [name: string, index: number])[];
}

const plans = new WeakMap<RecordType, Plan>();

function plan(type: RecordType): Plan {
  const known = plans.get(type);
  if (known) return known;
  const cells = cellsOf(type);
  const referring = new Set(type.fields.flatMap(({ source }) => (source.in === 'name' ? [source.of] : [])));
  const at = (name: string): number => cells.findIndex((cell) => cell.name === name);
  const made: Plan = {
    select: selectOf(type, cells),
    idAt: at('id'),
    map: mapperOf(type),
    referring: [...referring].map((name) => [name, at(name)] as const),
  };
  plans.set(type, made);
  return made;
}

const wholeRows = (type: RecordType, now: Date): Sql => figureSql(plan(type).select, now);

function selectOf(type: RecordType, cells: readonly Field[]): string {
  const figures = keptFigures(type).length > 0 ? ` LEFT JOIN ${quoted(`${type.table}_figure`)} f ON f.id = r.id` : '';
  return `SELECT ${cells.map(cellOf).join(', ')} FROM ${quoted(type.table)} r${figures}`;
}

function cellOf({ name, source }: Field): string {
  if (source.in !== 'figure') return quoted('r', name);
  // named, or the driver takes its SQL with the present in it for a name, and compiles a parser of rows for every reading
  return source.live ? `${source.sql} AS ${quoted(name)}` : quoted('f', name);
}

const quoted = (...names: string[]): string => identifier(...names).text;

/** The SQL of a figure with the present put in. */
export function figureSql(text: string, now: Date): Sql {
  const pieces = text.split(/:now\b/);
  return new Sql(
    pieces.join('?'),
    pieces.slice(1).map(() => sqlMoment(now)),
  );
}
