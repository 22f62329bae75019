/** A condition of the filter language: all of these. */
export interface DateCondition {
  readonly combinator: 'and';
  readonly rules: readonly { readonly field: string; readonly operator: string; readonly value: unknown }[];
}

/** The date that an event waits for, and the direction of its offset. */
export interface DateRule {
  readonly field: string;
  /** The related records that have the field; each of them triggers the event. */
  readonly relation?: string;
  /** The field to use if the first is null: a record without activity has been inactive since its creation. */
  readonly orElse?: string;
  /** Whether a positive offset is before the date ("approaching") or after it ("for N days"). */
  readonly way: 'before' | 'after';
  /** Recurs every year on that month and day; 29 February on the 28th in other years. */
  readonly everyYear?: boolean;
  /** Only for records that match this filter, or related records that do. */
  readonly only?: DateCondition;
}

/** The condition that every one of these rules is met. */
export const where = (...rules: readonly (readonly [field: string, operator: string, value: unknown])[]): DateCondition => ({
  combinator: 'and',
  rules: rules.map(([field, operator, value]) => ({ field, operator, value })),
});

/** Whether the event measures the time since something last happened, so that a negative offset makes no sense. */
export const measuresInactivity = (rule: DateRule): boolean => rule.orElse !== undefined;
