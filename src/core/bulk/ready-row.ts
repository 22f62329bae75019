import type { Transaction } from '../database';
import { rows as read } from '../database/rows';
import { isStored } from '../fields/field';
import { InvalidRequest, type Problem, type ValidationError } from '../problems';
import { identifier, list, sql, values } from '../sql';
import { assignedIn, type Assigned } from './assigned';
import type { BulkType } from './columns';
import type { ImportOptions } from './import-options';
import { MAX_ERRORS, type Row } from './row';
import { targetsOf, type Target } from './targets';
import { looksNumeric, truncationsIn } from './truncated';

/** A row of which is known what it is about. */
export interface ReadyRow extends Row, Pick<Assigned, 'fields' | 'tags'> {
  /** The record that it changes; undefined: it is a new one. */
  readonly id?: number;
  /** Why it cannot be saved, apart from what the rules of its record say. */
  readonly problem?: Problem;
  /** What may be wrong with it. */
  readonly warnings: readonly ValidationError[];
}

type Texts = Readonly<Record<string, string | null>>;

/** Finds out what rows are about, with few statements. */
export async function readyRows(
  transaction: Transaction,
  bulkType: BulkType,
  rows: readonly Row[],
  options: ImportOptions,
): Promise<ReadyRow[]> {
  const targets = await targetsOf(transaction, bulkType, rows, options);
  const stored = await storedTexts(transaction, bulkType, targets);
  const textsOf = (row: Row): Texts | undefined => stored.get(targets.get(row)?.id ?? 0);
  const assigned = await assignedIn(transaction, bulkType, rows, (row) => textsOf(row)?.['divisions']);
  return rows.map((row) => ready(bulkType, row, targets.get(row)!, assigned.get(row)!, textsOf(row), options));
}

function ready(
  bulkType: BulkType,
  row: Row,
  { id, problem }: Target,
  { body, fields, tags, errors }: Assigned,
  stored: Texts | undefined,
  { allowTruncated = false }: ImportOptions,
): ReadyRow {
  const { lost, suspected } = isObject(body) ? truncationsIn(bulkType, body, stored) : { lost: [], suspected: [] };
  const wrong = [...errors, ...(allowTruncated ? [] : lost.map(withAdvice))].slice(0, MAX_ERRORS);
  return {
    ...row,
    body,
    id,
    fields,
    tags,
    problem: problem ?? (wrong.length > 0 ? InvalidRequest.because(wrong) : undefined),
    warnings: allowTruncated ? [...lost, ...suspected] : suspected,
  };
}

const withAdvice = ({ pointer, detail }: ValidationError): ValidationError => ({
  pointer,
  detail: `${detail}; format the column as text, or send ?allowTruncated=true`,
});

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of the records that rows change: the texts that their values are compared with. */
async function storedTexts(
  { em }: Transaction,
  { type, divisions }: BulkType,
  targets: ReadonlyMap<Row, Target>,
): Promise<ReadonlyMap<number, Texts>> {
  const ids = [...targets.values()].flatMap(({ id }) => id ?? []);
  const sent = [...targets.keys()].flatMap(({ body }) => (isObject(body) ? Object.entries(body) : []));
  const numeric = new Set(sent.flatMap(([name, value]) => (looksNumeric(value) ? [name] : [])));
  const names = [
    ...type.fields.filter((field) => field.type === 'text' && isStored(field) && numeric.has(field.name)).map(({ name }) => name),
    ...(numeric.size > 0 && type.findField('countryCode') ? ['countryCode'] : []),
    ...(divisions === 'many' && sent.some(([name]) => name === 'divisions') ? ['divisions'] : []),
  ];
  if (ids.length === 0 || names.length === 0) return new Map();
  const columns = [...new Set(names)];
  const found = await read(
    em,
    sql`SELECT id, ${list(columns.map((name) => identifier(name)))} FROM ${identifier(type.table)} WHERE id IN (${values(ids)})`,
  );
  return new Map(
    found.map(([id, ...cells]) => [id as number, Object.fromEntries(columns.map((name, index) => [name, cells[index] as string | null]))]),
  );
}
