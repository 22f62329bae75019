import { createConnection } from 'mysql2/promise';
import { DefaultNamingStrategy } from 'typeorm';
import { embeddedDriver } from '../../sql/embedded-driver';
import { fold } from '../../../../test/support/oracle/fold';
import { words } from '../../../../test/support/oracle/words';
import type { Field } from '../../fields/field';
import { keyColumns } from '../../fields/index-row';
import type { RecordType } from '../../fields/record-type';
import type { SqlValue } from '../../sql/sql';
import type { Row, Stored, World } from './world';

/** A database made for one spec. */
export interface TestDatabase {
  rows(text: string, params: readonly SqlValue[]): Promise<unknown[][]>;
  close(): Promise<void>;
}

/** In memory; with TEST_DATABASE_URL a database of its own on that server, dropped at the end. */
export async function openDatabase(world: World, url = process.env['TEST_DATABASE_URL']): Promise<TestDatabase> {
  const database = url ? await onServer(url) : await inMemory();
  for (const statement of statements(world)) await database.rows(statement.text, statement.params);
  return database;
}

async function inMemory(): Promise<TestDatabase> {
  const Driver = await embeddedDriver();
  const database = new Driver(':memory:');
  return {
    rows: async (text, params) => {
      const statement = database.prepare(text);
      return statement.reader ? (statement.raw().all(...params) as unknown[][]) : [[statement.run(...params).changes]];
    },
    close: async () => void database.close(),
  };
}

async function onServer(url: string): Promise<TestDatabase> {
  const name = `query_spec_${process.pid}_${Date.now()}`;
  const connection = await createConnection({
    uri: url.replace(/^mariadb:/, 'mysql:'),
    rowsAsArray: true,
    charset: 'utf8mb4',
    dateStrings: true,
  });
  await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  await connection.query(`USE ${name}`);
  return {
    rows: async (text, params) => (await connection.query({ sql: text, values: [...params], rowsAsArray: true }))[0] as unknown[][],
    close: async () => {
      await connection.query(`DROP DATABASE ${name}`);
      await connection.end();
    },
  };
}

interface Statement {
  readonly text: string;
  readonly params: readonly SqlValue[];
}
type Column = { readonly name: string; readonly kind: string };

function statements({ rows, lookups, divisions }: World): Statement[] {
  return [
    ...[...rows].flatMap(([type, all]) => recordStatements(type, all)),
    ...filled(
      'lookup',
      [
        column('list', TEXT),
        column('id', 'int'),
        column('name', TEXT),
        column('folded', TEXT),
        column('code', TEXT),
        column('parentID', 'int'),
      ],
      lookups.map((entry) => ({ ...entry, folded: fold(entry.name) })),
    ),
    ...filled('vacancy_division', [column('vacancyID', 'int'), column('divisionID', 'int')], divisions),
  ];
}

const embedded = !process.env['TEST_DATABASE_URL'];
const TEXT = embedded ? 'text' : 'mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';
const KEY = embedded ? 'text' : 'varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';
const KINDS = { text: TEXT, integer: 'int', number: 'double', boolean: 'int', date: embedded ? 'datetime' : 'datetime(3)' } as const;
const column = (name: string, kind: string): Column => ({ name, kind });
const columnOf = (field: Field): Column => column(field.name, KINDS[field.type ?? 'text']);

/** The record, its folded texts and its figures, as the service keeps them. */
function recordStatements(type: RecordType, rows: readonly Row[]): Statement[] {
  const stored = type.fields.filter(({ source }) => ['column', 'reference', 'lookup', 'code'].includes(source.in));
  const texts = stored.filter((field) => field.type === 'text');
  const searched = texts.filter((field) => field.searchedByWords);
  const figures = type.fields.filter(({ source }) => source.in === 'figure' && !source.live);
  const id = column('id', 'int PRIMARY KEY');
  return [
    ...filled(
      type.table,
      stored.map((field) => (field.name === 'id' ? id : columnOf(field))),
      rows,
    ),
    ...filled(
      `${type.table}_text`,
      [id, ...texts.map(columnOf), ...searched.map(({ name }) => column(`${name}Words`, TEXT))],
      rows.map((row) => ({ ...row, ...folded(row, texts), ...wordsOf(row, searched) })),
    ),
    ...filled(
      `${type.table}_figure`,
      [id, ...figures.map(columnOf)],
      rows.map((row) => ({ ...row, ...figuresOf(row, figures) })),
    ),
    ...indexStatements(type, rows),
    ...keyStatements(type, rows),
  ];
}

/** What searches ask most, in a row of its own; of texts the first 200 characters. */
function indexStatements(type: RecordType, rows: readonly Row[]): Statement[] {
  const indexed = type.fields.filter(({ indexed, source }) => indexed !== undefined && source.in !== 'figure');
  if (indexed.length === 0) return [];
  const cut = (row: Row): Record<string, Stored> =>
    Object.fromEntries(indexed.filter((field) => field.type === 'text').map((field) => [field.name, beginningOf(textOf(row, field))]));
  const columns = [type.field('deleted'), ...indexed].map((field) => (field.type === 'text' ? column(field.name, KEY) : columnOf(field)));
  const keys = [...indexed.filter((field) => field.indexed === 'key').map((field) => keyColumns(type, field)), ...type.indexKeys];
  return [
    ...filled(
      `${type.table}_index`,
      [column('id', 'int PRIMARY KEY'), ...columns],
      rows.map((row) => ({ ...row, ...cut(row) })),
    ),
    ...keys.map((key) => keyStatement(`${type.table}_index`, key)),
  ];
}

/** A row for each other text that is set. */
function keyStatements(type: RecordType, rows: readonly Row[]): Statement[] {
  if (!type.textKeys) return [];
  const isKeyed = ({ type: kind, source, indexed, hidden }: Field): boolean =>
    kind === 'text' && ['column', 'code'].includes(source.in) && indexed === undefined && !hidden;
  const keyed = type.fields.filter(isKeyed);
  const keys = rows.flatMap((row) =>
    keyed.map(({ name }) => ({ field: name, id: row['id'] ?? null, value: beginningOf(String(row[name] ?? '')) })),
  );
  return filled(
    `${type.table}_key`,
    [column('field', KEY), column('value', KEY), column('id', 'int')],
    keys.filter(({ value }) => value !== null),
  );
}

/** Named as TypeORM does: queries name keys. */
const keyStatement = (table: string, key: readonly string[]): Statement => ({
  text: `CREATE INDEX ${new DefaultNamingStrategy().indexName(table, [...key])} ON \`${table}\` (${key.map((name) => `\`${name}\``).join(', ')})`,
  params: [],
});

const beginningOf = (text: string): string | null => [...fold(text)].slice(0, 200).join('').replace(/ $/, '') || null;

const textOf = (row: Row, field: Field): string => String(row[field.name] ?? '');
const folded = (row: Row, texts: readonly Field[]): Record<string, Stored> =>
  Object.fromEntries(texts.map((field) => [field.name, fold(textOf(row, field)) || null]));
const wordsOf = (row: Row, texts: readonly Field[]): Record<string, Stored> =>
  Object.fromEntries(texts.map((field) => [`${field.name}Words`, ` ${words(textOf(row, field)).join(' ')} `]));

/** A number is 0 before it is first computed. */
const figuresOf = (row: Row, figures: readonly Field[]): Record<string, Stored> =>
  Object.fromEntries(figures.map(({ name, type }) => [name, row[name] ?? (type === 'date' ? null : 0)]));

function filled(table: string, columns: readonly Column[], rows: readonly Readonly<Record<string, Stored>>[]): Statement[] {
  const names = columns.map(({ name }) => `\`${name}\``);
  const create = {
    text: `CREATE TABLE \`${table}\` (${columns.map(({ kind }, index) => `${names[index]} ${kind}`).join(', ')})`,
    params: [],
  };
  return [create, ...rows.map((row) => insert(table, columns, row))];
}

function insert(table: string, columns: readonly Column[], row: Readonly<Record<string, Stored>>): Statement {
  const set = columns
    .map(({ name }) => ({ name, value: row[name] }))
    .filter((each): each is { name: string; value: Exclude<Stored, null> } => each.value !== null && each.value !== undefined);
  return {
    text: `INSERT INTO \`${table}\` (${set.map(({ name }) => `\`${name}\``).join(', ')}) VALUES (${set.map(() => '?').join(', ')})`,
    params: set.map(({ value }) => bound(value)),
  };
}

function bound(value: Exclude<Stored, null>): SqlValue {
  if (value instanceof Date) return value.toISOString().replace('T', ' ').replace('Z', '');
  return typeof value === 'boolean' ? Number(value) : value;
}
