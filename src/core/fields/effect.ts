/** Something that is written, as data: what an action does, or what a change of one record does to others. */
export type Effect =
  /** Without a value: any value. */
  | { readonly kind: 'fieldWritten'; readonly type: string; readonly field: string; readonly value?: unknown }
  | { readonly kind: 'created'; readonly type: string; readonly values: Readonly<Record<string, unknown>> }
  | { readonly kind: 'tagAdded' | 'tagRemoved'; readonly type: string };

/** What writing a field of a record also does, to the record itself or to others. */
export interface Consequence<F extends string = string> {
  readonly field: F;
  /** Only when one of these is written. */
  readonly values?: readonly unknown[];
  readonly effects: readonly Effect[];
}
