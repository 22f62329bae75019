/** Joins the non-blank parts; null if there are none. */
export function joined(parts: readonly (string | null | undefined)[], separator: string): string | null {
  const present = parts.map((part) => part?.trim()).filter(Boolean);
  return present.length > 0 ? present.join(separator) : null;
}

/** Whole numbers in words, neighbours together: "1 to 3, 7". */
export function ranges(numbers: readonly number[]): string {
  const ascending = numbers.toSorted((one, other) => one - other);
  const starts = ascending.filter((each, index) => ascending[index - 1] !== each - 1);
  const ends = ascending.filter((each, index) => ascending[index + 1] !== each + 1);
  return starts.map((start, index) => (start === ends[index] ? `${start}` : `${start} to ${ends[index]}`)).join(', ');
}
