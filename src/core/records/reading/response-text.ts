import { rows, type Row } from '../../database/rows';
import type { View } from '../../database/transactions';
import { perType } from '../../fields/per-type';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';
import { JsonText } from '../../http/json-text';
import { identifier, sql, values, type Sql } from '../../sql';
import { rulesOf } from '../rules';
import { variableMapper, type Mapper, type RecordResponse } from './mapper';
import { joinedNames, Names, type NameCells } from './names';
import { figureSql, inOrder, readResponses, selectOf, type SelectParts } from './reader';

/*
 * The JSON of a record is stored as far as it follows from its row alone; names, figures and stamps are read anew and added at the end.
 * A stored text counts only for the version that it was written of: whatever changes a record without writing its text makes reading
 * slower, never wrong.
 */

/** A record as it is sent: as text where it is stored, otherwise as an object. */
export type Body = JsonText | RecordResponse;

/** The complete records as they are sent, in the order of the ids; ids that do not exist are skipped. */
export async function readBodies(view: View, type: RecordType, ids: readonly number[]): Promise<Body[]> {
  if (!type.storedResponses) return readResponses(view, type, ids);
  if (ids.length === 0) return [];
  const { columns, joins } = partsOf(view, type);
  const found = await rows(view.em, sql`SELECT ${columns} FROM ${identifier(type.table)} r${joins} WHERE r.id IN (${values(ids)})`);
  return textsOf(view, type, inOrder(ids, found, ID_AT));
}

/**
 * The records that a query picks, of a type with stored responses, as they are sent: in one statement.
 * @param picked SELECT of `id` and `position`, which is returned with each @param order by the columns of `p`
 */
export async function readPicked(view: View, type: RecordType, picked: Sql, order: Sql): Promise<{ body: JsonText; position: unknown }[]> {
  const { columns, joins } = partsOf(view, type);
  const found = await rows(
    view.em,
    sql`SELECT ${columns}, p.position FROM (${picked}) p JOIN ${identifier(type.table)} r ON r.id = p.id${joins} ORDER BY ${order}`,
  );
  const bodies = await textsOf(view, type, found);
  return bodies.map((body, index) => ({ body, position: found[index]?.at(-1) }));
}

function partsOf({ types, now }: View, type: RecordType): { columns: Sql; joins: Sql } {
  const { columns, joins } = planOf(type, types).select;
  return { columns: figureSql(types, columns, now), joins: figureSql(types, joins, now) };
}

/** The texts of rows as a plan reads them. */
async function textsOf(view: View, type: RecordType, found: readonly Row[]): Promise<JsonText[]> {
  const { map, names: nameCells, textAt } = planOf(type, view.types);
  const names = await Names.of(view, type, found, nameCells);
  const idsWhere = (holds: (row: Row) => boolean): number[] => found.filter(holds).map((row) => row[ID_AT] as number);
  const related = await relatedData(
    view,
    type,
    idsWhere((row) => row[textAt] !== null),
  );
  const notStored = await readResponses(
    view,
    type,
    idsWhere((row) => row[textAt] === null),
  );
  const others = new Map(notStored.map((response) => [response['id'], response]));
  return found.map((row) => {
    const [id, version, text] = [row[ID_AT], row[VERSION_AT], row[textAt]] as [number, number, string];
    const json = text === null ? JSON.stringify(others.get(id)) : withMembers(text, { ...map(row, names), ...related.get(id) });
    return new JsonText(id, json, version);
  });
}

/** The JSON of an object of which the first members are text. */
function withMembers(text: string, members: RecordResponse): string {
  const rest = JSON.stringify(members).slice(1);
  return `{${text}${rest === '}' ? '' : ','}${rest}`;
}

/** What the rules of the type add to the responses, by id. */
async function relatedData(view: View, type: RecordType, ids: readonly number[]): Promise<Map<unknown, RecordResponse>> {
  const responses = ids.map((id) => ({ id }));
  const completed = (ids.length > 0 && (await rulesOf(view, type).completeResponses?.(view, responses))) || [];
  return new Map(completed.map(({ id, ...data }) => [id, data]));
}

/** How the rows of a type with stored responses are read. */
interface TextPlan {
  readonly select: SelectParts;
  readonly map: Mapper;
  readonly names: NameCells;
  /** Where the stored text is; null in a row that has none of its version. */
  readonly textAt: number;
}

/** The first cells that a variable mapper reads. */
const [ID_AT, VERSION_AT] = [0, 1];

const planOf = perType((type, types: RecordTypes): TextPlan => {
  const { cells, map } = variableMapper(type);
  const joined = joinedNames(types, type);
  const at = new Map(cells.map(({ name }, index) => [name, index]));
  const version = cells.length + joined.length;
  const stored = {
    column: 'CASE WHEN d.version = r.version THEN d.text END',
    join: ` LEFT JOIN ${identifier(`${type.table}_response`).text} d ON d.id = r.id`,
  };
  return {
    select: selectOf(type, cells, joined, stored),
    map,
    names: { at: (name) => at.get(name) ?? -1, joinedFrom: cells.length, version },
    textAt: version + 1,
  };
});
