import { rows, type Row } from '../../database/rows';
import type { View } from '../../database/transactions';
import type { Field } from '../../fields/field';
import type { RecordType } from '../../fields/record-type';
import { JsonText } from '../../http/json-text';
import { sql, values } from '../../sql';
import { rulesOf } from '../rules';
import { cellOf, storedFields, type Stored } from '../writing/stored';
import { fixedMapper, variableMapper, type Mapper, type RecordResponse } from './mapper';
import { joinedNames, Names, type NameCells } from './names';
import { readResponses, selectFrom } from './reader';

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
  const { cells, map } = planOf(type);
  const joined = joinedNames(view.types, type);
  const found = await rows(view.em, sql`${selectFrom(view, type, cells, joined, storedIn(type))} WHERE r.id IN (${values(ids)})`);
  const at: NameCells = {
    at: (name) => cells.findIndex((cell) => cell.name === name),
    joinedFrom: cells.length,
    version: cells.length + joined.length,
  };
  const names = await Names.of(view, type, found, at);
  const textAt = at.version + 1;
  const byID = new Map(found.map((row) => [row[0], row]));
  const [present, absent] = [ids.filter((id) => byID.get(id)?.[textAt]), ids.filter((id) => byID.has(id) && !byID.get(id)?.[textAt])];
  const others = new Map((await readResponses(view, type, absent)).map((response) => [response['id'], response]));
  const related = await relatedData(view, type, present);
  return ids.flatMap((id) => {
    const row = byID.get(id);
    if (!row) return [];
    const other = others.get(id);
    const text = other ? JSON.stringify(other) : textOf(row, map(row, names), related.get(id), textAt);
    return [new JsonText(id, text, row[1] as number)];
  });
}

const storedIn = ({ table }: RecordType): { column: string; join: string } => ({
  column: 'CASE WHEN d.version = r.version THEN d.text END',
  join: ` LEFT JOIN ${table}_response d ON d.id = r.id`,
});

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
