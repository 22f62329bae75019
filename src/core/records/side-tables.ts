import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { DUPLICATE_KEY_LENGTH, duplicateGroupTable, duplicateTable } from '../fields/duplicate-keys';
import type { Field } from '../fields/field';
import { indexRowFields, keyColumns, keyFields, TEXT_KEY } from '../fields/index-row';
import type { RecordType } from '../fields/record-type';
import { FIELD_NAME_LENGTH, keyTable, textKeyFields } from '../fields/text-keys';
import { recordWordFields, recordWordTable, WORD_LENGTH, wordFields, wordTable } from '../fields/word-table';
import { columns } from '../sql/columns';

/** The text fields of a record type whose folded forms are stored for searching. */
export const textFields = (type: RecordType): Field[] =>
  type.fields.filter(({ type: kind, source, hidden }) => kind === 'text' && !hidden && (source.in === 'column' || source.in === 'code'));

/** The figures of a record type that are stored; live ones are computed when read. */
export const storedFigures = (type: RecordType): Field[] => type.fields.filter(({ source }) => source.in === 'figure' && !source.live);

const RESPONSE_COLUMNS: [string, EntitySchemaColumnOptions][] = [
  ['version', columns.int()],
  ['text', columns.longText()],
];

/** The side tables of a type: folded texts, figures, responses and what searches ask most, a row per record; words; keys; duplicates. */
export function sideTables(type: RecordType): EntitySchema[] {
  const texts = textFields(type).flatMap(({ name, searchedByWords }) => (searchedByWords ? [name, `${name}Words`] : [name]));
  const figures = storedFigures(type);
  return [
    ...(texts.length > 0
      ? [
          sideTable(
            type,
            'text',
            texts.map((name) => [name, { ...columns.longText(), nullable: true }]),
          ),
        ]
      : []),
    ...(figures.length > 0
      ? [
          sideTable(
            type,
            'figure',
            figures.map((field) => [field.name, figureColumn(field)]),
            figures.filter(({ indexed }) => indexed === 'key').map(({ name }) => [name]),
          ),
        ]
      : []),
    ...(type.storedResponses ? [sideTable(type, 'response', RESPONSE_COLUMNS)] : []),
    ...(indexRowFields(type).length > 0 ? [indexRows(type)] : []),
    ...wordFields(type).map((field) => wordRows(wordTable(type, field))),
    ...(recordWordFields(type).length > 0 ? [wordsOfRecords(recordWordTable(type))] : []),
    ...(textKeyFields(type).length > 0 ? [keyRows(keyTable(type))] : []),
    ...(type.duplicateKinds.length > 0 ? [duplicateRows(duplicateTable(type)), duplicateGroups(duplicateGroupTable(type))] : []),
  ];
}

const wordRows = (tableName: string): EntitySchema =>
  new EntitySchema({
    name: tableName,
    tableName,
    columns: { word: { ...columns.text(WORD_LENGTH), primary: true }, id: { ...columns.int(), primary: true } },
    indices: [{ columns: ['id'] }],
  });

const wordsOfRecords = (tableName: string): EntitySchema =>
  new EntitySchema({
    name: tableName,
    tableName,
    columns: {
      field: { ...columns.text(FIELD_NAME_LENGTH), primary: true },
      word: { ...columns.text(WORD_LENGTH), primary: true },
      id: { ...columns.int(), primary: true },
    },
    indices: [{ columns: ['id', 'word'] }],
  });

const keyRows = (tableName: string): EntitySchema =>
  new EntitySchema({
    name: tableName,
    tableName,
    columns: {
      field: { ...columns.text(FIELD_NAME_LENGTH), primary: true },
      value: { ...columns.text(TEXT_KEY), primary: true },
      id: { ...columns.int(), primary: true },
    },
    indices: [{ columns: ['id', 'field'] }],
  });

const duplicateRows = (tableName: string): EntitySchema =>
  new EntitySchema({
    name: tableName,
    tableName,
    columns: { value: { ...columns.text(DUPLICATE_KEY_LENGTH), primary: true }, id: { ...columns.int(), primary: true } },
    indices: [{ columns: ['id'] }],
  });

const duplicateGroups = (tableName: string): EntitySchema =>
  new EntitySchema({
    name: tableName,
    tableName,
    columns: {
      value: { ...columns.text(DUPLICATE_KEY_LENGTH), primary: true },
      members: columns.int(),
      likely: columns.boolean(),
    },
    indices: [{ columns: ['likely', 'value'] }],
  });

function sideTable(
  type: RecordType,
  kind: string,
  own: [name: string, column: EntitySchemaColumnOptions][],
  keys: readonly (readonly string[])[] = [],
): EntitySchema {
  const tableName = `${type.table}_${kind}`;
  return new EntitySchema({
    name: tableName,
    tableName,
    columns: { id: { ...columns.int(), primary: true }, ...Object.fromEntries(own) },
    indices: keys.map((each) => ({ columns: [...each] })),
  });
}

const indexRows = (type: RecordType): EntitySchema =>
  sideTable(
    type,
    'index',
    indexRowFields(type).map((field) => [field.name, indexColumn(field)]),
    [...keyFields(type).map((field) => keyColumns(type, field)), ...type.indexKeys],
  );

function indexColumn({ type, source }: Field): EntitySchemaColumnOptions {
  if (type === 'text') return { ...columns.text(TEXT_KEY), nullable: true };
  return source.in === 'column' ? (source.column as EntitySchemaColumnOptions) : { ...columns.int(), nullable: true };
}

function figureColumn({ type }: Field): EntitySchemaColumnOptions {
  if (type === 'date') return { ...columns.moment(), nullable: true };
  if (type === 'boolean') return { ...columns.boolean(), default: false };
  return { ...(type === 'number' ? columns.double() : columns.int()), default: 0 };
}
