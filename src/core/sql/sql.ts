import { parseMoment } from '../time/moments';

/** What is bound to a `?`: booleans go as 0 and 1, dates as {@link sqlMoment}. */
export type SqlValue = string | number;

/** A piece of SQL together with its parameters, so that the two cannot get out of step. */
export class Sql {
  constructor(
    readonly text: string,
    readonly params: readonly SqlValue[] = [],
  ) {}
}

export const TRUE = new Sql('1 = 1');
export const FALSE = new Sql('1 = 0');

/** Puts SQL together: a piece is spliced in, a value becomes a parameter. */
export function sql(texts: TemplateStringsArray, ...holes: (Sql | SqlValue)[]): Sql {
  const params: SqlValue[] = [];
  let text = texts[0] ?? '';
  // in loops, since a search puts together hundreds of pieces
  holes.forEach((hole, index) => {
    if (hole instanceof Sql) for (const param of hole.params) params.push(param);
    else params.push(hole);
    text += (hole instanceof Sql ? hole.text : '?') + (texts[index + 1] ?? '');
  });
  return new Sql(text, params);
}

/** By name, those of a single one: a statement may have a hundred, and there are only as many as our own metadata has. */
const identifiers = new Map<string, Sql>();

/** A name from our own metadata; quoted, since `order` or `condition` may be one. */
export function identifier(...names: string[]): Sql {
  const [name = ''] = names;
  if (names.length > 1) return new Sql(names.map((each) => identifier(each).text).join('.'));
  const known = identifiers.get(name);
  if (known) return known;
  const quoted = new Sql(`\`${name.replaceAll('`', '``')}\``);
  identifiers.set(name, quoted);
  return quoted;
}

/** Rows of an INSERT: `(?, ?), (?, NULL)`. In loops, since there may be thousands of cells. */
export function tuples(rows: readonly (readonly (SqlValue | null)[])[]): Sql {
  const params: SqlValue[] = [];
  let text = '';
  for (const row of rows) {
    let separator = text === '' ? '(' : ', (';
    for (const cell of row) {
      text += separator + (cell === null ? 'NULL' : '?');
      if (cell !== null) params.push(cell);
      separator = ', ';
    }
    text += ')';
  }
  return new Sql(text, params);
}

/** In a loop, since statements that are sent together may have thousands of parameters. */
export function list(pieces: readonly Sql[], separator = ', '): Sql {
  const params: SqlValue[] = [];
  for (const piece of pieces) for (const param of piece.params) params.push(param);
  return new Sql(pieces.map((piece) => piece.text).join(separator), params);
}

/** A list of parameters. */
export const values = (params: readonly SqlValue[]): Sql => new Sql(params.map(() => '?').join(', '), params);

export const and = (conditions: readonly Sql[]): Sql => combined(conditions, ' AND ', TRUE);
export const or = (conditions: readonly Sql[]): Sql => combined(conditions, ' OR ', FALSE);
export const not = (condition: Sql): Sql => sql`NOT (${condition})`;

/**
 * Is there a row? Compared with a number because MySQL (seen on 9.7) turns NOT EXISTS into a join that loses records
 * where a condition of the subquery is about the column that links it; a comparison stays a subquery.
 */
export const exists = (query: Sql): Sql => sql`EXISTS (${query}) = 1`;

/** Halved again and again, because SQLite refuses chains of a thousand. */
function combined(conditions: readonly Sql[], separator: string, none: Sql): Sql {
  const [first = none] = conditions;
  if (conditions.length < 2) return first;
  const middle = conditions.length >> 1;
  const halves = [conditions.slice(0, middle), conditions.slice(middle)].map((half) => combined(half, separator, none));
  return sql`(${list(halves, separator)})`;
}

/** An instant as both kinds of database compare and keep it: UTC, to the millisecond. */
export const sqlMoment = (moment: Date): string => moment.toISOString().slice(0, 23).replace('T', ' ');

/** Servers refuse to compare a moment with any other text. */
export function isSqlMoment(value: unknown): boolean {
  const moment = typeof value === 'string' ? parseMoment(`${value.replace(' ', 'T')}Z`) : undefined;
  return moment instanceof Date && sqlMoment(moment) === value;
}
