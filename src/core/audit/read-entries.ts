import { hiddenFields, isHiddenFrom } from '../callers';
import type { FieldChanges } from '../changes';
import type { Vault } from '../config';
import type { View } from '../database';
import { rows } from '../database/rows';
import type { RecordType } from '../fields/record-type';
import { isoOf } from '../records/reading/mapper';
import { rulesOf } from '../records/rules';
import type { Direction } from '../http';
import { Sql, sql } from '../sql';
import type { AuditEntryDto } from './audit.dto';
import { ENTRY_COLUMNS, entryOf, type StoredEntry } from './chain';
import { keysOf, vaultOf, type Keys } from './keys';

/** The newest entries that match a condition. */
export const newestEntries = (view: View, where: Sql): Promise<StoredEntry[]> =>
  entriesInOrder(view, where, 'DESC', Number.MAX_SAFE_INTEGER);

export async function entriesInOrder({ em }: View, where: Sql, order: Direction['order'], limit: number): Promise<StoredEntry[]> {
  const by = sql`sequence ${new Sql(order)}`;
  const found = await rows(em, sql`SELECT ${ENTRY_COLUMNS} FROM audit_entry WHERE ${where} ORDER BY ${by} LIMIT ${limit}`);
  return found.map(entryOf);
}

/** Entries as they are shown: what is personal as far as the persons have not been erased, and only fields that the caller sees. */
export async function shownEntries(view: View, vault: Vault, entries: readonly StoredEntry[]): Promise<AuditEntryDto[]> {
  const keys = await keysOf(view.em, vault, entries.flatMap(personsOf));
  const hidden = new Map(view.types.all.map((type) => [type.name, hiddenNames(view, type)]));
  return entries.map((entry) => shown(entry, keys, hidden.get(entry.type) ?? []));
}

function hiddenNames(view: View, type: RecordType): string[] {
  const parts = rulesOf(view, type).partFields ?? [];
  return [...hiddenFields(type, view.caller), ...parts.filter((field) => isHiddenFrom(view.caller, field))].map(({ name }) => name);
}

const personsOf = ({ persons }: StoredEntry): string[] => (persons === null ? [] : (JSON.parse(persons) as string[]));

function shown(entry: StoredEntry, keys: Keys, hidden: readonly string[]): AuditEntryDto {
  const { sequence, type, recordID, action, version, events, fields, at, userID, ...origin } = entry;
  const personal = entry.personal === null ? {} : opened(entry, keys);
  const { source, keyID, keyName, automationID, runID, address, requestID } = origin;
  const known = Object.entries({ source, keyID, keyName, automationID, runID, address, requestID }).filter(([, value]) => value !== null);
  return {
    sequence,
    at: isoOf(at),
    ...{ type, recordID, action, version },
    events: JSON.parse(events) as number[],
    fields: beforeAndAfter({ ...(JSON.parse(fields) as FieldChanges), ...personal }, hidden),
    isErased: personal === undefined,
    userID,
    ...Object.fromEntries(known),
  };
}

/** undefined if a key has been destroyed. */
function opened(entry: StoredEntry, keys: Keys): FieldChanges | undefined {
  const found = vaultOf(personsOf(entry), keys)?.find(entry.personal ?? '', String(entry.sequence));
  return found && (JSON.parse(found.secret) as FieldChanges);
}

const beforeAndAfter = (fields: FieldChanges, hidden: readonly string[]): AuditEntryDto['fields'] =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !hidden.includes(name))
      .map(([name, [before, after]]) => [name, { before, after }]),
  );
