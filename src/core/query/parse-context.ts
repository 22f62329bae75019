export interface ValidationError {
  /** JSON pointer into the parsed value: `/rules/0/field`; "" for the whole value. */
  readonly pointer: string;
  readonly detail: string;
}

/** An invalid filter or order, with all its errors. */
export class FilterError extends Error {
  constructor(readonly errors: readonly ValidationError[]) {
    super(errors.map(({ pointer, detail }) => `${pointer || 'The value'} ${detail}.`).join(' '));
    this.name = 'FilterError';
  }
}

/**
 * Limits of a filter: rules, nesting depth of groups, values per `in` list and values in total; and dates that live fields are compared
 * with, which a subquery computes for each of them. An anniversary counts as several: how often it is compared depends on the clocks of its
 * time zone.
 */
export const LIMITS = { rules: 100, depth: 5, listed: 1000, values: 10_000, liveDates: 200, anniversaryDates: 20 } as const;
/** More errors than this are not reported. */
const MAX_ERRORS = 100;

/** The state of parsing one filter or order: its errors so far, and how much was parsed. */
export class ParseContext {
  private readonly errors: ValidationError[] = [];
  private rules = 0;
  private values = 0;
  private liveDates = 0;

  addError(pointer: string, detail: string): undefined {
    if (this.errors.length < MAX_ERRORS) this.errors.push({ pointer, detail });
  }

  /** Reports the first rule beyond the limit. @returns false for that rule and those after it */
  countRule(pointer: string): boolean {
    this.rules += 1;
    if (this.rules === LIMITS.rules + 1) this.addError(pointer, `exceeds the limit: a filter has at most ${LIMITS.rules} rules`);
    return this.rules <= LIMITS.rules;
  }

  countValues(pointer: string, count: number): boolean {
    const before = this.values;
    this.values += count;
    if (before <= LIMITS.values && this.values > LIMITS.values)
      this.addError(pointer, `exceeds the limit: a filter has at most ${LIMITS.values} values in total`);
    return this.values <= LIMITS.values;
  }

  countLiveDates(pointer: string, field: string, count: number): boolean {
    const before = this.liveDates;
    this.liveDates += count;
    if (before <= LIMITS.liveDates && this.liveDates > LIMITS.liveDates)
      this.addError(
        pointer,
        `exceeds the limit: ${field} is computed for each date, and a filter has at most ${LIMITS.liveDates} dates for such fields`,
      );
    return this.liveDates <= LIMITS.liveDates;
  }

  /** @throws FilterProblems when anything was complained of */
  result<T>(read: T | undefined): T {
    if (read === undefined || this.errors.length) throw new FilterError(this.errors);
    return read;
  }
}
