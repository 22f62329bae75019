import { activities } from '../../activities';
import { candidates } from '../../candidates';
import { clients } from '../../clients';
import { contacts } from '../../contacts';
import type { DateRule } from '../../core/fields/date-rule';
import type { EventKind } from '../../core/fields/record-event';
import type { RecordType } from '../../core/fields/record-type';
import { jobs } from '../../jobs';
import { opportunities } from '../../opportunities';
import { applications, interviews, offers } from '../../pipeline';
import { placements, timesheets } from '../../placements';
import { AUTOMATION_RECORD_TYPES, moduleOf, type AutomationRecordType } from './modules';

/** An event as automations see it. */
export interface AutomationEvent {
  readonly id: number;
  readonly name: string;
  readonly kind: EventKind;
  readonly moduleId: number;
  readonly module: string;
  /** The type of record it happens to, and that rules with this event apply to. */
  readonly recordType: AutomationRecordType;
  /** Only for events of kind D. */
  readonly date?: DateRule;
  /** Whether the records that it happens to are deleted. */
  readonly ofDeletedRecords: boolean;
}

const TYPES: Readonly<Record<AutomationRecordType, RecordType>> = {
  Candidate: candidates,
  Contact: contacts,
  Client: clients,
  Opportunity: opportunities,
  Job: jobs,
  Application: applications,
  Interview: interviews,
  Offer: offers,
  Placement: placements,
  Timesheet: timesheets,
  Activity: activities,
};

/**
 * The events of record types, in the order of their ids.
 * @throws Error that names an id that is used twice
 */
export function collectEvents(types: readonly (readonly [AutomationRecordType, RecordType])[]): AutomationEvent[] {
  return types
    .flatMap(([name, type]) => eventsOf(name, type))
    .sort((one, other) => one.id - other.id)
    .map((event, index, events) => {
      const previous = events[index - 1];
      if (event.id === previous?.id) throw new Error(`"${previous.name}" and "${event.name}" are both event ${event.id}.`);
      return event;
    });
}

function eventsOf(recordType: AutomationRecordType, type: RecordType): AutomationEvent[] {
  const { id: moduleId, name: module } = moduleOf(recordType);
  return type.events.map(({ id, name, kind, date, ofDeletedRecords = false }) => ({
    id,
    name,
    kind,
    moduleId,
    module,
    recordType,
    ...(date && { date }),
    ofDeletedRecords,
  }));
}

/** All events. */
export const EVENTS: readonly AutomationEvent[] = collectEvents(AUTOMATION_RECORD_TYPES.map((name) => [name, TYPES[name]]));

/** The values of an event id. */
export const EVENT_IDS: readonly number[] = EVENTS.map(({ id }) => id);

const byId = new Map(EVENTS.map((event) => [event.id, event]));

/** undefined for an id that no event has. */
export const eventOf = (id: number): AutomationEvent | undefined => byId.get(id);
