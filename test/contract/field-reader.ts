import { type ContractField, type ContractType, SpecificationError } from './contract-field';
import { namesIn } from './names';

/** Looks up the fields of a structure described elsewhere, by the name that the specification uses for it. */
export type StructureNamed = (words: string) => readonly ContractField[];

const SIMPLE: Readonly<Record<string, 'int32' | 'double' | 'string' | 'boolean' | 'dt'>> = {
  int32: 'int32',
  integer: 'int32',
  double: 'double',
  number: 'double',
  string: 'string',
  boolean: 'boolean',
  dt: 'dt',
};
const INLINE_FIELD = /^`?(\w+)`? \(?([^()]+)\)?$/;

/** Reads field tables and field lists of the specification. @throws SpecificationError for anything it does not understand */
export class FieldReader {
  constructor(private readonly structureNamed: StructureNamed) {}

  /** The fields of the rows of a table `Field(s) | Type | notes`. */
  rows(rows: readonly string[][]): ContractField[] {
    return rows.flatMap(([names = '', type = '', notes = '']) => namesIn(names).map((name) => this.field(name, type, notes)));
  }

  /** The fields of a list in running text: "jobTitle (string), startDate (dt)" or "`type` string, `value` int32". */
  inline(text: string, separator: string): ContractField[] {
    return text.split(separator).map((part) => {
      const [, name, type] = INLINE_FIELD.exec(part.trim()) ?? [];
      if (!name || !type) throw new SpecificationError(`No field with a type: "${part}"`);
      return this.field(name, type);
    });
  }

  field(name: string, written: string, notes = ''): ContractField {
    if (!/^\w+$/.test(name)) throw new SpecificationError(`No field name: "${name}"`);
    const text = this.withoutRemark(written);
    const nullable = text.endsWith('?');
    const type = this.type(name, nullable ? text.slice(0, -1) : text, notes);
    return { name, type, nullable, json: /JSON text/.test(notes) };
  }

  private type(name: string, text: string, notes: string): ContractType {
    const simple = SIMPLE[text];
    if (simple) return { kind: text === 'number' && /I[dD]$/.test(name) ? 'int32' : simple };
    if (text.startsWith('integer enum')) return { kind: 'enum', values: numbersIn(text.split(':')[1] ?? notes) };
    return this.structure(name, text);
  }

  private structure(name: string, text: string): ContractType {
    const [, described] = /^array of objects with (.+)$/.exec(text) ?? [];
    if (described) return listOf({ kind: 'object', fields: this.inline(described, ',') });
    const [, fields] = /^object \((.+)\)$/.exec(text) ?? [];
    if (fields) return { kind: 'object', fields: this.inline(fields, ',') };
    const [, element] = /^(.+)\[\]$/.exec(text) ?? [];
    if (element && SIMPLE[element]) return listOf(this.type(name, element, ''));
    const [, words] = /^(?:array of )?(.+?)(?: object\[\])?$/.exec(text === 'as in the statistic entries above' ? name : text) ?? [];
    return listOf({ kind: 'object', fields: this.structureNamed(words ?? text) });
  }

  /** "string (a credential)" is a string; the brackets of "object (…)" and "objects with a (string)" belong to the type. */
  private withoutRemark(text: string): string {
    return /^(object|array) /.test(text) ? text : text.replace(/ \(.*\)$/, '');
  }
}

const listOf = (of: ContractType): ContractType => ({ kind: 'array', of });

function numbersIn(text: string): number[] {
  const [, first, last] = /from (\d+) to (\d+)/.exec(text) ?? [];
  if (first) return Array.from({ length: Number(last) - Number(first) + 1 }, (_, offset) => Number(first) + offset);
  const numbers = text.split(',').map(Number);
  if (text.trim() === '' || numbers.some(Number.isNaN)) throw new SpecificationError(`No list of numbers: "${text}"`);
  return numbers;
}
