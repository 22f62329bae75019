/** Does the change write one of the fields? Old records stay as they are until somebody touches what is wrong. */
export const touches = <T extends object>(before: T, after: T, ...names: readonly (keyof T & string)[]): boolean =>
  names.some((name) => plain(before[name]) !== plain(after[name]));

/** Dates by their moment; a field that is unset in one of its ways. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  return value === undefined || value === '' ? null : value;
}
