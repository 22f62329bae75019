import type { LineKind } from '../run.entity';

/** Something to be paid or charged, before it has accounts. */
export interface Item {
  readonly kind: LineKind;
  /** What no two lines of live runs have in common. */
  readonly claim: string;
  readonly timesheetID: number | null;
  readonly placementID: number;
  readonly candidateID: number | null;
  readonly clientID: number | null;
  readonly purchaseOrder: string | null;
  readonly periodStart: Date | undefined;
  readonly periodEnd: Date | undefined;
  readonly day: Date | undefined;
  readonly rateKindID: number | null;
  readonly hours: number;
  readonly days: number;
  readonly workerKind: 1 | 2;
  /** Where the work is done, the narrowest first. */
  readonly places: readonly string[];
  readonly currencyID: number | null;
  readonly chargeRate: number;
  readonly rateUnits: number | null;
  readonly pay: number;
  readonly onCosts: number;
  readonly charge: number;
  readonly margin: number;
}
