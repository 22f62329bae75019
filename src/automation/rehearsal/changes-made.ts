import type { FieldChanges } from '../../changes';
import type { Unit } from '../../database';
import { numberOf, rows } from '../../database/rows';
import { sql } from '../../query';
import type { Target } from '../running/target';

/** What a run changed, record by record, in the order in which it did. */
export class ChangesMade {
  constructor(private readonly byRecord: ReadonlyMap<string, FieldChanges[]>) {}

  /** The next change of a field of a record; each is told once. */
  next({ type, id }: Target, field: string): readonly [before: unknown, after: unknown] | undefined {
    const changes = this.byRecord.get(`${type.name}/${id}`) ?? [];
    const index = changes.findIndex((fields) => field in fields);
    return index < 0 ? undefined : changes.splice(index, 1)[0]?.[field];
  }
}

/** The newest change that has been written down. */
export const lastChange = ({ em }: Unit): Promise<number> => numberOf(em, sql`SELECT MAX(id) FROM record_change`);

/** The changes that a run has made since then. */
export async function changesMade({ em }: Unit, runID: number, since: number): Promise<ChangesMade> {
  const found = await rows(em, sql`SELECT type, recordID, fields FROM record_change WHERE id > ${since} AND runID = ${runID} ORDER BY id`);
  const byRecord = new Map<string, FieldChanges[]>();
  for (const [type, id, fields] of found) {
    const record = `${type as string}/${id as number}`;
    byRecord.set(record, [...(byRecord.get(record) ?? []), JSON.parse(fields as string) as FieldChanges]);
  }
  return new ChangesMade(byRecord);
}
