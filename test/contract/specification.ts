import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ContractField, SpecificationError } from './contract-field';
import { type Endpoint, readEndpoint } from './endpoint-reader';
import { FieldReader } from './field-reader';
import { itemsOf, type Section, sectionsOf, tableOf } from './markdown';

/** Names that the field tables use for a structure whose heading differs. */
const OTHER_NAMES: Readonly<Record<string, string>> = { 'statistic-count': 'statisticsCounts', 'statistic-date': 'statisticsDates' };

/** The interface specification as data: the structures of its bodies and its endpoints. */
export class Specification {
  readonly endpoints: readonly Endpoint[];
  private readonly structures = new Map<string, readonly ContractField[]>();
  private readonly reader = new FieldReader((words) => this.structure(words));

  constructor(markdown: string) {
    const chapters = chaptersOf(sectionsOf(markdown));
    for (const section of chapters('Resources and their fields')) this.addStructure(section);
    this.structures.set('Problem', this.reader.rows(chapters('Errors').flatMap(tableOf)));
    this.endpoints = chapters('Endpoints')
      .slice(1)
      .map((section) => readEndpoint(section, this.reader, (words) => this.structure(words)));
  }

  /** @throws SpecificationError when there is none or more than one endpoint of the number */
  endpoint(number: number): Endpoint {
    return exactlyOne(
      this.endpoints.filter((endpoint) => endpoint.number === number),
      `endpoint ${number}`,
    );
  }

  /**
   * The fields of a structure by its heading, or a part of it.
   * @throws SpecificationError when no structure or more than one matches
   */
  structure(words: string): readonly ContractField[] {
    const wanted = (OTHER_NAMES[words] ?? words).toLowerCase();
    const [exact] = [...this.structures].filter(([name]) => name.toLowerCase() === wanted);
    const like = [...this.structures].filter(([name]) => name.toLowerCase().includes(wanted));
    return (exact ?? exactlyOne(like, `structure "${words}"`))[1];
  }

  get structureNames(): string[] {
    return [...this.structures.keys()];
  }

  /** A section has the table of one structure; lists and a second table describe its elements. */
  private addStructure(section: Section): void {
    for (const item of itemsOf(section)) {
      const [, name, fields] = /^(\w+) element: (.+)\.$/.exec(item) ?? [];
      if (name && fields) this.structures.set(name, this.reader.inline(fields, ','));
    }
    const [table, element] = tablesOf(section);
    if (element) this.structures.set('region settings', this.reader.rows(tableOf(element)));
    if (table) this.structures.set(section.title.replace(/ \(.*\)$/, ''), this.reader.rows(tableOf(table)));
  }
}

/** The sections of a chapter, beginning with its introduction. */
function chaptersOf(sections: readonly Section[]): (title: string) => Section[] {
  return (title) => {
    const start = sections.findIndex((section) => section.depth === 2 && section.title === title);
    if (start < 0) throw new SpecificationError(`No chapter "${title}"`);
    const length = sections.slice(start + 1).findIndex((section) => section.depth <= 2);
    return sections.slice(start, length < 0 ? undefined : start + 1 + length);
  };
}

/** The section split before each of its tables. */
function tablesOf(section: Section): Section[] {
  const heads = section.lines.flatMap((line, at) => (/^\| Field/.test(line) ? [at] : []));
  return heads.map((head, index) => ({ ...section, lines: section.lines.slice(head, heads[index + 1]) }));
}

function exactlyOne<T>(found: readonly T[], what: string): T {
  const [first, ...others] = found;
  if (first === undefined || others.length) throw new SpecificationError(`${found.length} of ${what} in the specification`);
  return first;
}

export const specification = new Specification(readFileSync(join(__dirname, 'interface-specification.md'), 'utf8'));
