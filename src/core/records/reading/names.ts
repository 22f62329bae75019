import type { Row } from '../../database/rows';
import type { View } from '../../database/transactions';
import type { Field } from '../../fields/field';
import { perType } from '../../fields/per-type';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';
import { keptNames, type KeptNames } from './kept-names';

type Key = number | string;

/** A field that refers to records of which there may be many: their names are read in the same statement. */
export interface JoinedName {
  readonly key: string;
  readonly field: Field;
  readonly to: RecordType;
}

/** A field whose names are kept in memory. */
interface KeptSource {
  readonly place: string;
  readonly parent?: string;
}

/** Where the names of a record type come from, by the key under which the mapper looks. */
interface NameSources {
  readonly joined: ReadonlyMap<string, JoinedName>;
  readonly kept: ReadonlyMap<string, KeptSource>;
}

/** One key for each kind of name that a field gives: its own, or its parent's. */
export const lookKey = (of: string, parent?: string): string => (parent === undefined ? of : `${of}/${parent}`);

const sourcesOf = perType((type, types: RecordTypes): NameSources => {
  const joined = new Map<string, JoinedName>();
  const kept = new Map<string, KeptSource>();
  for (const { source } of type.fields) {
    if (source.in !== 'name') continue;
    const [key, field] = [lookKey(source.of, source.parent), type.field(source.of)];
    const to = field.source.in === 'reference' || field.source.in === 'figure' ? field.source.to : undefined;
    if (to !== undefined && !types.named(to).namesKept) joined.set(key, { key, field, to: types.named(to) });
    else kept.set(key, { place: to ?? listOf(field), parent: source.parent });
  }
  return { joined, kept };
});

function listOf({ name, source }: Field): string {
  if (source.in !== 'code' && source.in !== 'lookup') throw new Error(`${name} refers to nothing that has a name.`);
  return source.list;
}

/** The names to be joined to the rows of a type, in the order of their cells. */
export const joinedNames = (types: RecordTypes, type: RecordType): readonly JoinedName[] => [...sourcesOf(type, types).joined.values()];

/** The expression of a name in JSON or undefined: of `row`, in which the joined names begin at `from`, and `names`, the kept ones. */
export function nameInJson(types: RecordTypes, type: RecordType, key: string, joined: readonly JoinedName[], cell: () => string): string {
  const { kept } = sourcesOf(type, types);
  const index = joined.findIndex((each) => each.key === key);
  if (index !== -1) return `(row[from + ${index}] === null ? undefined : JSON.stringify(row[from + ${index}]))`;
  const { place, parent } = kept.get(key)!;
  const literals = [place, parent].map((each) => JSON.stringify(each));
  return parent === undefined ? `names.json(${literals[0]}, ${cell()})` : `names.jsonAbove(${literals[0]}, ${cell()}, ${literals[1]})`;
}

/** Where the cells of a row are: of fields, then one for each joined name, and the version of the kept ones. */
export interface NameCells {
  /** The index of the cell of a field. */
  readonly at: (field: string) => number;
  readonly joinedFrom: number;
  readonly version: number;
}

/** The names of everything that some rows refer to. */
export class Names {
  private constructor(
    private readonly joined: ReadonlyMap<string, ReadonlyMap<unknown, string | null>>,
    private readonly sources: ReadonlyMap<string, KeptSource>,
    private readonly kept: KeptNames | undefined,
  ) {}

  static async of(view: View, type: RecordType, found: readonly Row[], { at, joinedFrom, version }: NameCells): Promise<Names> {
    const { joined, kept } = sourcesOf(type, view.types);
    const byKey = [...joined].map(([key, { field }], index) => {
      const cell = at(field.name);
      return [key, new Map(found.map((row) => [row[cell], row[joinedFrom + index] as string | null]))] as const;
    });
    const [first] = found;
    return new Names(new Map(byKey), kept, first && kept.size > 0 ? await keptNames(view, Number(first[version])) : undefined);
  }

  /** The name of what the field refers to with that value; null when there is none. */
  look(key: string, value: unknown): string | null {
    if (value === null || value === undefined) return null;
    const source = this.sources.get(key);
    if (!source) return this.joined.get(key)?.get(value) ?? null;
    const { place, parent } = source;
    if (parent === undefined) return this.kept?.name(place, value as Key) ?? null;
    return this.kept?.nameAbove(place, value as Key, parent) ?? null;
  }
}
