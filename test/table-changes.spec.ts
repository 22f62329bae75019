import type { Schema, Table } from './support/schema';
import { breakingSchemaChanges, isWithin } from './support/table-changes';

const COLUMNS = {
  id: { type: 'int', isNullable: false, default: null },
  name: { type: 'varchar(100)', isNullable: true, default: null },
  size: { type: 'int', isNullable: false, default: '0' },
};
const THING: Table = { columns: COLUMNS, unique: ['id', 'name'], rules: ['size → size.id'] };
const BEFORE: Schema = { thing: THING, other: { columns: {}, unique: [], rules: [] } };
const text = { type: 'text', isNullable: true, default: null };

const withColumns = (columns: Table['columns']): Schema => ({ ...BEFORE, thing: { ...THING, columns: { ...COLUMNS, ...columns } } });
const without = (column: keyof typeof COLUMNS): Schema => {
  const { [column]: _, ...columns } = COLUMNS;
  return { ...BEFORE, thing: { ...THING, columns } };
};

describe('A migration of the database of a version that goes on', () => {
  it.each<[what: string, after: Schema, breaking: string[]]>([
    ['nothing', BEFORE, []],
    ['a new table', { ...BEFORE, more: THING }, []],
    ['a table that is gone', { thing: THING }, ['no more other']],
    ['a table with another name', { thing: THING, others: BEFORE['other']! }, ['no more other']],
    ['a column that is gone', without('size'), ['no more thing.size']],
    ['a new column', withColumns({ more: text }), []],
    ['a new column with a default', withColumns({ more: { type: 'int', isNullable: false, default: '0' } }), []],
    ['a new column that is required', withColumns({ more: { ...text, isNullable: false } }), ['thing.more is required']],
    ['a wider column', withColumns({ name: text }), []],
    [
      'a narrower column',
      withColumns({ name: { ...COLUMNS.name, type: 'varchar(50)' } }),
      ['thing.name is varchar(50), no more varchar(100)'],
    ],
    ['a column that must be set', withColumns({ name: { ...COLUMNS.name, isNullable: false } }), ['thing.name may not be null any more']],
    ['a column that need not be set', withColumns({ id: { ...COLUMNS.id, isNullable: true } }), ['thing.id may be null']],
    ['another default', withColumns({ size: { ...COLUMNS.size, default: '1' } }), ['thing.size has the default 1']],
    ['a default that is gone', withColumns({ size: { ...COLUMNS.size, default: null } }), ['thing.size has no default any more']],
    ['a new unique key', { ...BEFORE, thing: { ...THING, unique: ['id', 'name', 'size'] } }, ['thing is unique by size']],
    [
      'a new unique key of a new column',
      { ...BEFORE, thing: { ...THING, columns: { ...COLUMNS, more: text }, unique: ['id', 'more', 'name'] } },
      [],
    ],
    ['a unique key that is gone', { ...BEFORE, thing: { ...THING, unique: ['id'] } }, ['thing is no more unique by name']],
    ['a new reference', { ...BEFORE, thing: { ...THING, rules: [...THING.rules, 'name → other.id'] } }, ['thing refers: name → other.id']],
    ['a new condition', { ...BEFORE, thing: { ...THING, rules: [...THING.rules, 'positive'] } }, ['thing is checked: positive']],
  ])('may not stop it: %s', (_, after, breaking) => {
    expect(breakingSchemaChanges(BEFORE, after)).toEqual(breaking);
  });

  it('may drop what that version does not use any more', () => {
    expect(breakingSchemaChanges(BEFORE, without('size'), ['thing.size'])).toEqual([]);
    expect(breakingSchemaChanges(BEFORE, without('size'), ['thing.id', 'other.size'])).toEqual(['no more thing.size']);
    expect(breakingSchemaChanges(BEFORE, { thing: THING }, ['other'])).toEqual([]);
  });

  it.each<[before: string, after: string, holds: boolean]>([
    ['varchar(100)', 'varchar(100)', true],
    ['varchar(100)', 'varchar(101)', true],
    ['varchar(100)', 'varchar(99)', false],
    ['varchar(100)', 'mediumtext', true],
    ['mediumtext', 'varchar(100)', false],
    ['int(11)', 'bigint(20)', true],
    ['bigint', 'int', false],
    ['int', 'varchar(20)', false],
    ['decimal(15,4)', 'decimal(17,4)', true],
    ['decimal(15,4)', 'decimal(15,6)', false],
    ['decimal(15,4)', 'decimal(17,2)', false],
    ['double', 'decimal(15,4)', false],
    ['datetime', 'datetime(3)', true],
    ['datetime(3)', 'datetime', false],
  ])('holds in %s what it then holds in %s, or not', (before, after, holds) => {
    expect(isWithin(before, after)).toBe(holds);
  });
});
