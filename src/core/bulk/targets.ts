import type { Transaction } from '../database';
import { rows as read } from '../database/rows';
import type { Field } from '../fields/field';
import type { RecordType } from '../fields/record-type';
import { INT32 } from '../fields/value-rules';
import { Conflict, InvalidRequest, NotFound, type Problem } from '../problems';
import { select } from '../query';
import { displayName, pluralOf } from '../records';
import { identifier, sql, Sql, values } from '../sql';
import { fold } from '../text/fold';
import type { BulkType } from './columns';
import type { Match, Mode } from './modes';
import type { Row } from './row';

/** The record that a row is about: `id` undefined: a new one. */
export interface Target {
  readonly id?: number;
  /** Why the row cannot be saved. */
  readonly problem?: Problem;
}

interface Matching {
  readonly mode: Mode;
  readonly match: Match;
}

/** Most ids in a message. */
const MOST_NAMED = 10;

/** The field with which rows find their records, undefined for the id. @throws InvalidRequest if the type has no such field */
export function keyFieldOf({ keys, type }: BulkType, match: Match): string | undefined {
  if (match === 'id') return undefined;
  const field = keys[match];
  if (field !== undefined) return field;
  const known = ['id', ...Object.keys(keys)].join(', ');
  throw InvalidRequest.because([
    { in: 'query', pointer: '/match', detail: `must be one of ${known}: ${pluralOf(displayName(type))} have no ${match}` },
  ]);
}

/** The first rows, up to one that is about the same record as another of them, as far as that shows. */
export function differentOnes(bulkType: BulkType, rows: readonly Row[], match: Match): readonly Row[] {
  const field = keyFieldOf(bulkType, match) ?? 'id';
  const seen = new Set<string>();
  const end = rows.findIndex(({ body }) => {
    const value = isObject(body) ? body[field] : undefined;
    if (typeof value !== 'string' && typeof value !== 'number') return false;
    const key = isExact(match) ? String(value) : fold(String(value));
    return seen.size === seen.add(key).size;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/** Which record each row is about. */
export async function targetsOf(
  transaction: Transaction,
  bulkType: BulkType,
  rows: readonly Row[],
  { mode, match }: Matching,
): Promise<ReadonlyMap<Row, Target>> {
  const field = keyFieldOf(bulkType, match);
  if (field === undefined) return new Map(rows.map((row) => [row, byID(row, mode)]));
  const texts = new Map(rows.map((row) => [row, keyIn(row, bulkType.type.field(field))]));
  const found = await recordsWith(
    transaction,
    bulkType.type,
    field,
    match,
    [...texts.values()].filter((text) => text !== undefined),
  );
  return new Map(rows.map((row) => [row, byKey(bulkType.type, field, mode, row, texts.get(row), found)]));
}

function byID({ body, fault }: Row, mode: Mode): Target {
  const id = idIn(body);
  if (fault !== undefined || mode === 'create' || (mode === 'upsert' && id === undefined)) return {};
  if (isID(id)) return { id };
  const detail = mode === 'update' ? 'must be the id of a record' : 'must be the id of a record, or absent';
  return { problem: InvalidRequest.because([{ pointer: '/id', detail }]) };
}

function byKey(
  type: RecordType,
  field: string,
  mode: Mode,
  { body, fault }: Row,
  text: string | undefined,
  found: (text: string) => readonly number[],
): Target {
  if (fault !== undefined) return {};
  const kind = displayName(type);
  const refuse = (pointer: string, detail: string): Target => ({ problem: InvalidRequest.because([{ pointer, detail }]) });
  if (text === undefined)
    return mode === 'update'
      ? refuse(`/${field}`, `must be that of a ${kind}, since rows are matched by it`)
      : withoutID(body, field, kind);
  const [id, ...others] = found(text);
  if (others.length > 0) return { problem: new Conflict(severalHave(kind, field, text, [id!, ...others])) };
  if (id === undefined)
    return mode === 'update' ? { problem: new NotFound(`No ${kind} has the ${field} ${text}.`) } : withoutID(body, field, kind);
  if (mode === 'create') return { problem: new Conflict(`The ${kind} ${id} already has the ${field} ${text}; mode create changes none.`) };
  const own = idIn(body);
  return own === undefined || own === id ? { id } : refuse('/id', `must be ${id}, the ${kind} with the ${field} ${text}, or absent`);
}

/** A row of another record's id must not become a second record. */
function withoutID(body: unknown, field: string, kind: string): Target {
  if (idIn(body) === undefined) return {};
  return { problem: InvalidRequest.because([{ pointer: '/id', detail: `must be absent: no ${kind} has the ${field} of the row` }]) };
}

function severalHave(kind: string, field: string, text: string, ids: readonly number[]): string {
  const named = ids.slice(0, MOST_NAMED).join(', ') + (ids.length > MOST_NAMED ? ', …' : '');
  return `The ${field} ${text} is that of ${ids.length} records of type ${kind} (${named}): match by another column, or change all but one of them.`;
}

const isExact = (match: Match): boolean => match === 'id' || match === 'externalID';
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** undefined if there is none, or one that no record can have, of which the row fails anyway. */
function keyIn({ body }: Row, field: Field): string | undefined {
  const value = isObject(body) ? body[field.name] : undefined;
  return typeof value === 'string' && field.validate(value) === undefined && value.trim() !== '' ? value : undefined;
}

function idIn(body: unknown): unknown {
  const id = isObject(body) ? body['id'] : undefined;
  return id === null || id === 0 ? undefined : id;
}

const isID = (id: unknown): id is number => Number.isInteger(id) && (id as number) >= INT32.minimum && (id as number) <= INT32.maximum;

/** The ids of the records that the caller sees and that are not deleted, by what they have in the field. */
async function recordsWith(
  { em, caller, now, types }: Transaction,
  type: RecordType,
  field: string,
  match: Match,
  texts: readonly string[],
): Promise<(text: string) => readonly number[]> {
  if (texts.length === 0) return () => [];
  const isKey = match === 'externalID' && field === 'externalID';
  const { from, where, params } = select(type, {
    types,
    scope: caller.scope,
    now,
    timeZone: 'UTC',
    ...(isKey
      ? { extraConditions: (record) => [sql`${record.column('externalKey')} IN (${values(texts)})`] }
      : { where: { kind: 'rule', field: type.field(field), operator: 'in', operands: texts } }),
  });
  const ids = (await read(em, new Sql(`SELECT r.id FROM ${from} WHERE ${where}`, params))).map(([id]) => id as number);
  const keyOf = (text: string): string => (isExact(match) ? text : fold(text));
  const found = new Map<string, number[]>();
  if (ids.length > 0) {
    const named = await read(
      em,
      sql`SELECT id, ${identifier(field)} FROM ${identifier(type.table)} WHERE id IN (${values(ids)}) ORDER BY id`,
    );
    for (const [id, text] of named as [number, string][]) found.set(keyOf(text), [...(found.get(keyOf(text)) ?? []), id]);
  }
  return (text) => found.get(keyOf(text)) ?? [];
}
