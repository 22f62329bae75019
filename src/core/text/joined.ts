/** Joins the non-blank parts; null if there are none. */
export function joined(parts: readonly (string | null | undefined)[], separator: string): string | null {
  const present = parts.map((part) => part?.trim()).filter(Boolean);
  return present.length > 0 ? present.join(separator) : null;
}
