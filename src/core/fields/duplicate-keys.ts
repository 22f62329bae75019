import { hash } from 'node:crypto';
import type { DuplicateKind } from './duplicate-kind';
import { perType } from './per-type';
import type { RecordType } from './record-type';

/** The keys of records, a row for each: a record is found by what it has in common with another. */
export const duplicateTable = ({ table }: RecordType): string => `${table}_duplicate`;

/** How many records have a key, a row for each key. */
export const duplicateGroupTable = ({ table }: RecordType): string => `${table}_duplicate_group`;

/** A digest has this many characters: 132 bits, which no two texts share by chance. */
const DIGEST = 22;
export const DUPLICATE_KEY_LENGTH = 1 + DIGEST;

/** A key of a record in its stored form: the number of its kind, then the digest of its text. */
export interface StoredKey {
  readonly value: string;
  readonly kind: DuplicateKind;
  readonly shown: string;
}

/** The number of a kind, with which its keys begin. */
export const kindNumber = ({ duplicateKinds }: RecordType, kind: DuplicateKind): string => String(duplicateKinds.indexOf(kind) + 1);

/** The keys of a record, each once; none of a deleted one. */
export function storedKeysOf(type: RecordType, record: object): StoredKey[] {
  if ((record as { deleted?: boolean }).deleted) return [];
  const found = new Map<string, StoredKey>();
  for (const kind of type.duplicateKinds) {
    for (const { text, shown } of kind.keysOf(record)) {
      if (text === '') continue;
      const value = kindNumber(type, kind) + hash('sha256', text, 'base64url').slice(0, DIGEST);
      if (!found.has(value)) found.set(value, { value, kind, shown });
    }
  }
  return [...found.values()];
}

/** The names of the fields that keys follow from. */
export const duplicateFields = perType(({ duplicateKinds }): readonly string[] => [
  ...new Set(['deleted', ...duplicateKinds.flatMap(({ fields }) => fields as readonly string[])]),
]);

/** Does a change concern the keys of a record? */
export function affectsKeys(type: RecordType, before: object, after: object): boolean {
  if (type.duplicateKinds.length === 0) return false;
  const [was, is] = [before, after] as Record<string, unknown>[];
  return duplicateFields(type).some((name) => !isSame(was![name], is![name]));
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (one instanceof Date && other instanceof Date && one.getTime() === other.getTime());
