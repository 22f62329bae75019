import { LRUCache } from 'lru-cache';
import { hiddenFields } from '../../callers';
import { rows, type Row } from '../../database/rows';
import type { View } from '../../database/transactions';
import { perType } from '../../fields/per-type';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';
import { VERSION } from '../../http/conditional';
import { JsonText } from '../../http/json-text';
import { identifier, list, sql, values, type Sql } from '../../sql';
import { rulesOf } from '../rules';
import { keptNames } from './kept-names';
import { selectedLists } from './lists';
import { memberNames, selectedWriter, type RecordResponse, type Writer } from './mapper';
import { readResponses, selectOf, type SelectParts } from './reader';
import { keyOf, type WantedFields } from './wanted-fields';

/*
 * Some fields of records: only their columns, names and figures are read, and written by a writer that is compiled for them. Stored texts
 * have all fields, and to take some out of them would mean to parse them.
 */

/** How some fields of a type are read. */
interface WantedPlan {
  readonly select: SelectParts;
  readonly write: Writer;
  /** Where the version of the record is, if it has one. */
  readonly versionAt?: number;
  /** Where the version of the kept names is. */
  readonly namesAt: number;
  /** Fields that the rules of the type add. */
  readonly beside: ReadonlySet<string>;
}

/** Which records. */
export interface PickedQuery {
  /** What follows FROM, with the records as `r`; `n…`, `d` and `f` are taken. */
  readonly from: Sql;
  /** What follows that: WHERE or LIMIT. */
  readonly rest?: Sql;
  /** Expressions that are returned with each record. */
  readonly shown: readonly Sql[];
}

/** A record, and what was asked for with it. */
export interface Picked {
  readonly body: JsonText;
  readonly cells: Row;
}

/** Plans of so many sets of fields are kept for a type; clients send few, but can send any. */
const MOST_PLANS = 100;
const plansOf = perType(() => new LRUCache<string, WantedPlan>({ max: MOST_PLANS }));

function planOf(types: RecordTypes, type: RecordType, wanted: WantedFields): WantedPlan {
  const plans = plansOf(type);
  const key = keyOf(wanted);
  const plan = plans.get(key) ?? makePlan(types, type, wanted);
  plans.set(key, plan);
  return plan;
}

function makePlan(types: RecordTypes, type: RecordType, wanted: WantedFields): WantedPlan {
  const { cells, joined, write } = selectedWriter(types, type, wanted);
  const lists = selectedLists(type, types, wanted);
  const namesAt = cells.length + joined.length;
  const versionAt = cells.findIndex(({ name }) => name === 'version');
  const writeLists = (row: Row): string => `,${JSON.stringify(lists.members(row.slice(namesAt + 1))).slice(1, -1)}`;
  const known = new Set([...memberNames(type), ...(rulesOf({ types }, type).responseLists ?? []).map(({ name }) => name)]);
  return {
    select: selectOf(type, cells, joined, { columns: lists.columns }),
    write: lists.columns.length === 0 ? write : (row, names) => write(row, names) + writeLists(row),
    ...(versionAt >= 0 && { versionAt }),
    namesAt,
    beside: new Set([...wanted].filter((name) => !known.has(name))),
  };
}

/** Those of the wanted fields that the caller sees, of records in the order of the ids; ids that do not exist are skipped. */
export async function readWanted(view: View, type: RecordType, ids: readonly number[], wanted: WantedFields): Promise<JsonText[]> {
  if (ids.length === 0) return [];
  const seen = seenOf(view, type, wanted);
  const plan = planOf(view.types, type, seen);
  // rules of a type without stored responses complete what they are given
  if (plan.beside.size > 0 && !type.storedResponses)
    return (await readResponses(view, type, ids)).map((response) => picked(response, seen));
  const { columns, joins } = partsOf(view, plan);
  const found = await rows(view.em, sql`SELECT ${columns} FROM ${identifier(type.table)} r${joins} WHERE r.id IN (${values(ids)})`);
  const byID = new Map((await written(view, type, plan, found)).map((text) => [text.id, text]));
  return ids.map((id) => byID.get(id)).filter((text) => text !== undefined);
}

/** The same of the records that a query picks, with what it shows of each, in any order; see `readPicked`. */
export async function readPickedFields(
  view: View,
  type: RecordType,
  wanted: WantedFields,
  { from, rest = sql``, shown }: PickedQuery,
): Promise<Picked[]> {
  const plan = planOf(view.types, type, seenOf(view, type, wanted));
  const { columns, joins } = partsOf(view, plan);
  const found = await rows(view.em, sql`SELECT ${columns}, ${list(shown)} FROM ${from}${joins}${rest}`);
  const own = found.map((row) => row.slice(0, -shown.length));
  const bodies = await written(view, type, plan, own);
  return bodies.map((body, index) => ({ body, cells: found[index]!.slice(-shown.length) }));
}

function seenOf({ caller }: View, type: RecordType, wanted: WantedFields): WantedFields {
  const hidden = new Set(hiddenFields(type, caller).map(({ name }) => name));
  return hidden.size === 0 ? wanted : new Set([...wanted].filter((name) => !hidden.has(name)));
}

function partsOf({ types, now }: View, { select: { columns, joins } }: WantedPlan): { columns: Sql; joins: Sql } {
  return { columns: types.bind(columns, now), joins: types.bind(joins, now) };
}

async function written(view: View, type: RecordType, plan: WantedPlan, found: readonly Row[]): Promise<JsonText[]> {
  const [first] = found;
  if (!first) return [];
  const names = await keptNames(view, Number(first[plan.namesAt]));
  const beside = await besideOf(view, type, plan, found.map(idOf));
  return found.map((row) => {
    const version = plan.versionAt === undefined ? undefined : (row[plan.versionAt] as number);
    return textOf(idOf(row), version, plan.write(row, names) + (beside.get(idOf(row)) ?? ''));
  });
}

/** The members that the rules of the type add, in JSON, a comma before each. */
async function besideOf(view: View, type: RecordType, { beside }: WantedPlan, ids: readonly number[]): Promise<Map<unknown, string>> {
  if (beside.size === 0) return new Map();
  const responses =
    (await rulesOf(view, type).completeResponses?.(
      view,
      ids.map((id) => ({ id })),
    )) ?? [];
  return new Map(responses.map((response) => [response['id'], membersIn(response, beside)]));
}

const picked = (response: RecordResponse, names: WantedFields): JsonText =>
  textOf(Number(response['id']), (response as { [VERSION]?: number })[VERSION], membersIn(response, names));

const membersIn = (response: RecordResponse, names: ReadonlySet<string>): string =>
  Object.entries(response)
    .filter(([name, value]) => names.has(name) && value !== undefined)
    .map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join('');

const NO_BYTES = Buffer.alloc(0);
/** @param members a comma before each */
const textOf = (id: number, version: number | undefined, members: string): JsonText =>
  new JsonText(id, version, NO_BYTES, `{${members.slice(1)}}`);
const idOf = (row: Row): number => row[0] as number;
