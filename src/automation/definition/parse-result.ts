import type { ValidationError } from '../../core/problems';

export type { ValidationError };

/** A parsed value, or all its errors. */
export type ParseResult<T> =
  { readonly value: T; readonly errors?: undefined } | { readonly value?: undefined; readonly errors: readonly ValidationError[] };

/** The same errors, with pointers relative to an enclosing value. */
export const withPointerPrefix = (pointer: string, errors: readonly ValidationError[]): ValidationError[] =>
  errors.map((each) => ({ pointer: pointer + each.pointer, detail: each.detail }));
