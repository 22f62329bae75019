import { fold } from '../../core/text/fold';
import { WorkerKind } from '../../core/terms/numbers';
import type { PayrollRegion, PayrollState } from '../../divisions';
import type { PayRunLine } from '../pay-run.entity';
import type { Item } from './items';

/** Where a line is booked. */
export type Accounts = Pick<PayRunLine, 'region' | 'superItemID' | 'chargeItemID' | 'glGroup' | 'incomeAccount' | 'expenseAccount'>;

/** Settings that are needed and unset. */
export interface MissingSettings {
  readonly region: string;
  /** Unset for settings that fees need. */
  readonly workerKind?: 'employee' | 'subcontractor';
  readonly settings: readonly string[];
}

type RegionSetting = Exclude<keyof PayrollRegion, 'divisionID' | 'position' | 'region'>;
type Booking = Readonly<Partial<Record<keyof Accounts, RegionSetting>>>;

const WORK: Readonly<Record<number, Booking>> = {
  [WorkerKind.Employee]: {
    superItemID: 'defaultSuperItemID',
    glGroup: 'glGroupEmployee',
    incomeAccount: 'contractIncomeAccountEmployee',
    expenseAccount: 'contractExpenseAccountEmployee',
  },
  [WorkerKind.Subcontractor]: {
    glGroup: 'glGroupSubContractor',
    incomeAccount: 'contractIncomeAccountSubContractor',
    expenseAccount: 'contractExpenseAccountSubContractor',
  },
};
const FEE: Booking = { incomeAccount: 'permIncomeAccount' };
const NONE: Accounts = { region: '', superItemID: 0, chargeItemID: 0, glGroup: 0, incomeAccount: '', expenseAccount: '' };

/**
 * The accounts of an item: those of the first region with settings among the state and the country where the work is done and the region
 * of the division.
 */
export function accountsOf({ kind, places, workerKind }: Item, { settings, regions }: PayrollState): Accounts | MissingSettings {
  const isFee = kind === 'fee';
  const names = [...places, settings.region].filter((name) => name !== '');
  const region = names.flatMap((name) => regions.find((each) => fold(each.region) === fold(name)) ?? [])[0];
  const who = isFee ? {} : { workerKind: workerKind === WorkerKind.Employee ? ('employee' as const) : ('subcontractor' as const) };
  if (!region) return { region: names[0] ?? '', ...who, settings: ['regionSettings'] };
  const booking = isFee ? FEE : WORK[workerKind]!;
  const unset: string[] = Object.values(booking).filter((setting) => !region[setting]);
  if (isFee && !settings.permChargeItemID) unset.push('permChargeItemID');
  if (unset.length > 0) return { region: region.region, ...who, settings: unset };
  const booked = Object.entries(booking).map(([name, setting]) => [name, region[setting]] as const);
  return Object.assign({ ...NONE, region: region.region, chargeItemID: isFee ? settings.permChargeItemID : 0 }, Object.fromEntries(booked));
}

export const isMissing = (found: Accounts | MissingSettings): found is MissingSettings => 'settings' in found;

/** Each once, however many lines need it. */
export const distinctMissing = (all: readonly MissingSettings[]): MissingSettings[] => [
  ...new Map(all.map((each) => [JSON.stringify([fold(each.region), each.workerKind, each.settings]), each])).values(),
];
