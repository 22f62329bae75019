import type { Order, Tree } from '../../query';
import type { RecordType } from '../../fields/record-type';
import type { Action } from '../actions/action';
import type { AutomationEvent } from '../catalogue/events';
import type { OffsetSchedule, Schedule } from '../schedule/schedule';
import type { Complaint } from './complaint';

type JsonText = string | null | undefined;

/** What a client says of a rule; the texts hold JSON. */
export interface AutomationDefinition {
  readonly triggerID: number;
  /** 1 to 69. */
  readonly eventID: number;
  readonly statusID: number;
  readonly filtersJSON?: JsonText;
  readonly actionsJSON?: JsonText;
  readonly scheduleMetaDataJSON?: JsonText;
  readonly orderByJSON?: JsonText;
}

/** What a rule is judged by, apart from itself. */
export interface Circumstances {
  readonly now: Date;
  /** IANA; where the schedule names none. */
  readonly timeZone: string;
  /** YYYY-MM-DD, of its group of excluded dates. */
  readonly excludedDates?: ReadonlySet<string>;
}

/** A rule as it runs. What could not be read is left out, as is what it does not say. */
export interface ReadDefinition {
  readonly event: AutomationEvent;
  /** IANA; where its schedule names none. */
  readonly timeZone: string;
  /** The records that it is about. */
  readonly record: RecordType;
  /** No condition: an event rule acts on its record, any other on nobody. */
  readonly condition?: Tree;
  readonly order: readonly Order[];
  readonly actions: readonly Action[];
  /** Of a rule that runs by the clock. */
  readonly schedule?: Schedule;
  /** Of an event rule that waits for a date. */
  readonly offset?: OffsetSchedule;
}

/** Pointers name a field of the rule and, behind a #, the place in its JSON: `/filtersJSON#/rules/0/field`. */
export interface CheckedDefinition extends ReadDefinition {
  /** What stands in the way of its being saved with its status. */
  readonly errors: readonly Complaint[];
  /** What is allowed and probably not meant. */
  readonly warnings: readonly Complaint[];
}

/** IANA: in which its days and times are meant. */
export const zoneOf = ({ schedule, offset, timeZone }: ReadDefinition): string => schedule?.timeZone ?? offset?.timeZone ?? timeZone;
