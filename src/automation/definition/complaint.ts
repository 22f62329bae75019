import type { Complaint } from '../../query';

export type { Complaint };

/** A checked value, or everything that is wrong with it. */
export type Reading<T> =
  { readonly value: T; readonly complaints?: undefined } | { readonly value?: undefined; readonly complaints: readonly Complaint[] };

/** The same complaints about a value that lies deeper. */
export const under = (pointer: string, complaints: readonly Complaint[]): Complaint[] =>
  complaints.map((each) => ({ pointer: pointer + each.pointer, detail: each.detail }));
