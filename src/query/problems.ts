export interface Complaint {
  /** JSON pointer into the value that was read: `/rules/0/field`; "" for the whole. */
  readonly pointer: string;
  readonly detail: string;
}

/** A filter or an order that cannot be used, with everything that is wrong with it. */
export class FilterProblems extends Error {
  constructor(readonly complaints: readonly Complaint[]) {
    super(complaints.map(({ pointer, detail }) => `${pointer || 'The value'} ${detail}.`).join(' '));
    this.name = 'FilterProblems';
  }
}

/** A filter has at most so many rules, so many groups inside one another, so many values in one `in` and in all. */
export const LIMITS = { rules: 100, depth: 5, listed: 1000, values: 10_000 } as const;
/** Nobody reads more than these. */
const COMPLAINTS = 100;

/** One reading of a filter: what was found wrong so far, and how much was read. */
export class Reading {
  private readonly complaints: Complaint[] = [];
  private rules = 0;
  private values = 0;

  complain(pointer: string, detail: string): undefined {
    if (this.complaints.length < COMPLAINTS) this.complaints.push({ pointer, detail });
  }

  /** Complains of the first rule too many; false for it and those that follow. */
  countRule(pointer: string): boolean {
    this.rules += 1;
    if (this.rules === LIMITS.rules + 1) this.complain(pointer, `is one rule too many: a filter has at most ${LIMITS.rules}`);
    return this.rules <= LIMITS.rules;
  }

  countValues(pointer: string, count: number): boolean {
    const before = this.values;
    this.values += count;
    if (before <= LIMITS.values && this.values > LIMITS.values)
      this.complain(pointer, `is too much: a filter has at most ${LIMITS.values} values in all its rules`);
    return this.values <= LIMITS.values;
  }

  /** @throws FilterProblems when anything was complained of */
  result<T>(read: T | undefined): T {
    if (read === undefined || this.complaints.length) throw new FilterProblems(this.complaints);
    return read;
  }
}
