import type { SequencedChange } from '../../core/changes';
import type { Transaction } from '../../core/database';
import { rows } from '../../core/database/rows';
import type { RecordType } from '../../core/fields/record-type';
import type { NamedRelation, FilterTree } from '../../core/query';
import { identifier, sql } from '../../core/sql';
import { values } from '../../core/records';
import { relationsNamedBy } from './condition-inputs';
import type { Listener } from './occurrence';

/** A record that may match because of a change. */
interface AffectedRecord {
  readonly id: number;
  readonly sequence: number;
}

/**
 * Records that may match because of changes to related records that the condition uses, or to their names. The keys are
 * the sequence numbers of the changes.
 */
export async function affectedByRelatedChanges(
  transaction: Transaction,
  { definition: { record, condition } }: Listener,
  changes: readonly SequencedChange[],
): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>();
  for (const { id, sequence } of condition ? await findAffected(transaction, record, condition, changes) : [])
    found.set(sequence, [...(found.get(sequence) ?? []), id]);
  return found;
}

async function findAffected(
  transaction: Transaction,
  record: RecordType,
  tree: FilterTree,
  changes: readonly SequencedChange[],
): Promise<AffectedRecord[]> {
  switch (tree.kind) {
    case 'everyone':
      return [];
    case 'group':
      return sequentially(tree.branches, (branch) => findAffected(transaction, record, branch, changes));
    case 'rule':
      return sequentially(relationsNamedBy(record, tree.field), (relation) =>
        relatedRecords(transaction, record, relation, changedRecords(relation.to, changes)),
      );
    case 'related': {
      const { relation, matching } = tree;
      const further = await relatedRecords(
        transaction,
        record,
        relation,
        await findAffected(transaction, transaction.types.named(relation.to), matching, changes),
      );
      return [...further, ...(await relatedToChanged(transaction, record, relation, changes))];
    }
  }
}

async function sequentially<T>(all: readonly T[], work: (each: T) => Promise<AffectedRecord[]>): Promise<AffectedRecord[]> {
  const found: AffectedRecord[] = [];
  for (const each of all) found.push(...(await work(each)));
  return found;
}

const changedRecords = (type: string, changes: readonly SequencedChange[]): AffectedRecord[] =>
  changes.filter((change) => change.type === type).map(({ recordID, sequence }) => ({ id: recordID, sequence }));

/** The records that are or were related to changed ones; if their figures depend on those, the changes list them. */
async function relatedToChanged(
  transaction: Transaction,
  record: RecordType,
  relation: NamedRelation,
  changes: readonly SequencedChange[],
): Promise<AffectedRecord[]> {
  const changed = changes.filter(({ type }) => type === relation.to);
  if (transaction.types.named(relation.to).affects[record.name] !== undefined)
    return changed.flatMap(({ sequence, concerned }) => (concerned[record.name] ?? []).map((id) => ({ id, sequence })));
  return [
    ...(await relatedRecords(transaction, record, relation, changedRecords(relation.to, changed))),
    ...formerlyRelated(relation, changed),
  ];
}

/** The records that are related to the changed ones now. */
async function relatedRecords(
  { em, now, types }: Transaction,
  record: RecordType,
  { to, on }: NamedRelation,
  changed: readonly AffectedRecord[],
): Promise<AffectedRecord[]> {
  if (changed.length === 0) return [];
  const related = identifier(types.named(to).table);
  const found = await rows(
    em,
    sql`SELECT r.id, x.id FROM ${related} x JOIN ${identifier(record.table)} r ON (${types.bind(on, now)}) WHERE x.id IN (${values(changed.map(({ id }) => id))})`,
  );
  return found.flatMap(([relatedID, id]) =>
    changed.filter((each) => each.id === id).map(({ sequence }) => ({ id: relatedID as number, sequence })),
  );
}

/** The records that were related before the change, if the changed record refers to them. */
function formerlyRelated({ on }: NamedRelation, changed: readonly SequencedChange[]): AffectedRecord[] {
  const reference = /^x\.(\w+) = r\.id$/.exec(on)?.[1];
  const former = changed.map(({ fields, sequence }) => ({ id: fields[reference ?? '']?.[0], sequence }));
  return former.filter((each): each is AffectedRecord => typeof each.id === 'number' && each.id > 0);
}
