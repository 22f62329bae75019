import type { View } from '../core/database';
import { rows } from '../core/database/rows';
import { exactly, roundToCents, split, sumOf } from '../core/money';
import { identifier, sql, values } from '../core/sql';
import { creditsOf } from '../placements';
import type { PayRunTotalsDto, TotalsBy } from './pay-run.dto';

const SUMS = ['hours', 'pay', 'onCosts', 'charge', 'margin'] as const;
type Sums = Readonly<Record<(typeof SUMS)[number], number>>;

const WHOLE = 100;
/** Stands for what nobody is credited with. */
const NOBODY = 0;

/** By which records of which type lines are added up. */
const KEYS = {
  placement: { column: 'placementID', type: 'Placement' },
  candidate: { column: 'candidateID', type: 'Candidate' },
  client: { column: 'clientID', type: 'Client' },
  consultant: { column: 'placementID', type: 'User' },
} as const satisfies Record<TotalsBy, object>;

/** What a run comes to, by the ids of what its lines are added up by. */
export async function totalsOf(view: View, payRunID: number, by: TotalsBy): Promise<PayRunTotalsDto[]> {
  const { column, type } = KEYS[by];
  const found = await rows(
    view.em,
    sql`SELECT ${identifier(column)}, hours, pay, onCosts, charge, margin FROM pay_run_line WHERE payRunID = ${payRunID}`,
  );
  const lines = found.map(
    ([id, hours, pay, onCosts, charge, margin]) => [id ?? 0, { hours, pay, onCosts, charge, margin }] as [number, Sums],
  );
  const sums = by === 'consultant' ? addUp(await byConsultant(view, addUp(lines))) : addUp(lines);
  const names = await namesOf(
    view,
    type,
    sums.map(([id]) => id),
  );
  return sums.map(([id, sum]) => ({ id, name: names.get(id) ?? null, ...sum })).sort((one, other) => one.id - other.id);
}

/** The sums of parts with the same id, each rounded to hundredths. */
function addUp(parts: readonly (readonly [number, Sums])[]): [number, Sums][] {
  const grouped = new Map<number, Sums[]>();
  for (const [id, sums] of parts) grouped.set(id, [...(grouped.get(id) ?? []), sums]);
  return [...grouped].map(([id, all]) => [id, each((name) => roundToCents(sumOf(all.map((sums) => sums[name]))))]);
}

/** The parts of placements that consultants are credited with, which sum to the whole. */
async function byConsultant(view: View, placements: readonly (readonly [number, Sums])[]): Promise<[number, Sums][]> {
  const credits = await creditsOf(
    view,
    placements.map(([id]) => id),
  );
  return placements.flatMap(([id, sums]) => {
    const own = credits.filter(({ placementID }) => placementID === id);
    const rest = exactly(WHOLE)
      .minus(sumOf(own.map(({ percentage }) => percentage)))
      .toNumber();
    const all = rest > 0 ? [...own, { consultantID: NOBODY, percentage: rest }] : own;
    const weights = all.map(({ percentage }) => percentage);
    const shares = SUMS.map((name) => split(sums[name], weights));
    return all.map(({ consultantID }, index): [number, Sums] => [consultantID, each((name) => shares[SUMS.indexOf(name)]![index]!)]);
  });
}

const each = (sum: (name: keyof Sums) => number): Sums => Object.fromEntries(SUMS.map((name) => [name, sum(name)])) as Sums;

async function namesOf({ em, types }: View, typeName: string, ids: readonly number[]): Promise<Map<number, string | null>> {
  const type = types.named(typeName);
  const found = await rows(
    em,
    sql`SELECT r.id, r.${identifier(type.display)} FROM ${identifier(type.table)} r WHERE r.id IN (${values([0, ...ids])})`,
  );
  return new Map(found.map(([id, name]) => [id as number, name as string | null]));
}
