import { PayPeriod } from './numbers';

const { Weekly, Fortnightly, FourWeekly, SemiMonthly, Monthly, Daily } = PayPeriod;

/** What pay frequencies are called; the first that matches counts. */
const NAMES: readonly (readonly [name: RegExp, period: number])[] = [
  [/\b(4|four)[ -]?week|\blunar\b/i, FourWeekly],
  [/fortnight|\bbi-?week|\b(2|two)[ -]?week/i, Fortnightly],
  [/\bsemi-?month|\btwice (a|per) month|\btwice monthly/i, SemiMonthly],
  [/week/i, Weekly],
  [/month/i, Monthly],
  [/\bdaily\b|\b(a|per|each|every) day\b/i, Daily],
];

/** The period that the name of a pay frequency tells; weekly, if it tells none. */
export const payPeriodOfName = (name: string): number => NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? Weekly;
