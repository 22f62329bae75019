/** A heading of a markdown text and what stands below it, down to the next heading of any depth. */
export interface Section {
  readonly depth: number;
  readonly title: string;
  readonly lines: readonly string[];
}

export function sectionsOf(markdown: string): Section[] {
  return markdown
    .split(/^(?=#+ )/m)
    .filter((part) => part.startsWith('#'))
    .map((part) => {
      const [heading = '', ...lines] = part.trimEnd().split('\n');
      const [, marks = '', title = ''] = /^(#+) (.*)$/.exec(heading) ?? [];
      return { depth: marks.length, title: title.trim(), lines };
    });
}

/** The cells of the rows of a section's table, without the table's head; no rows when there is no table. */
export function tableOf({ lines }: Section): string[][] {
  const rows = lines
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return rows.slice(2);
}

/** The items of a section's lists, without the dash. */
export const itemsOf = ({ lines }: Section): string[] => lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(2));
