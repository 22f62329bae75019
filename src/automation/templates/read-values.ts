import { hiddenFields } from '../../core/callers';
import type { View } from '../../core/database';
import type { Field } from '../../core/fields/field';
import type { RecordType } from '../../core/fields/record-type';
import { dayRule } from '../../core/fields/value-rules';
import { resolveAlias } from '../../core/query';
import { filterableField } from '../../core/query/filterable';
import { loadAll, readResponses, visibleIds, type RecordResponse } from '../../core/records';
import { FieldDate } from './field-date';
import { isField, referenceOf, type Path } from './variables';

type Values = Record<string, unknown>;
type ValueOf = (id: number, field: Field) => unknown;

/**
 * The values at some paths, for each of some records of a type, under the names as they are written. Each reference takes as many
 * statements for one record as for many. What is deleted, or not seen by the caller, has no values for records that refer to it.
 */
export async function readValues(
  view: View,
  type: RecordType,
  ids: readonly number[],
  paths: readonly Path[],
  zone: string,
): Promise<ReadonlyMap<number, Values>> {
  const { fields, references } = wantedOf(type, paths);
  const valueOf = await reader(
    view,
    type,
    ids,
    [...fields, ...references].map(({ field }) => field),
  );
  const values = new Map(
    ids.map((id): [number, Values] => [
      id,
      Object.fromEntries(fields.map(({ name, field }) => [name, inTemplate(type, field, valueOf(id, field), zone)])),
    ]),
  );
  for (const { name, to, field, further } of references) {
    const related = view.types.named(to);
    const referredTo = new Set(ids.map((id) => Number(valueOf(id, field))).filter(Boolean));
    const relatedValues = await readValues(view, related, await visibleIds(view, related, [...referredTo]), further, zone);
    for (const [id, each] of values) each[name] = relatedValues.get(Number(valueOf(id, field)));
  }
  return values;
}

/** What some paths lead to, first: fields of the record, and references with the paths that go on from there. */
function wantedOf(type: RecordType, paths: readonly Path[]) {
  const own = paths.filter((path) => path.length === 1 && isField(path));
  const others = paths.filter((path) => path.length > 1);
  return {
    fields: firstNames(own).flatMap((name) => {
      const field = filterableField(type, name);
      return field ? [{ name, field }] : [];
    }),
    references: firstNames(others).flatMap((name) => {
      const further = others.filter(([first]) => first === name).map(([, ...rest]) => rest);
      const reference = referenceOf(type, name);
      return reference ? [{ ...reference, name, further }] : [];
    }),
  };
}

const firstNames = (paths: readonly Path[]): string[] => [...new Set(paths.map(([name = '']) => name))];

/** Reads fields of some records, those that are in no response included. */
async function reader(view: View, type: RecordType, ids: readonly number[], fields: readonly Field[]): Promise<ValueOf> {
  const responses = fields.length > 0 ? await readResponses(view, type, ids) : [];
  const isStoredOnly = fields.some(({ inResponse }) => inResponse === 'nowhere');
  const stored = isStoredOnly ? ((await loadAll(view.em, type, ids)) as RecordResponse[]) : [];
  const hidden = hiddenFields(type, view.caller);
  const [responseOf, storedOf] = [byID(responses), byID(stored)];
  return (id, field) => (hidden.includes(field) ? null : valueIn(field, responseOf.get(id) ?? {}, storedOf.get(id) ?? {}));
}

const byID = (records: readonly RecordResponse[]): ReadonlyMap<unknown, RecordResponse> =>
  new Map(records.map((record) => [record['id'], record]));

function valueIn({ name, inResponse }: Field, response: RecordResponse, stored: RecordResponse): unknown {
  if (inResponse === 'field') return response[name];
  if (inResponse === 'nowhere') return stored[name];
  const entries = (response[inResponse.list] ?? []) as readonly { type: string; value: unknown }[];
  return entries.find(({ type }) => type === inResponse.type)?.value;
}

function inTemplate(type: RecordType, field: Field, value: unknown, zone: string): unknown {
  if (field.type !== 'date') return value;
  if (typeof value !== 'string' && !(value instanceof Date)) return null;
  return isDay(resolveAlias(type, field)) ? new FieldDate(value, 'UTC', false) : new FieldDate(value, zone);
}

/** Days are stored as midnight UTC, whatever the time zone. */
const isDay = ({ parse }: Field): boolean => parse === dayRule.parse;
