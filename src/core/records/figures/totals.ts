import type { EntityManager } from 'typeorm';
import { typesOf } from '../../database';
import { rows } from '../../database/rows';
import type { Field } from '../../fields/field';
import type { RecordType } from '../../fields/record-type';
import { aggregateOf, type RelatedTotal } from '../../fields/related-total';
import { identifier, list, sql, Sql, values } from '../../sql';
import { updateRowsLater, type RecordUpdate } from '../writing/statements';

/** A figure that sums up related records. */
export interface TotalFigure {
  readonly name: string;
  readonly total: RelatedTotal;
}

/** Those of some figures that sum up related records. @param of of this type only; absent: of any */
export const totalsAmong = (figures: readonly Field[], of?: RecordType): TotalFigure[] =>
  figures.flatMap(({ name, source }) => {
    const total = source.in === 'figure' ? source.total : undefined;
    return total && (of === undefined || total.of === of.name) ? [{ name, total }] : [];
  });

/** Adds new related records to figures. They must not be in them yet. */
export async function addToTotals(
  em: EntityManager,
  type: RecordType,
  figures: readonly TotalFigure[],
  added: readonly number[],
): Promise<void> {
  for (const alike of sameSources(figures)) {
    const found = await totals(em, alike, ({ id }) => sql`${new Sql(id)} IN (${values(added)})`);
    const increase = memoized(increased);
    // always in the same order, so that transactions cannot deadlock
    const sorted = [...found].sort(([one], [other]) => one - other);
    const updates = sorted.map(([id, cells]) =>
      update(
        type,
        id,
        alike.flatMap((figure, index) => {
          const cell = cells[index] ?? null;
          return cell === null || cell === 0 ? [] : [[figure.name, increase(figure, cell)] as const];
        }),
      ),
    );
    await save(em, updates);
  }
}

/** Computes figures of some records anew, from one look at the related records. The figures must be locked. */
export async function computeTotals(
  em: EntityManager,
  type: RecordType,
  figures: readonly TotalFigure[],
  ids: readonly number[],
): Promise<void> {
  for (const alike of sameSources(figures)) {
    const found = await totals(em, alike, ({ owner }) => sql`${new Sql(owner)} IN (${values(ids)})`);
    const updates = ids.map((id) =>
      update(
        type,
        id,
        alike.map(({ name, total }, index) => [name, found.get(id)?.[index] ?? (total.pick === 'COUNT' ? 0 : null)] as const),
      ),
    );
    await save(em, updates);
  }
}

/** Records per statement: values that differ are looked for one after the other, for each record and figure. */
const RECORDS = 100;

async function save(em: EntityManager, updates: readonly RecordUpdate[]): Promise<void> {
  for (let from = 0; from < updates.length; from += RECORDS) await updateRowsLater(em, updates.slice(from, from + RECORDS));
}

type Cell = string | number;

const update = (type: RecordType, id: number, columns: RecordUpdate['updates'][number]['columns']): RecordUpdate => ({
  id,
  updates: [{ table: `${type.table}_figure`, columns }],
});

/** Figures that one query can compute. */
function sameSources(figures: readonly TotalFigure[]): TotalFigure[][] {
  const groups = new Map<string, TotalFigure[]>();
  for (const each of figures) {
    const key = `${each.total.from} ${each.total.where}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
}

/** The totals of some related records, by the record to which they are related. */
async function totals(
  em: EntityManager,
  figures: readonly TotalFigure[],
  some: (total: RelatedTotal) => Sql,
): Promise<Map<number, readonly (Cell | null)[]>> {
  const { total } = figures[0]!;
  const types = typesOf(em);
  const put = (text: string): Sql => new Sql(types.expand(text));
  const columns = list([put(total.owner), ...figures.map((each) => put(aggregateOf(each.total)))]);
  const found = await rows(
    em,
    sql`SELECT ${columns} FROM ${put(total.from)} WHERE ${put(total.where)} AND ${some(total)} GROUP BY ${put(total.owner)}`,
  );
  return new Map(found.map(([id, ...cells]) => [id as number, cells as (Cell | null)[]]));
}

function increased({ name, total: { pick } }: TotalFigure, cell: Cell): Sql {
  const kept = identifier(name);
  if (pick === 'COUNT') return sql`${kept} + ${cell}`;
  return sql`CASE WHEN ${kept} ${new Sql(pick === 'MAX' ? '>=' : '<=')} ${cell} THEN ${kept} ELSE ${cell} END`;
}

/** The same object for the same arguments: an UPDATE says it once for all records then. */
function memoized(work: (figure: TotalFigure, cell: Cell) => Sql): (figure: TotalFigure, cell: Cell) => Sql {
  const known = new Map<string, Sql>();
  return (figure, cell) => {
    const key = `${figure.name} ${cell}`;
    const found = known.get(key) ?? work(figure, cell);
    known.set(key, found);
    return found;
  };
}
