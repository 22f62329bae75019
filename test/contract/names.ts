const RANGE = /^(\D*)(\d+)(\D*)\.\.\1(\d+)\3$/;

/** The field names of a cell: a comma list, in which `customField1..customField10` stands for all ten. */
export const namesIn = (cell: string): string[] => cell.split(',').flatMap((name) => expand(name.trim()));

function expand(name: string): string[] {
  const [, before = '', first, after = '', last] = RANGE.exec(name) ?? [];
  if (first === undefined) return [name];
  const count = Number(last) - Number(first) + 1;
  return Array.from({ length: count }, (_, offset) => `${before}${Number(first) + offset}${after}`);
}
