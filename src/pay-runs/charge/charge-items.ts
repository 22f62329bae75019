import { sumOf } from '../../core/money';
import type { Item } from '../collect/item';
import { PlacementWithoutClient } from '../collect/problems';
import { groupBy } from '../group';

/** As many as a problem lists. */
const MOST_NAMED = 20;

/**
 * What a client is charged with: the work of each kind in a timesheet, and each fee, those of one client, purchase order and period
 * together. @throws PlacementWithoutClient
 */
export function chargeItems(items: readonly Item[]): Item[] {
  refuseWithoutClient(items);
  return [...groupBy(items, claimOf)].map(([claim, all]) => ({ ...sumsOf(all), claim })).sort(inOrder);
}

const claimOf = ({ kind, claim, timesheetID, rateKindID }: Item): string =>
  kind === 'fee' ? claim : `timesheet ${timesheetID} kind ${rateKindID ?? 0}`;

function sumsOf(items: readonly Item[]): Item {
  const sum = (name: 'hours' | 'days' | 'charge'): number => sumOf(items.map((item) => item[name])).toNumber();
  const [hours, days] = [sum('hours'), sum('days')];
  // an allowance has an amount, not a rate
  const chargeRate = hours === 0 && days === 0 ? 0 : items[0]!.chargeRate;
  return { ...items[0]!, hours, days, chargeRate, charge: sum('charge') };
}

/** By client, purchase order, period, placement, timesheet and rate kind. */
function inOrder(one: Item, other: Item): number {
  const [keys, others] = [orderKeys(one), orderKeys(other)];
  const at = keys.findIndex((key, index) => key !== others[index]);
  return at < 0 ? 0 : keys[at]! < others[at]! ? -1 : 1;
}

const orderKeys = ({ clientID, purchaseOrder, periodStart, periodEnd, placementID, timesheetID, rateKindID }: Item) => [
  clientID ?? 0,
  purchaseOrder ?? '',
  periodStart?.getTime() ?? 0,
  periodEnd?.getTime() ?? 0,
  placementID,
  timesheetID ?? 0,
  rateKindID ?? 0,
];

function refuseWithoutClient(items: readonly Item[]): void {
  const ids = [...new Set(items.filter(({ clientID }) => clientID === null).map(({ placementID }) => placementID))];
  if (ids.length > 0)
    throw new PlacementWithoutClient(`The placements ${ids.slice(0, MOST_NAMED).join(', ')} have no client to charge: set their clientID.`);
}
