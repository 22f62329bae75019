import type { Column, Schema, Table } from './schema';

/**
 * What stops a service of the earlier version that goes on while the later one has migrated its database.
 * @param unused tables and columns (`job.title`) that the earlier version has left behind: they may go
 */
export const breakingSchemaChanges = (before: Schema, after: Schema, unused: readonly string[] = []): string[] =>
  Object.entries(before).flatMap(([name, table]) => {
    const later = after[name];
    if (!later) return unused.includes(name) ? [] : [`no more ${name}`];
    const gone = unused.filter((each) => each.startsWith(`${name}.`)).map((each) => each.slice(name.length + 1));
    return [...changesOfColumns(table, later, gone), ...newColumns(table, later), ...changesOfRules(table, later, gone)].map((change) =>
      change.replace('{}', name),
    );
  });

function changesOfColumns(before: Table, after: Table, gone: readonly string[]): string[] {
  return Object.entries(before.columns).flatMap(([name, column]) => {
    const later = after.columns[name];
    if (!later) return gone.includes(name) ? [] : [`no more {}.${name}`];
    return changesOf(column, later).map((change) => `{}.${name} ${change}`);
  });
}

function changesOf(before: Column, after: Column): string[] {
  return [
    ...(isWithin(before.type, after.type) ? [] : [`is ${after.type}, no more ${before.type}`]),
    ...(before.isNullable && !after.isNullable ? ['may not be null any more'] : []),
    ...(!before.isNullable && after.isNullable ? ['may be null'] : []),
    ...(before.default === after.default || (before.default === null && before.isNullable) ? [] : [otherDefault(after)]),
  ];
}

const otherDefault = ({ default: value }: Column): string => (value === null ? 'has no default any more' : `has the default ${value}`);

/** An insert of the earlier version does not name it. */
const newColumns = (before: Table, after: Table): string[] =>
  Object.entries(after.columns)
    .filter(([name, { isNullable, default: value }]) => !(name in before.columns) && !isNullable && value === null)
    .map(([name]) => `{}.${name} is required`);

function changesOfRules(before: Table, after: Table, gone: readonly string[]): string[] {
  const isKnown = (columns: string): boolean => columns.split(', ').every((column) => column in before.columns);
  const stays = (columns: string): boolean => !columns.split(', ').some((column) => gone.includes(column));
  const rule = (text: string): string => (text.includes(' → ') ? `refers: ${text}` : `is checked: ${text}`);
  return [
    ...after.unique.filter((key) => !before.unique.includes(key) && isKnown(key)).map((key) => `{} is unique by ${key}`),
    ...before.unique.filter((key) => !after.unique.includes(key) && stays(key)).map((key) => `{} is no more unique by ${key}`),
    ...after.rules
      .filter((text) => !before.rules.includes(text) && (!text.includes(' → ') || isKnown(text.split(' → ')[0] ?? '')))
      .map((text) => `{} ${rule(text)}`),
  ];
}

/** From the narrowest to the widest: each holds what those before it hold. */
const WIDENING = [
  ['tinyint', 'smallint', 'mediumint', 'int', 'bigint'],
  ['varchar', 'tinytext', 'text', 'mediumtext', 'longtext'],
];

interface SizedType {
  readonly name: string;
  readonly sizes: readonly number[];
}

function sized(type: string): SizedType {
  const [, name = type, sizes = ''] = /^(\w+)(?:\(([\d, ]+)\))?/.exec(type) ?? [];
  return { name, sizes: sizes === '' ? [] : sizes.split(',').map(Number) };
}

/** Whether a column of the second type holds whatever one of the first holds. */
export function isWithin(narrow: string, wide: string): boolean {
  if (narrow === wide) return true;
  const [before, after] = [sized(narrow), sized(wide)];
  if (before.name === after.name)
    return before.name === 'decimal' ? hasDigits(before, after) : (before.sizes[0] ?? 0) <= (after.sizes[0] ?? 0);
  const family = WIDENING.find((names) => names.includes(before.name) && names.includes(after.name));
  return family !== undefined && family.indexOf(before.name) < family.indexOf(after.name);
}

function hasDigits({ sizes: [digits = 0, decimals = 0] }: SizedType, { sizes: [laterDigits = 0, laterDecimals = 0] }: SizedType): boolean {
  return decimals <= laterDecimals && digits - decimals <= laterDigits - laterDecimals;
}
