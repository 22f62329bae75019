import { fail, type RecordType } from './record-type';

/**
 * Puts in what SQL names in braces: `{Placement}` is the table of that record type, `{Placement.live pl}` its predicate `live`
 * about the alias `pl`. Areas that must not import each other can so use each other's records in SQL.
 * @throws Error for an unknown record type or predicate
 */
export const expandNames = (text: string, typeNamed: (name: string) => RecordType | undefined): string =>
  text.replace(/\{([^{}]*)\}/g, (braces, named: string) => {
    const [, name = '', predicate, alias = ''] = /^(\w+)(?:\.(\w+) (\w+))?$/.exec(named) ?? [];
    const type = typeNamed(name);
    const expanded = predicate === undefined ? type?.table : aboutAlias(type?.predicates[predicate], alias);
    return expanded ?? fail(`${braces} names no record type or predicate: ${text}`);
  });

const aboutAlias = (predicate: string | undefined, alias: string): string | undefined =>
  predicate === undefined ? undefined : `(${predicate.replace(/\bx\./g, () => `${alias}.`)})`;
