import { pluralOf } from '../../core/records';

/** Special rules of a lookup list. Most have none: entries can be added and renamed, never deleted. */
export interface ListRules {
  /** The parent list, whose entries its own belong to. */
  readonly parent?: string;
  /** Whether its entries have codes. Records store codes, so they never change. */
  readonly coded?: boolean;
  /** Whether its entries are rate kinds, with multipliers or an amount. */
  readonly priced?: boolean;
  /** What decides whether records with an entry are closed: the entry itself, or its parent. Unset: no entry closes records. */
  readonly closedBy?: 'entry' | 'parent';
  /** Why no entries can be added. */
  readonly fixedReason?: string;
  /** Why entries cannot be renamed either. */
  readonly readOnlyReason?: string;
  /** Entries whose parent, `closed` and rates the service depends on. */
  readonly fixedEntries?: readonly number[] | 'all';
}

const KNOWN_BY_ID = 'the service and its clients know its entries by id';
const FIXED_TRANSITIONS = 'the transitions between its entries are fixed';

const RULES: Readonly<Record<string, ListRules>> = {
  jobStatus: { closedBy: 'entry', fixedEntries: [1, 3] },
  /** New jobs start on stage 1, filled jobs can end on stage 6. */
  jobStage: { parent: 'jobStatus', closedBy: 'parent', fixedEntries: [1, 6] },
  jobType: { coded: true },
  currency: { coded: true },
  unit: { fixedReason: KNOWN_BY_ID },
  pipeline: { fixedReason: KNOWN_BY_ID },
  applicationStage: { parent: 'pipeline', closedBy: 'entry', fixedEntries: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
  opportunityStatus: { closedBy: 'entry', fixedEntries: [1] },
  opportunityStage: { parent: 'opportunityStatus', closedBy: 'parent', fixedEntries: [1] },
  interviewStatus: { fixedReason: FIXED_TRANSITIONS },
  offerStatus: { fixedReason: FIXED_TRANSITIONS },
  placementStatus: { fixedReason: FIXED_TRANSITIONS },
  timesheetStatus: { fixedReason: FIXED_TRANSITIONS },
  payRunStatus: { fixedReason: FIXED_TRANSITIONS },
  advertStatus: { fixedReason: FIXED_TRANSITIONS },
  activityCategory: { fixedReason: KNOWN_BY_ID },
  activityStatus: { fixedReason: KNOWN_BY_ID },
  activityType: { parent: 'activityCategory', fixedEntries: 'all' },
  payPeriod: { fixedReason: KNOWN_BY_ID },
  /** Hours without a kind are ordinary ones. */
  rateKind: { priced: true, fixedEntries: [1] },
  tagType: { fixedReason: KNOWN_BY_ID },
  tagSource: { fixedReason: KNOWN_BY_ID },
  country: { coded: true, fixedReason: 'it is ISO 3166', readOnlyReason: 'it is ISO 3166' },
};

export const listRulesOf = (list: string): ListRules => (Object.hasOwn(RULES, list) ? RULES[list]! : {});

/** The child lists whose entries are closed with their parents in this list. */
export const listsClosedBy = (list: string): string[] =>
  Object.entries(RULES).flatMap(([name, { parent, closedBy }]) => (parent === list && closedBy === 'parent' ? [name] : []));

export const isFixedEntry = ({ fixedEntries = [] }: ListRules, id: number): boolean => fixedEntries === 'all' || fixedEntries.includes(id);

/** The title of a list: "Job stages" for jobStage. */
export const titleOf = (list: string): string =>
  pluralOf(list.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)).replace(/^./, (letter) => letter.toUpperCase());
