/** Texts with a separator between, those left out that say nothing; null when nothing is left to join. */
export function joined(parts: readonly (string | null | undefined)[], separator: string): string | null {
  const said = parts.map((part) => part?.trim()).filter(Boolean);
  return said.length > 0 ? said.join(separator) : null;
}
