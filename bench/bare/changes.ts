import { randomUUID } from 'node:crypto';
import { tuples, type Executor } from './executor';

export interface BareChange {
  readonly id: number;
  readonly version: number;
  readonly events: readonly number[];
  readonly fields: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}

/**
 * Stores changes of candidates, of which no figures of other records depend: updates by a request, or what an import creates.
 * @param now when, as the database stores it
 */
export async function insertChanges(
  connection: Executor,
  now: string,
  source: 'request' | 'import',
  changes: readonly BareChange[],
): Promise<void> {
  const rows = changes.map(({ id, version, events, fields }) => [
    'Candidate',
    id,
    source === 'import' ? 'created' : 'updated',
    version,
    JSON.stringify(events),
    JSON.stringify(fields),
    '{}',
    now,
    1,
    source,
    '127.0.0.1',
    randomUUID(),
  ]);
  await connection.run(
    `INSERT INTO record_change (type, recordID, action, version, events, fields, concerned, at, byID, source, address, requestID) VALUES ${tuples(rows)}`,
    rows.flat(),
  );
}
