import { pluralOf } from '../../records';

/** What is particular about a lookup list. Of most there is nothing: entries are named, added, and never removed. */
export interface ListRules {
  /** The list whose entries its own belong to. */
  readonly parent?: string;
  /** Do its entries have codes? Records keep these, so they never change. */
  readonly coded?: boolean;
  /** Which says whether an entry ends the life of what stands on it: the entry, or the one above it. Else none does. */
  readonly closes?: 'itself' | 'above';
  /** Why no entry can be added. */
  readonly complete?: string;
  /** Why its entries cannot be renamed either. */
  readonly given?: string;
  /** Entries that the service relies on to be where they are, open or closed as they are. */
  readonly anchors?: readonly number[] | 'all';
}

const NUMBERED = 'the service and its clients know its entries by their numbers';
const COURSE = 'the service knows what may follow each of its entries';

const RULES: Readonly<Record<string, ListRules>> = {
  jobStatus: { closes: 'itself', anchors: [1, 3] },
  /** New jobs begin on the first, filled ones end on the sixth. */
  jobStage: { parent: 'jobStatus', closes: 'above', anchors: [1, 6] },
  jobType: { coded: true },
  currency: { coded: true },
  unit: { complete: NUMBERED },
  pipeline: { complete: NUMBERED },
  applicationStage: { parent: 'pipeline', closes: 'itself', anchors: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
  opportunityStatus: { closes: 'itself', anchors: [1] },
  opportunityStage: { parent: 'opportunityStatus', closes: 'above', anchors: [1] },
  interviewStatus: { complete: COURSE },
  offerStatus: { complete: COURSE },
  placementStatus: { complete: COURSE },
  timesheetStatus: { complete: COURSE },
  advertStatus: { complete: COURSE },
  activityCategory: { complete: NUMBERED },
  activityStatus: { complete: NUMBERED },
  activityType: { parent: 'activityCategory', anchors: 'all' },
  tagType: { complete: NUMBERED },
  tagSource: { complete: NUMBERED },
  country: { coded: true, complete: 'it is ISO 3166', given: 'it is ISO 3166' },
};

export const rulesOfList = (list: string): ListRules => (Object.hasOwn(RULES, list) ? RULES[list]! : {});

/** Those whose entries are closed when the one above them in this list is. */
export const closedBy = (list: string): string[] =>
  Object.entries(RULES).flatMap(([name, { parent, closes }]) => (parent === list && closes === 'above' ? [name] : []));

export const isAnchor = ({ anchors = [] }: ListRules, id: number): boolean => anchors === 'all' || anchors.includes(id);

/** jobStage: Job stages. */
export const titleOf = (list: string): string =>
  pluralOf(list.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)).replace(/^./, (letter) => letter.toUpperCase());
