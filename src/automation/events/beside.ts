import type { SequencedChange } from '../../changes';
import type { Unit } from '../../database';
import { rows } from '../../database/rows';
import type { Field } from '../../fields/field';
import { recordTypeNamed, type RecordType } from '../../fields/record-type';
import { identifier, relationsOf, saidOf, sql, type NamedRelation, type Tree } from '../../query';
import { values } from '../../records';
import type { Listener } from './occurrence';

/** A record that a change may have made match. */
interface Reached {
  readonly id: number;
  readonly sequence: number;
}

/**
 * Where the condition looks at related records or their names: the records beside which they stand, by the place of the
 * change of the related one.
 */
export async function besideChanged(
  unit: Unit,
  { definition: { record, condition } }: Listener,
  changes: readonly SequencedChange[],
): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>();
  for (const { id, sequence } of condition ? await reached(unit, record, condition, changes) : [])
    found.set(sequence, [...(found.get(sequence) ?? []), id]);
  return found;
}

async function reached(unit: Unit, record: RecordType, tree: Tree, changes: readonly SequencedChange[]): Promise<Reached[]> {
  switch (tree.kind) {
    case 'everyone':
      return [];
    case 'group':
      return inTurn(tree.branches, (branch) => reached(unit, record, branch, changes));
    case 'rule':
      return inTurn(namedBy(record, tree.field), (relation) => holders(unit, record, relation, changesOf(relation.to, changes)));
    case 'related': {
      const { relation, matching } = tree;
      const further = await holders(unit, record, relation, await reached(unit, recordTypeNamed(relation.to), matching, changes));
      return [...further, ...(await holdersOfChanged(unit, record, relation, changes))];
    }
  }
}

async function inTurn<T>(all: readonly T[], work: (each: T) => Promise<Reached[]>): Promise<Reached[]> {
  const found: Reached[] = [];
  for (const each of all) found.push(...(await work(each)));
  return found;
}

/** The relation to the record whose name the field tells. */
const namedBy = (record: RecordType, { source }: Field): NamedRelation[] =>
  source.in === 'name' ? relationsOf(record).filter(({ on }) => on === `x.id = r.\`${source.of}\``) : [];

const changesOf = (type: string, changes: readonly SequencedChange[]): Reached[] =>
  changes.filter((change) => change.type === type).map(({ recordID, sequence }) => ({ id: recordID, sequence }));

/** Who stands in the relation to changed records, or did; where their figures follow from these, the changes name them. */
async function holdersOfChanged(
  unit: Unit,
  record: RecordType,
  relation: NamedRelation,
  changes: readonly SequencedChange[],
): Promise<Reached[]> {
  const changed = changes.filter(({ type }) => type === relation.to);
  if (recordTypeNamed(relation.to).concerns[record.name] !== undefined)
    return changed.flatMap(({ sequence, concerned }) => (concerned[record.name] ?? []).map((id) => ({ id, sequence })));
  return [...(await holders(unit, record, relation, changesOf(relation.to, changed))), ...formerHolders(relation, changed)];
}

/** Who stands in the relation to the changed ones now. */
async function holders({ em, now }: Unit, record: RecordType, { to, on }: NamedRelation, changed: readonly Reached[]): Promise<Reached[]> {
  if (changed.length === 0) return [];
  const related = identifier(recordTypeNamed(to).table);
  const found = await rows(
    em,
    sql`SELECT r.id, x.id FROM ${related} x JOIN ${identifier(record.table)} r ON (${saidOf(on, { r: 'r', x: 'x' }, now)}) WHERE x.id IN (${values(changed.map(({ id }) => id))})`,
  );
  return found.flatMap(([holder, id]) =>
    changed.filter((each) => each.id === id).map(({ sequence }) => ({ id: holder as number, sequence })),
  );
}

/** Who stood in it before the change, where it is a reference of the changed one. */
function formerHolders({ on }: NamedRelation, changed: readonly SequencedChange[]): Reached[] {
  const reference = /^x\.(\w+) = r\.id$/.exec(on)?.[1];
  const former = changed.map(({ fields, sequence }) => ({ id: fields[reference ?? '']?.[0], sequence }));
  return former.filter((each): each is Reached => typeof each.id === 'number' && each.id > 0);
}
