import { DATE_RULES, type DateRule } from './date-rules';
import { moduleOf, type Subject } from './modules';

/** C: a change was committed. D: a date of the record is reached. M: the record matches the filters. */
export type EventKind = 'C' | 'D' | 'M';

export interface AutomationEvent {
  readonly id: number;
  readonly name: string;
  readonly kind: EventKind;
  readonly moduleId: number;
  readonly module: string;
  /** What it happens to, and what a rule that names it is about. */
  readonly recordType: Subject;
  /** Of an event of kind D. */
  readonly date?: DateRule;
}

type Row = readonly [id: number, name: string, kind: EventKind];

const about = (recordType: Subject, ...rows: readonly Row[]): AutomationEvent[] => {
  const { id: moduleId, name: module } = moduleOf(recordType);
  return rows.map(([id, name, kind]) => ({ id, name, kind, moduleId, module, recordType, ...(kind === 'D' && { date: DATE_RULES[id] }) }));
};

/** Everything that a rule can wait for. The numbers are the contract's and are never renumbered. */
export const EVENTS: readonly AutomationEvent[] = [
  ...about(
    'Candidate',
    [1, 'Candidate created', 'C'],
    [2, 'Candidate updated', 'C'],
    [3, 'Candidate status changed', 'C'],
    [4, 'Job-seeking status changed', 'C'],
    [5, 'Tag added to candidate', 'C'],
    [6, 'Tag removed from candidate', 'C'],
    [7, 'Resume added or updated', 'C'],
    [8, 'Candidate red-flagged', 'C'],
    [9, 'Candidate opted out', 'C'],
    [10, 'Candidates merged', 'C'],
    [11, 'Candidate deleted', 'C'],
    [12, 'Availability date reached', 'D'],
    [13, 'Candidate birthday', 'D'],
    [14, 'Candidate document expiring', 'D'],
    [15, 'No activity on candidate for N days', 'D'],
    [16, 'Candidate matches filters', 'M'],
  ),
  ...about(
    'Contact',
    [17, 'Contact created', 'C'],
    [18, 'Contact updated', 'C'],
    [19, 'Contact status changed', 'C'],
    [20, 'Tag added to contact', 'C'],
    [21, 'Tag removed from contact', 'C'],
    [22, 'Contact opted out', 'C'],
    [23, 'Next contact date reached', 'D'],
    [24, 'No contact made for N days', 'D'],
    [25, 'Contact matches filters', 'M'],
  ),
  ...about(
    'Client',
    [26, 'Client created', 'C'],
    [27, 'Client updated', 'C'],
    [28, 'Client status changed', 'C'],
    [29, 'No activity on client for N days', 'D'],
    [30, 'Client matches filters', 'M'],
  ),
  ...about(
    'Opportunity',
    [31, 'Opportunity created', 'C'],
    [32, 'Opportunity stage changed', 'C'],
    [33, 'Opportunity matches filters', 'M'],
  ),
  ...about(
    'Job',
    [34, 'Job created', 'C'],
    [35, 'Job updated', 'C'],
    [36, 'Job stage changed', 'C'],
    [37, 'Job filled', 'C'],
    [38, 'Job closed', 'C'],
    [39, 'Job advert posted', 'C'],
    [40, 'Job advert expired or withdrawn', 'C'],
    [41, 'AI matches ready for job', 'C'],
    [42, 'Job deadline approaching', 'D'],
    [43, 'Job matches filters', 'M'],
  ),
  ...about(
    'Application',
    [44, 'Application received', 'C'],
    [45, 'Application stage changed', 'C'],
    [46, 'Candidate submitted to client', 'C'],
    [47, 'Application rejected', 'C'],
    [48, 'Application unchanged for N days', 'D'],
    [49, 'Application matches filters', 'M'],
  ),
  ...about(
    'Interview',
    [50, 'Interview scheduled', 'C'],
    [51, 'Interview rescheduled or cancelled', 'C'],
    [52, 'Interview approaching', 'D'],
    [53, 'Interview feedback submitted', 'C'],
  ),
  ...about('Offer', [54, 'Offer made', 'C'], [55, 'Offer answered', 'C']),
  ...about(
    'Placement',
    [56, 'Placement created', 'C'],
    [57, 'Placement approved', 'C'],
    [58, 'Placement status changed', 'C'],
    [59, 'Placement start approaching', 'D'],
    [60, 'Placement end approaching', 'D'],
    [61, 'Placement ended', 'C'],
    [62, 'Placement matches filters', 'M'],
  ),
  ...about(
    'Timesheet',
    [63, 'Timesheet submitted', 'C'],
    [64, 'Timesheet approved', 'C'],
    [65, 'Timesheet rejected', 'C'],
    [66, 'Timesheet overdue', 'D'],
  ),
  ...about('Activity', [67, 'Note added', 'C'], [68, 'Task due or overdue', 'D'], [69, 'Meeting completed', 'C']),
];

const byId = new Map(EVENTS.map((event) => [event.id, event]));

/** undefined for a number outside 1 to 69. */
export const eventOf = (id: number): AutomationEvent | undefined => byId.get(id);
