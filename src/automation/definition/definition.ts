import type { Order, FilterTree } from '../../core/query';
import type { RecordType } from '../../core/fields/record-type';
import type { RecordTypes } from '../../core/fields/record-types';
import type { Action } from '../actions/action';
import type { AutomationEvent } from '../catalogue/events';
import type { Sending } from '../schedule/parse-sending';
import type { OffsetSchedule, Schedule } from '../schedule/schedule';
import type { ValidationError } from './parse-result';

type JsonText = string | null | undefined;

/** A rule as a client sends it; the last four fields hold JSON. */
export interface AutomationDefinition {
  readonly triggerID: number;
  /** Of an event in the catalogue. */
  readonly eventID: number;
  readonly statusID: number;
  readonly filtersJSON?: JsonText;
  readonly actionsJSON?: JsonText;
  readonly scheduleMetaDataJSON?: JsonText;
  readonly orderByJSON?: JsonText;
}

/** What the validation of a rule depends on besides the rule. */
export interface DefinitionContext {
  readonly types: RecordTypes;
  readonly now: Date;
  /** IANA; the default for schedules without a time zone. */
  readonly timeZone: string;
  /** YYYY-MM-DD, from the date group of the rule. */
  readonly excludedDates?: ReadonlySet<string>;
}

/** A parsed rule. Parts that are empty or invalid are absent. */
export interface ParsedDefinition {
  readonly event: AutomationEvent;
  /** IANA; the default if its schedule has no time zone. */
  readonly timeZone: string;
  /** The type of record it applies to. */
  readonly record: RecordType;
  /** Absent: an event rule acts on the record of the event, any other rule on no record. */
  readonly condition?: FilterTree;
  readonly order: readonly Order[];
  readonly actions: readonly Action[];
  /** Only in rules that run on a schedule. */
  readonly schedule?: Schedule;
  /** Only in event rules that wait for a date. */
  readonly offset?: OffsetSchedule;
  /** What its messages keep to. */
  readonly sending?: Sending;
}

/** Pointers consist of a field of the rule and, after a #, a pointer into its JSON: `/filtersJSON#/rules/0/field`. */
export interface CheckedDefinition extends ParsedDefinition {
  /** What prevents it from being saved with its status. */
  readonly errors: readonly ValidationError[];
  /** What is valid but probably unintended. */
  readonly warnings: readonly ValidationError[];
}

/** The time zone (IANA) of its dates and times. */
export const timeZoneOf = ({ schedule, offset, timeZone }: ParsedDefinition): string => schedule?.timeZone ?? offset?.timeZone ?? timeZone;
