import { rows, type Row } from '../../database/rows';
import type { View } from '../../database/transactions';
import type { Field } from '../../fields/field';
import type { RecordType } from '../../fields/record-type';
import { JsonText } from '../../http/json-text';
import { sql, values, type Sql } from '../../sql';
import { rulesOf } from '../rules';
import { cellOf, storedFields, type Stored } from '../writing/stored';
import { fixedMapper, variableMapper, type Mapper, type RecordResponse } from './mapper';
import { joinedNames, Names } from './names';
import { readResponses, selectFrom, type Cells } from './reader';

/*
 * The JSON of a record is stored as far as it follows from its row alone; names, figures and stamps are read anew and added at the end.
 * A stored text counts only for the version that it was written of: whatever changes a record without writing its text makes reading
 * slower, never wrong.
 */

/** What is stored of a record: the members of its JSON, without braces. */
export function storedText(type: RecordType, record: Stored): string {
  const row = storedFields(type).map((field) => cellOf(field, record[field.name]));
  return JSON.stringify(planOf(type).fixed(row, NO_NAMES)).slice(1, -1);
}

const NO_NAMES = { look: () => null };

/** A record as it is sent: as text where it is stored, otherwise as an object. */
export type Body = JsonText | RecordResponse;

/** The complete records as they are sent, in the order of the ids; ids that do not exist are skipped. */
export async function readBodies(view: View, type: RecordType, ids: readonly number[]): Promise<Body[]> {
  return type.storedResponses ? readTexts(view, type, ids) : readResponses(view, type, ids);
}

async function readTexts(view: View, type: RecordType, ids: readonly number[]): Promise<JsonText[]> {
  if (ids.length === 0) return [];
  const found = await rows(view.em, sql`${selectFrom(view, type, cellsIn(view, type))} WHERE r.id IN (${values(ids)})`);
  const byID = new Map(found.map((row) => [row[0], row]));
  const inOrder = ids.map((id) => byID.get(id)).filter((row) => row !== undefined);
  return textsOf(view, type, inOrder);
}

/**
 * The records that a query picks, as they are sent, in one statement.
 * @param picked SELECT of `id` and `position`, which is returned with each @param order by the columns of `p`
 */
export async function readPicked(view: View, type: RecordType, picked: Sql, order: Sql): Promise<{ body: JsonText; position: unknown }[]> {
  const cells = cellsIn(view, type);
  const beside = { ...cells.beside, column: `${cells.beside.column}, p.position` };
  const found = await rows(view.em, sql`${selectFrom(view, type, { ...cells, beside }, picked)} ORDER BY ${order}`);
  const texts = await textsOf(view, type, found);
  return texts.map((body, index) => ({ body, position: found[index]?.at(-1) }));
}

const cellsIn = ({ types }: View, type: RecordType): Cells => ({
  fields: planOf(type).cells,
  joined: joinedNames(types, type),
  beside: { column: 'CASE WHEN d.version = r.version THEN d.text END', join: ` LEFT JOIN ${type.table}_response d ON d.id = r.id` },
});

/** The texts of rows that have the id first and the version second. */
async function textsOf(view: View, type: RecordType, found: readonly Row[]): Promise<JsonText[]> {
  const { cells, map } = planOf(type);
  const joinedFrom = cells.length;
  const version = joinedFrom + joinedNames(view.types, type).length;
  const textAt = version + 1;
  const at = (name: string): number => cells.findIndex((cell) => cell.name === name);
  const names = await Names.of(view, type, found, { at, joinedFrom, version });
  const idsOf = (list: readonly Row[]): number[] => list.map(([id]) => id as number);
  const related = await relatedData(view, type, idsOf(found.filter((row) => row[textAt] !== null)));
  const absent = await readResponses(view, type, idsOf(found.filter((row) => row[textAt] === null)));
  const others = new Map(absent.map((response) => [response['id'], response]));
  return found.map((row) => {
    const [id, ofVersion] = row as [number, number];
    const other = others.get(id);
    return new JsonText(id, other ? JSON.stringify(other) : textOf(row, map(row, names), related.get(id), textAt), ofVersion);
  });
}

function textOf(row: Row, variable: RecordResponse, related: RecordResponse = {}, textAt: number): string {
  const more = JSON.stringify({ ...variable, ...related });
  return `{${row[textAt] as string}${more === '{}' ? '' : ','}${more.slice(1)}`;
}

/** What the rules of the type add to the responses, by id. */
async function relatedData(view: View, type: RecordType, ids: readonly number[]): Promise<Map<unknown, RecordResponse>> {
  if (ids.length === 0) return new Map();
  const completed =
    (await rulesOf(view, type).completeResponses?.(
      view,
      ids.map((id) => ({ id })),
    )) ?? [];
  return new Map(completed.map(({ id, ...data }) => [id, data]));
}

interface TextPlan {
  readonly fixed: Mapper;
  readonly map: Mapper;
  readonly cells: readonly Field[];
}

const plans = new WeakMap<RecordType, TextPlan>();

function planOf(type: RecordType): TextPlan {
  const known = plans.get(type);
  if (known) return known;
  const made = { fixed: fixedMapper(type), ...variableMapper(type) };
  plans.set(type, made);
  return made;
}
