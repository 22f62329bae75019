import { tuples, type Executor } from './executor';

export interface BareChange {
  readonly id: number;
  readonly version: number;
  readonly events: readonly number[];
  readonly fields: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}

/** Stores changes of candidates, of which no figures of other records depend. @param now when, as the database stores it */
export async function insertChanges(
  connection: Executor,
  now: string,
  action: 'created' | 'updated',
  changes: readonly BareChange[],
): Promise<void> {
  const rows = changes.map(({ id, version, events, fields }) => [
    'Candidate',
    id,
    action,
    version,
    JSON.stringify(events),
    JSON.stringify(fields),
    '{}',
    now,
    1,
    0,
  ]);
  await connection.run(
    `INSERT INTO record_change (type, recordID, action, version, events, fields, concerned, at, byID, depth) VALUES ${tuples(rows)}`,
    rows.flat(),
  );
}
