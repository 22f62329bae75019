import type { View } from '../database';
import { perType } from '../fields/per-type';
import type { RecordType } from '../fields/record-type';
import type { RecordResponse } from '../records';
import { createdFields, updatedFields } from '../fields/stamp-fields';
import type { BulkType } from './columns';
import { readExported } from './exported';

/** The fields that a row changes, as the feed of changes has them. */
export type ChangedFields = Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;

/** Records as the caller sees them now, by id. */
export async function shownNow(view: View, bulkType: BulkType, ids: readonly number[]): Promise<ReadonlyMap<number, RecordResponse>> {
  return new Map(
    (await readExported(view, bulkType, ids)).map(({ response, assigned }) => [response['id'] as number, { ...response, ...assigned }]),
  );
}

/** The fields in which a record differs, but for who changed it when. @param shown undefined: it is new */
export function changesBetween(type: RecordType, shown: RecordResponse | undefined, now: RecordResponse): ChangedFields {
  const names = [...new Set([...Object.keys(shown ?? {}), ...Object.keys(now)])].filter((name) => !notShown(type).has(name));
  return Object.fromEntries(
    names.flatMap((name) => {
      const [before, after] = [shown?.[name] ?? null, now[name] ?? null];
      const isSame = shown ? textOf(before) === textOf(after) : isUnset(after);
      return isSame ? [] : [[name, { before, after }]];
    }),
  );
}

/** An empty text is none. */
const textOf = (value: unknown): string => JSON.stringify(value === '' ? null : value);

const isUnset = (value: unknown): boolean =>
  [null, 0, false, '', '0'].includes(value as null) || (Array.isArray(value) && value.length === 0);

/** The id, the stamps with the names in them, and lists of figures. */
const notShown = perType((type): ReadonlySet<string> => {
  const stamps = new Set(['id', ...[...createdFields(type), ...updatedFields(type)].map(([name]) => name)]);
  const others = type.fields.filter(({ source, derived }) => {
    if (source.in === 'name') return stamps.has(source.of);
    return source.in === 'same' ? stamps.has(source.as) : source.in === 'composed' && derived;
  });
  return new Set([...stamps, ...others.map(({ name }) => name)]);
});
