import { fold } from '../../core/text/fold';
import { WorkerKind } from '../../core/terms/numbers';
import type { PayrollRegion, PayrollState } from '../../divisions';
import type { Item } from './item';

type RegionSetting = Exclude<keyof PayrollRegion, 'divisionID' | 'position' | 'region'>;

/** By which settings of the region or the division the fields of a line are set. */
export type Booking = Readonly<Record<string, RegionSetting | 'permChargeItemID'>>;

/** How work is booked, by the kind of worker, and how fees are. */
export interface Bookings {
  readonly work: Readonly<Record<1 | 2, Booking>>;
  readonly fee: Booking;
}

/** Where a line is booked: the region of the settings, and what they say. */
export type Accounts = Readonly<Record<string, string | number>> & { readonly region: string };

/** Settings that are needed and unset. */
export interface MissingSettings {
  readonly region: string;
  /** Unset for settings that fees need. */
  readonly workerKind?: 'employee' | 'subcontractor';
  readonly settings: readonly string[];
}

/**
 * The accounts of an item: those of the first region with settings among the state and the country where the work is done and the region
 * of the division.
 */
export function accountsOf(
  { kind, places, workerKind }: Item,
  { settings, regions }: PayrollState,
  bookings: Bookings,
): Accounts | MissingSettings {
  const isFee = kind === 'fee';
  const names = [...places, settings.region].filter((name) => name !== '');
  const region = names.flatMap((name) => regions.find((each) => fold(each.region) === fold(name)) ?? [])[0];
  const who = isFee ? {} : { workerKind: workerKind === WorkerKind.Employee ? ('employee' as const) : ('subcontractor' as const) };
  if (!region) return { region: names[0] ?? '', ...who, settings: ['regionSettings'] };
  const set = { ...region, permChargeItemID: settings.permChargeItemID };
  const booking = Object.entries(isFee ? bookings.fee : bookings.work[workerKind]);
  const unset = booking.filter(([, setting]) => !set[setting]).map(([, setting]) => setting);
  if (unset.length > 0) return { region: region.region, ...who, settings: unset };
  return { region: region.region, ...Object.fromEntries(booking.map(([name, setting]) => [name, set[setting] ?? ''])) };
}

export const isMissing = (found: Accounts | MissingSettings): found is MissingSettings => 'settings' in found;

/** Each once, however many lines need it. */
export const distinctMissing = (all: readonly MissingSettings[]): MissingSettings[] => [
  ...new Map(all.map((each) => [JSON.stringify([fold(each.region), each.workerKind, each.settings]), each])).values(),
];
