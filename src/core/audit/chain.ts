import { createHmac, type KeyObject } from 'node:crypto';
import type { Row } from '../database/rows';
import { identifier, list } from '../sql';
import type { AuditEntry } from './audit-entry.entity';

/** An entry as it is stored; moments as the database has them. */
export type StoredEntry = Omit<AuditEntry, 'at'> & { readonly at: string };

/** What the hash of an entry covers, in this order. */
const CHAINED = [
  'previousHash',
  'sequence',
  'type',
  'recordID',
  'action',
  'version',
  'events',
  'fields',
  'personal',
  'persons',
  'at',
  'userID',
  'source',
  'keyID',
  'keyName',
  'automationID',
  'runID',
  'address',
  'requestID',
] as const satisfies readonly (keyof StoredEntry)[];
/** The columns of an entry. */
export const ENTRY_NAMES = [...CHAINED, 'hash'] as const;

/** The same in SQL. */
export const ENTRY_COLUMNS = list(ENTRY_NAMES.map((name) => identifier(name)));

/** Of the columns {@link ENTRY_COLUMNS}. */
export function entryOf(row: Row): StoredEntry {
  const entry = Object.fromEntries(ENTRY_NAMES.map((name, index) => [name, row[index]])) as object as StoredEntry;
  return { ...entry, sequence: Number(entry.sequence) };
}

/** The hash of an entry; whoever does not have the key cannot make one. */
export const hashOf = (key: KeyObject, entry: Omit<StoredEntry, 'hash'>): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(CHAINED.map((name) => entry[name])))
    .digest('hex');
