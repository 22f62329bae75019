import type { Transaction } from '../core/database';
import type { RecordType } from '../core/fields/record-type';
import { roundToCents, sumOf } from '../core/money';
import type { Problem } from '../core/problems';
import type { Bookings } from './collect/accounts';
import type { Item } from './collect/item';
import type { Run, RunLine } from './run.entity';

/** By what lines are added up. */
interface Group {
  /** Of the lines; the first one has the id of what is named. */
  readonly columns: readonly string[];
  /** Whose ids these are; of users, those who are credited with the placements. */
  readonly type: 'Placement' | 'Candidate' | 'Client' | 'User';
}

/** What pay runs and charge runs do not have in common. */
export interface RunKind {
  /** What a run is called in JSON; with ID, the field of its lines that refers to it. */
  readonly name: 'payRun' | 'chargeRun';
  readonly runs: RecordType<Run>;
  readonly lines: RecordType<RunLine>;
  /** The predicate of the timesheets that it collects. */
  readonly due: 'payable' | 'chargeable';
  readonly bookings: Bookings;
  /** What becomes a line each, in the order of the lines. */
  lineItems(items: readonly Item[]): readonly Item[];
  /** The totals of a run, by the names of its fields. */
  totals(items: readonly Item[]): Readonly<Record<string, number>>;
  /** What is added up of lines, and by what. */
  readonly sums: readonly string[];
  readonly groups: Readonly<Record<string, Group>>;
  /** Why there is no run of a division up to a day. */
  nothing(division: string, until: string): Problem;
  /** What follows from the completion of a run. */
  completed?(transaction: Transaction, run: Run): Promise<void>;
}

export const total = (items: readonly Item[], name: 'pay' | 'onCosts' | 'charge' | 'margin'): number =>
  roundToCents(sumOf(items.map((item) => item[name])));

/** The groups that both kinds have. */
export const GROUPS = {
  placement: { columns: ['placementID'], type: 'Placement' },
  candidate: { columns: ['candidateID'], type: 'Candidate' },
  client: { columns: ['clientID'], type: 'Client' },
  consultant: { columns: ['placementID'], type: 'User' },
} as const satisfies RunKind['groups'];
