import { hiddenFields } from '../../callers';
import { copyOf, eachRow, type Row } from '../../database/rows';
import type { View } from '../../database/transactions';
import { perType } from '../../fields/per-type';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';
import { isLong, JsonText, sentOnce } from '../../http/json-text';
import { identifier, list, sql, values, type Sql } from '../../sql';
import { textToSend } from '../../sql/dialect';
import { Utf8Writer } from '../../text/utf8-writer';
import { rulesOf } from '../rules';
import { variableWriter, type Writer, type RecordResponse } from './mapper';
import { keptNames, namesKeptNow, type KeptNames } from './kept-names';
import { listPlan } from './lists';
import { readPickedFields, readWanted, type Picked, type PickedQuery } from './read-wanted';
import type { WantedFields } from './wanted-fields';
import { readResponses, selectOf, type SelectParts } from './reader';

/*
 * The JSON of a record is stored as far as it follows from its row alone; names, figures and stamps are read anew and added at the end.
 * A stored text counts only for the version that it was written of: whatever changes a record without writing its text makes reading
 * slower, never wrong.
 */

/** A record as it is sent: as text where it is stored, otherwise as an object. */
export type Body = JsonText | RecordResponse;

/** The complete records as they are sent, or their wanted fields, in the order of the ids; ids that do not exist are skipped. */
export async function readBodies(view: View, type: RecordType, ids: readonly number[], wanted?: WantedFields): Promise<Body[]> {
  if (wanted !== undefined) return readWanted(view, type, ids, wanted);
  // stored texts have all fields
  if (!type.storedResponses || hiddenFields(type, view.caller).length > 0) return readResponses(view, type, ids);
  if (ids.length === 0) return [];
  const { columns, joins } = partsOf(view, type);
  const query = sql`SELECT ${columns} FROM ${identifier(type.table)} r${joins} WHERE r.id IN (${values(ids)})`;
  const writer = new Utf8Writer(isLong(ids));
  const byID = new Map((await textsOf(view, type, query, { writer })).map((text) => [text.id, text]));
  return sentOnce(
    ids.map((id) => byID.get(id)).filter((text) => text !== undefined),
    writer,
  );
}

/**
 * The records that a query picks, of a type with stored responses and no fields that require a scope, as they are sent: in one statement,
 * and in any order, since the database would move their texts to sort them.
 * @param wanted only these fields
 */
export async function readPicked(view: View, type: RecordType, picked: PickedQuery, wanted?: WantedFields): Promise<Picked[]> {
  if (wanted !== undefined) return readPickedFields(view, type, wanted, picked);
  const { columns, joins } = partsOf(view, type);
  const { from, rest = sql``, shown } = picked;
  const query = sql`SELECT ${columns}, ${list(shown)} FROM ${from}${joins}${rest}`;
  const cells: Row[] = [];
  const bodies = await textsOf(view, type, query, { visit: (row) => cells.push(row.slice(-shown.length)) });
  return bodies.map((body, index) => ({ body, cells: cells[index] ?? [] }));
}

function partsOf({ types, now }: View, type: RecordType): { columns: Sql; joins: Sql } {
  const { columns, joins } = planOf(type, types).select;
  return { columns: types.bind(columns, now), joins: types.bind(joins, now) };
}

/** What is done with rows: `visit` is shown each, the texts are written by the writer. */
interface RowUse {
  readonly visit?: (row: Row) => void;
  readonly writer?: Utf8Writer;
}

/** The texts of the rows that a query of a plan returns. */
async function textsOf(
  view: View,
  type: RecordType,
  query: Sql,
  { visit = () => {}, writer = new Utf8Writer() }: RowUse,
): Promise<JsonText[]> {
  const plan = planOf(type, view.types);
  // a row is written while it arrives: hundreds that wait to be written are most of the work of the garbage collector
  const found: (JsonText | Row)[] = [];
  await eachRow(view.em, query, (row) => {
    visit(row);
    const names = isStored(row) ? namesKeptNow(view, Number(row[plan.namesAt])) : undefined;
    found.push(names ? textOf(plan, row, names, writer) : copyOf(row));
  });
  const waiting = found.filter((each) => Array.isArray(each));
  const names = waiting[0] && (await keptNames(view, Number(waiting[0][plan.namesAt])));
  const others = await responsesByID(view, type, waiting.filter((row) => !isStored(row)).map(idOf));
  const related = await relatedData(
    view,
    type,
    found.map((each) => (Array.isArray(each) ? idOf(each) : each.id)).filter((id) => !others.has(id)),
  );
  return found.map((each) => {
    const text = Array.isArray(each) && isStored(each) && names ? textOf(plan, each, names, writer) : each;
    if (Array.isArray(text))
      return new JsonText(idOf(text), text[VERSION_AT] as number, writer.write(JSON.stringify(others.get(idOf(text))).slice(0, -1)));
    const data = related.get(text.id);
    return data ? text.with(data) : text;
  });

  function isStored(row: Row): boolean {
    return row[plan.textAt] !== null;
  }
}

const idOf = (row: Row): number => row[ID_AT] as number;

function textOf({ textAt, write }: TextPlan, row: Row, names: KeptNames, writer: Utf8Writer): JsonText {
  return new JsonText(idOf(row), row[VERSION_AT] as number, writer.write('{', row[textAt] as Buffer | string, write(row, names)));
}

async function responsesByID(view: View, type: RecordType, ids: readonly number[]): Promise<Map<unknown, RecordResponse>> {
  return new Map((await readResponses(view, type, ids)).map((response) => [response['id'], response]));
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
  readonly write: Writer;
  /** Where the version of the kept names is. */
  readonly namesAt: number;
  /** Where the stored text is; null in a row that has none of its version. */
  readonly textAt: number;
}

/** The first cells that a variable writer reads. */
const [ID_AT, VERSION_AT] = [0, 1];

const planOf = perType((type, types: RecordTypes): TextPlan => {
  const { cells, joined, write } = variableWriter(types, type);
  const namesAt = cells.length + joined.length;
  const lists = listPlan(type, types);
  const stored = {
    columns: [`CASE WHEN d.version = r.version THEN ${textToSend('d.text')} END`, ...lists.columns],
    join: ` LEFT JOIN ${identifier(`${type.table}_response`).text} d ON d.id = r.id`,
  };
  const textAt = namesAt + 1;
  const listsAt = textAt + 1;
  const writeLists = (row: Row): string => {
    const members = lists.members(row.slice(listsAt, listsAt + lists.columns.length));
    return `,${JSON.stringify(members).slice(1, -1)}`;
  };
  return {
    select: selectOf(type, cells, joined, stored),
    write: lists.columns.length === 0 ? write : (row, names) => write(row, names) + writeLists(row),
    namesAt,
    textAt,
  };
});
