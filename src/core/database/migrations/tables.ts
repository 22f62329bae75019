import { Table, TableIndex, type QueryRunner, type TableColumnOptions } from 'typeorm';
import { databaseKind } from '../../config/database-url';
import { identifier } from '../../sql';
import { columns } from '../../sql/columns';

/**
 * A table in words that mean the same on every database. Columns: `id`, `int`, `bigid`, `bigint`, `double`, `amount`, `text(100)`, `long`,
 * `moment`, `boolean`; a `?` behind it lets it be unset, `=0` gives a default; `field1..10` are ten columns. So one list of migrations
 * serves all.
 */
export interface TableWords {
  columns: Readonly<Record<string, string>>;
  primary?: readonly string[];
  unique?: readonly (readonly string[])[];
  indexes?: readonly (readonly string[])[];
  /** Column to table, whose `id` it holds; or `table.column`. */
  references?: Readonly<Record<string, string>>;
}

/**
 * Makes a table, unless it is there: servers commit each table at once, so a migration that was interrupted goes on where
 * it stopped.
 */
export async function createTable(runner: QueryRunner, name: string, words: TableWords): Promise<void> {
  const { primary = ['id'], unique = [], indexes = [], references = {} } = words;
  await runner.createTable(
    new Table({
      name,
      columns: Object.entries(words.columns)
        .flatMap(numbered)
        .map(([column, words]) => ({ ...columnOf(column, words), isPrimary: primary.includes(column) })),
      indices: [
        ...unique.map((columnNames) => ({ columnNames: [...columnNames], isUnique: true })),
        ...indexes.map((columnNames) => ({ columnNames: [...columnNames] })),
      ],
      foreignKeys: Object.entries(references).map(([column, to]) => foreignKey(column, to)),
    }),
    true,
  );
}

/** Adds columns to a table without rebuilding it; leaves those that are there, for the sake of a migration that was interrupted. */
export async function addColumns(runner: QueryRunner, table: string, words: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, kind] of Object.entries(words).flatMap(numbered)) {
    if (await runner.hasColumn(table, name)) continue;
    const column = columnOf(name, kind);
    await runner.query(`ALTER TABLE ${identifier(table).text} ADD COLUMN ${definitionOf(column)}`);
  }
}

/** Gives columns other types of number, in one rebuilding of the table; SQLite stores all but whole numbers the same way. */
export async function retypeNumbers(runner: QueryRunner, table: string, words: Readonly<Record<string, string>>): Promise<void> {
  if (databaseKind() === 'sqlite') return;
  const changes = Object.entries(words)
    .flatMap(numbered)
    .map(([name, kind]) => `MODIFY COLUMN ${definitionOf(columnOf(name, kind))}`);
  await runner.query(`ALTER TABLE ${identifier(table).text} ${changes.join(', ')}`);
}

function definitionOf({ name, isNullable, type, length, precision, scale, charset, collation, ...column }: TableColumnOptions): string {
  const value = column.default as unknown;
  const size = [length ?? precision, scale].filter((each) => each !== undefined && each !== null);
  const parts = [
    `${type}${size.length === 0 ? '' : `(${size.join(', ')})`}`,
    charset && `CHARACTER SET ${charset} COLLATE ${collation}`,
    isNullable ? 'NULL' : 'NOT NULL',
    value === undefined ? '' : `DEFAULT ${Number(value)}`,
  ];
  return `${identifier(name).text} ${parts.filter(Boolean).join(' ')}`;
}

export async function addIndex(runner: QueryRunner, table: string, columnNames: readonly string[], isUnique = false): Promise<void> {
  const index = new TableIndex({ columnNames: [...columnNames], isUnique });
  const known = await runner.getTable(table);
  if (known?.indices.some((each) => each.columnNames.join() === columnNames.join())) return;
  await runner.createIndex(table, index);
}

export async function dropIndex(runner: QueryRunner, table: string, columnNames: readonly string[]): Promise<void> {
  const known = await runner.getTable(table);
  const index = known?.indices.find((each) => each.columnNames.join() === columnNames.join());
  if (index) await runner.dropIndex(table, index);
}

/** Drops columns again; the way back of a migration need not be quick. */
export async function dropColumns(runner: QueryRunner, table: string, names: readonly string[]): Promise<void> {
  for (const name of names) await runner.query(`ALTER TABLE ${identifier(table).text} DROP COLUMN ${identifier(name).text}`);
}

/** Removes every table but the list of migrations, those that refer to others first. */
export async function dropTables(runner: QueryRunner, names: readonly string[]): Promise<void> {
  for (const name of names.toReversed()) await runner.dropTable(name);
}

function numbered([name, words]: [name: string, words: string]): [name: string, words: string][] {
  const [, stem, from, to] = /^([a-z]\w*?(?<!\d))(\d+)\.\.(\d+)$/i.exec(name) ?? [];
  if (!stem) return [[name, words]];
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => [`${stem}${Number(from) + index}`, words]);
}

function foreignKey(column: string, to: string) {
  const [table = '', key = 'id'] = to.split('.');
  // stated explicitly, since MariaDB describes a key without it as RESTRICT
  const rules = { onDelete: 'NO ACTION', onUpdate: 'NO ACTION' };
  return { columnNames: [column], referencedTableName: table, referencedColumnNames: [key], ...rules };
}

function columnOf(name: string, words: string): TableColumnOptions {
  const [, kind = '', size, unset, value] = /^(\w+)(?:\((\d+)\))?(\?)?(?:=(.+))?$/.exec(words) ?? [];
  const generated = kind === 'id' || kind === 'bigid' ? { isGenerated: true, generationStrategy: 'increment' as const } : {};
  const { length, ...rest } = { length: undefined, ...typeOf(kind, Number(size)) };
  return {
    name,
    ...rest,
    ...(length ? { length: String(length) } : {}),
    ...generated,
    isNullable: unset === '?',
    ...(value === undefined ? {} : { default: value }),
  };
}

function typeOf(kind: string, size: number) {
  switch (kind) {
    case 'id':
    case 'int':
      return columns.int();
    case 'bigid':
    case 'bigint':
      return columns.long();
    case 'double':
      return columns.double();
    case 'amount':
      return columns.amount();
    case 'text':
      return columns.text(size);
    case 'long':
      return columns.longText();
    case 'moment':
      return columns.moment();
    case 'boolean':
      return columns.boolean();
    default:
      throw new Error(`No kind of column is called ${kind}.`);
  }
}
