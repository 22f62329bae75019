import { changesByRun, type FieldChanges } from '../../core/changes';
import type { Transaction } from '../../core/database';
import type { Target } from '../actions/performing/target';

/** What a run changed, record by record, in the order in which it did. */
export class RunChanges {
  constructor(private readonly byRecord: ReadonlyMap<string, FieldChanges[]>) {}

  /** The next change of a field of a record; each is returned once. */
  next({ type, id }: Target, field: string): readonly [before: unknown, after: unknown] | undefined {
    const changes = this.byRecord.get(`${type.name}/${id}`) ?? [];
    const index = changes.findIndex((fields) => field in fields);
    return index < 0 ? undefined : changes.splice(index, 1)[0]?.[field];
  }
}

/** The changes that a run has made since then. */
export async function changesOfRun(transaction: Transaction, runID: number, since: number): Promise<RunChanges> {
  const byRecord = new Map<string, FieldChanges[]>();
  for (const { type, recordID, fields } of await changesByRun(transaction, runID, since)) {
    const record = `${type}/${recordID}`;
    byRecord.set(record, [...(byRecord.get(record) ?? []), fields]);
  }
  return new RunChanges(byRecord);
}
