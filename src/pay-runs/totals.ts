import type { View } from '../core/database';
import { rows } from '../core/database/rows';
import { exactly, roundToCents, split, sumOf } from '../core/money';
import { isoOf, type RecordResponse } from '../core/records';
import { identifier, list, sql, values } from '../core/sql';
import { creditsOf } from '../placements';
import { groupBy } from './group';
import type { RunKind } from './run-kind';

const WHOLE = 100;
/** Stands for what nobody is credited with. */
const NOBODY = 0;

/** By what lines are added up, and what they come to, in the order of the sums of their kind. */
interface Part {
  readonly key: readonly [id: number, ...rest: unknown[]];
  readonly sums: readonly number[];
}

/** What a run comes to, by what its lines are added up by. */
export async function totalsOf(view: View, kind: RunKind, runID: number, by: string): Promise<RecordResponse[]> {
  const { columns: keys, type } = kind.groups[by]!;
  // runs that were made before each had one currency may have several
  const columns = [...keys, 'currencyID'];
  const wanted = [...columns, ...kind.sums].map((name) => identifier(name));
  const found = await rows(
    view.em,
    sql`SELECT ${list(wanted, ', ')} FROM ${identifier(kind.lines.table)} WHERE ${identifier(`${kind.name}ID`)} = ${runID}`,
  );
  const parts = found.map((cells): Part => {
    const [id, ...rest] = cells.slice(0, columns.length);
    return { key: [(id ?? 0) as number, ...rest], sums: cells.slice(columns.length) as number[] };
  });
  const sums = type === 'User' ? addUp(await byConsultant(view, addUp(parts))) : addUp(parts);
  const ids = sums.map(({ key }) => key[0]);
  const names = await namesOf(view, type, ids);
  return sums.sort((one, other) => one.key[0] - other.key[0]).map((part) => totalOf(kind, columns, part, names));
}

/** The sums of parts with the same key, each rounded to hundredths, in the order of the first ones. */
function addUp(parts: readonly Part[]): Part[] {
  return [...groupBy(parts, ({ key }) => JSON.stringify(key)).values()].map((all) => ({
    key: all[0]!.key,
    sums: all[0]!.sums.map((_, index) => roundToCents(sumOf(all.map(({ sums }) => sums[index]!)))),
  }));
}

/** The parts of placements that consultants are credited with, which sum to the whole. */
async function byConsultant(view: View, placements: readonly Part[]): Promise<Part[]> {
  const credits = await creditsOf(
    view,
    placements.map(({ key: [id] }) => id),
  );
  const byPlacement = groupBy(credits, ({ placementID }) => String(placementID));
  return placements.flatMap(({ key: [id, ...rests], sums }) => {
    const own = byPlacement.get(String(id)) ?? [];
    const rest = exactly(WHOLE)
      .minus(sumOf(own.map(({ percentage }) => percentage)))
      .toNumber();
    const all = rest > 0 ? [...own, { consultantID: NOBODY, percentage: rest }] : own;
    const weights = all.map(({ percentage }) => percentage);
    const shares = sums.map((sum) => split(sum, weights));
    return all.map(({ consultantID }, index): Part => ({ key: [consultantID, ...rests], sums: shares.map((share) => share[index]!) }));
  });
}

function totalOf(
  { lines, sums: names }: RunKind,
  [, ...columns]: readonly string[],
  { key: [id, ...rest], sums }: Part,
  nameOf: ReadonlyMap<number, string | null>,
): RecordResponse {
  const shown = (name: string, cell: unknown): unknown =>
    lines.field(name).type === 'date' && cell !== null ? isoOf(cell as string) : (cell ?? lines.field(name).unset);
  return {
    id,
    name: nameOf.get(id) ?? null,
    ...Object.fromEntries(columns.map((name, index) => [name, shown(name, rest[index])])),
    ...Object.fromEntries(names.map((name, index) => [name, sums[index]])),
  };
}

async function namesOf({ em, types }: View, typeName: string, ids: readonly number[]): Promise<Map<number, string | null>> {
  const type = types.named(typeName);
  const found = await rows(
    em,
    sql`SELECT r.id, r.${identifier(type.display)} FROM ${identifier(type.table)} r WHERE r.id IN (${values([0, ...ids])})`,
  );
  return new Map(found.map(([id, name]) => [id as number, name as string | null]));
}
