import { LIMITS, type MatchMode, type Operator } from '../../core/query';
import { POSITIVE_OF, isNegative, COUNTED_MODES } from '../../core/query/operators';

/** What an operator of a filter rule does. */
export interface CatalogueOperator {
  readonly name: Operator;
  readonly meaning: string;
  /** It is exactly the opposite of this one, so it holds for unset values. */
  readonly negates?: Operator;
}

/** How many related records must match. */
export interface CatalogueMatchMode {
  readonly name: MatchMode;
  readonly meaning: string;
  /** Requires `threshold` in the rule. */
  readonly counts: boolean;
}

/** What a part of a filter means. */
export interface CatalogueMeaning {
  readonly topic: string;
  readonly meaning: string;
}

const OPERATORS: Readonly<Record<Operator, string>> = {
  '=': 'Equal. A bare date equals every moment of that day.',
  '!=': 'Not equal, or not set.',
  '<': 'Less than, or before.',
  '<=': 'At most; of a bare date: up to the end of the day.',
  '>': 'Greater than, or after; of a bare date: after the end of the day.',
  '>=': 'At least, or from that moment on.',
  null: 'Not set. An empty text counts as not set.',
  notNull: 'Set.',
  in: 'Equal to one of the values: an array, or text with commas between them.',
  notIn: 'Equal to none of the values, or not set.',
  between: 'From the first to the second value, both included.',
  notBetween: 'Outside the two values, or not set.',
  contains: 'Contains the text. % and _ are plain characters.',
  doesNotContain: 'Does not contain the text, or is not set.',
  beginsWith: 'Begins with the text.',
  doesNotBeginWith: 'Does not begin with the text, or is not set.',
  endsWith: 'Ends with the text.',
  doesNotEndWith: 'Does not end with the text, or is not set.',
  isAnniversary:
    'The month and day of the date are those of today in the time zone of the automation, with the value {"offset": 7} those of the day in seven days. 29 February falls on the 28th in other years. A date with a time has its day in that time zone, and may be 80 years old.',
};

const MATCH_MODES: Readonly<Record<MatchMode, string>> = {
  some: 'At least one related record matches.',
  none: 'No related record matches; also true without any.',
  all: 'Every related record matches; also true without any.',
  atLeast: 'So many related records match, or more.',
  atMost: 'So many related records match, or fewer.',
  exactly: 'Exactly so many related records match.',
};

export const MEANINGS: readonly CatalogueMeaning[] = [
  {
    topic: 'truth',
    meaning:
      'A rule is true or false, never unknown. Of a value that is not set, a positive operator is false, and a negative one is the exact opposite of its positive. not turns a group into its opposite.',
  },
  {
    topic: 'text',
    meaning:
      'Text is compared without regard to case, accents, ligatures and the amount of white space, the same on every database: "Muller" equals " MÜLLER ".',
  },
  {
    topic: 'date',
    meaning:
      'A date-time such as 2026-11-20T09:30:00+11:00 is a moment, without an offset in UTC. A bare date such as 2026-11-20 is that whole day in the time zone of the automation, or of the query. A field with isDay true has no time: of any date, only the day counts.',
  },
  {
    topic: 'relativeDate',
    meaning:
      '{"relative": {"amount": -90, "unit": "day"}} counts from the moment at which the rule is evaluated; negative amounts are in the past. Minutes and hours lead to a moment, longer units to a whole calendar day in the time zone of the automation: amount 0, unit day is today. A month leads to the same day of another month, or to its last day.',
  },
  {
    topic: 'relation',
    meaning:
      'A rule with match is about related records: {"field": "jobs", "match": {"mode": "atLeast", "threshold": 2}, "value": {"combinator": "and", "rules": [...]}}. The rules in value use the fields of the related type (refersTo), see recordTypes and relatedTypes. Deleted records do not count.',
  },
  {
    topic: 'limits',
    meaning: `A filter has at most ${LIMITS.depth} levels of groups, ${LIMITS.rules} rules, and ${LIMITS.liveDates} dates for fields that are computed on every read, such as lastActivityDate of jobs; isAnniversary counts as ${LIMITS.anniversaryDates}. {"all": true} matches every record.`,
  },
];

export const operatorMeanings = (): CatalogueOperator[] =>
  (Object.keys(OPERATORS) as Operator[]).map((name) => ({
    name,
    meaning: OPERATORS[name],
    ...(isNegative(name) ? { negates: POSITIVE_OF[name] } : {}),
  }));

export const matchModeMeanings = (): CatalogueMatchMode[] =>
  (Object.keys(MATCH_MODES) as MatchMode[]).map((name) => ({ name, meaning: MATCH_MODES[name], counts: COUNTED_MODES.includes(name) }));
