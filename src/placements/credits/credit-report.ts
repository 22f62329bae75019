import type { View } from '../../core/database';
import { eachRow } from '../../core/database/rows';
import { exactly, split, sumOf } from '../../core/money';
import { entryOn } from '../../core/lookups';
import { select } from '../../core/query';
import { sql, Sql, sqlMoment } from '../../core/sql';
import { placements } from '../placements.records';
import type { CreditTotalsDto } from './credit.dto';

const WHOLE = 100;
/** Stands for whatever part of a placement nobody is credited with. */
const NOBODY = 0;

/** The moments of the first approval that counts, and of the first one after it that does not. */
export interface Period {
  readonly from: Date | undefined;
  readonly until: Date | undefined;
}

interface CreditedPlacement {
  readonly id: number;
  readonly feeAmount: number;
  readonly dailyMargin: number;
  readonly currency: Pick<CreditTotalsDto, 'currencyID' | 'currencyName'>;
  readonly credits: { consultantID: number; consultantName: string | null; percentage: number }[];
}

/** What the consultants are credited with of the placements that were approved in a period, as far as the caller sees them. */
export async function creditTotals(view: View, period: Period): Promise<CreditTotalsDto[]> {
  const totals = new Map<string, CreditTotalsDto>();
  await eachPlacement(view, period, (placement) => addShares(totals, placement));
  return [...totals.values()].sort(inOrder);
}

/** By consultant, what nobody is credited with last. */
const inOrder = (one: CreditTotalsDto, other: CreditTotalsDto): number =>
  Number(one.consultantID === NOBODY) - Number(other.consultantID === NOBODY) ||
  one.consultantID - other.consultantID ||
  one.currencyID - other.currencyID;

function addShares(totals: Map<string, CreditTotalsDto>, { credits, currency, ...placement }: CreditedPlacement): void {
  const rest = exactly(WHOLE)
    .minus(sumOf(credits.map(({ percentage }) => percentage)))
    .toNumber();
  const all = rest > 0 ? [...credits, { consultantID: NOBODY, consultantName: null, percentage: rest }] : credits;
  const weights = all.map(({ percentage }) => percentage);
  const [fees, margins] = [split(placement.feeAmount, weights), split(placement.dailyMargin, weights)];
  all.forEach(({ consultantID, consultantName, percentage }, index) => {
    const key = `${consultantID} ${currency.currencyID}`;
    const before = totals.get(key);
    totals.set(key, {
      consultantID,
      consultantName,
      ...currency,
      placements: (before?.placements ?? 0) + 1,
      placementShare: sumOf([before?.placementShare ?? 0, exactly(percentage).dividedBy(WHOLE).toNumber()]).toNumber(),
      feeAmount: sumOf([before?.feeAmount ?? 0, fees[index]!]).toNumber(),
      dailyMargin: sumOf([before?.dailyMargin ?? 0, margins[index]!]).toNumber(),
    });
  });
}

/** Shows each approved placement with its credits. */
async function eachPlacement(view: View, period: Period, visit: (placement: CreditedPlacement) => void): Promise<void> {
  const latest: CreditedPlacement[] = [];
  await eachRow(view.em, queryOf(view, period), (row) => {
    const [id, , , , , consultantID, consultantName, percentage] = row as PlacementRow;
    if (latest[0]?.id !== id) {
      latest.splice(0).forEach(visit);
      latest.push(placementIn(row as PlacementRow));
    }
    if (consultantID !== null) latest[0]!.credits.push({ consultantID, consultantName, percentage });
  });
  latest.forEach(visit);
}

/** A placement, its job's currency, and one of its credits; null where it has none. */
type PlacementRow = [
  id: number,
  feeAmount: number,
  dailyMargin: number,
  currencyID: number | null,
  currencyName: string | null,
  consultantID: number | null,
  consultantName: string | null,
  percentage: number,
];

function placementIn([id, feeAmount, dailyMargin, currencyID, currencyName]: PlacementRow): CreditedPlacement {
  return { id, feeAmount, dailyMargin, currency: { currencyID: currencyID ?? 0, currencyName }, credits: [] };
}

function queryOf({ caller, now, types }: View, { from, until }: Period): Sql {
  const {
    from: tables,
    where,
    params,
  } = select(placements, {
    types,
    scope: caller.scope,
    now,
    timeZone: 'UTC',
    extraConditions: (record) => [
      ...(from ? [sql`${record.column('approvedDate')} >= ${sqlMoment(from)}`] : []),
      ...(until ? [sql`${record.column('approvedDate')} < ${sqlMoment(until)}`] : []),
    ],
  });
  const visible = new Sql(`SELECT r.id FROM ${tables} WHERE ${where}`, params);
  const joins = new Sql(
    types.expand(
      `LEFT JOIN {Job} j ON j.id = p.jobID LEFT JOIN ${entryOn('currency', 'cu', 'j.currencyID')}
       LEFT JOIN placement_credit c ON c.placementID = p.id LEFT JOIN {User} u ON u.id = c.consultantID WHERE {Placement.approved p}`,
    ),
  );
  return sql`SELECT p.id, p.feeAmount, p.dailyMargin, j.currencyID, cu.name, c.consultantID, u.name, c.percentage
    FROM placement p ${joins} AND p.id IN (${visible}) ORDER BY p.id, c.position`;
}
