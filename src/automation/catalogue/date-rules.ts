/** The date that an event of kind D waits for, and which way its offset goes. */
export interface DateRule {
  readonly field: string;
  /** The field is one of these related records', each of which brings the event about. */
  readonly relation?: string;
  /** The field that stands in where the first is unset: a record that nobody ever touched is untouched since its creation. */
  readonly orElse?: string;
  /** A positive offset is so long before the date ("approaching") or after it ("for N days"). */
  readonly way: 'before' | 'after';
  /** Every year on the month and day; 29 February on the 28th in other years. */
  readonly everyYear?: boolean;
  /** Only for records that match this filter, or related records that do. */
  readonly only?: {
    readonly combinator: 'and';
    readonly rules: readonly { readonly field: string; readonly operator: string; readonly value: unknown }[];
  };
}

const where = (field: string, operator: string, value: unknown): DateRule['only'] => ({
  combinator: 'and',
  rules: [{ field, operator, value }],
});

const SCHEDULED = where('statusID', 'in', [1, 2]);
const NOT_OVER = where('statusID', 'notIn', [4, 5]);
const NOT_SUBMITTED = where('statusID', 'in', [1, 4]);
const OPEN_TASK: DateRule['only'] = {
  combinator: 'and',
  rules: [
    { field: 'category', operator: '=', value: 2 },
    { field: 'statusID', operator: '=', value: 1 },
  ],
};

/** By the number of the event. */
export const DATE_RULES: Readonly<Record<number, DateRule>> = {
  12: { field: 'availabilityDate', way: 'before' },
  13: { field: 'dateOfBirth', way: 'before', everyYear: true },
  14: { field: 'expiryDate', relation: 'documents', way: 'before' },
  15: { field: 'lastActivityDate', orElse: 'createdDate', way: 'after' },
  23: { field: 'nextContactDate', way: 'before' },
  24: { field: 'lastContactDate', orElse: 'createdDate', way: 'after' },
  29: { field: 'lastActivityDate', orElse: 'createdDate', way: 'after' },
  42: { field: 'deadline', way: 'before', only: where('closeDate', 'null', null) },
  48: { field: 'updatedDate', orElse: 'createdDate', way: 'after' },
  52: { field: 'startsAt', way: 'before', only: SCHEDULED },
  59: { field: 'startDate', way: 'before', only: NOT_OVER },
  60: { field: 'endDate', way: 'before', only: NOT_OVER },
  66: { field: 'dueDate', way: 'after', only: NOT_SUBMITTED },
  68: { field: 'activityDate', way: 'after', only: OPEN_TASK },
};

/** Is it the time since something last happened that counts, which cannot be measured ahead? */
export const isSilence = (rule: DateRule): boolean => rule.orElse !== undefined;
