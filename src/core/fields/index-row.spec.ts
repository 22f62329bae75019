import { keyFields, indexRowFields, textKey } from './index-row';
import { Bool, Id, TextOrNull } from './decorators';
import { recordType } from './record-type';

class Room {
  @Id() id!: number;
  @TextOrNull(100, { indexed: true }) name!: string | null;
  @Bool({ indexed: 'column' }) warm!: boolean;
  @Bool() deleted!: boolean;
}

class Chair {
  @Id() id!: number;
  @TextOrNull() name!: string | null;
  @Bool() deleted!: boolean;
}

const rooms = recordType({ name: 'Room', table: 'room', entity: Room, shape: Room, display: 'name', softDeleted: true });
const chairs = recordType({ name: 'Chair', table: 'chair', entity: Chair, shape: Chair, display: 'name', softDeleted: true });

describe('The key of a folded text', () => {
  it.each([
    ['a short one', 'bennett', 'bennett'],
    ['nothing', '', ''],
    ['200 characters', 'a'.repeat(200), 'a'.repeat(200)],
    ['more', 'a'.repeat(201), 'a'.repeat(200)],
    ['more, with a space at the end', `${'a'.repeat(199)} b`, 'a'.repeat(199)],
    ['characters of two units', '😀'.repeat(201), '😀'.repeat(200)],
  ])('is its beginning: %s', (_, folded, key) => {
    expect(textKey(folded)).toBe(key);
  });
});

describe('An index row', () => {
  it('has what excludes deleted records, and the declared fields', () => {
    const names = (fields: readonly { name: string }[]): string[] => fields.map(({ name }) => name);
    expect([names(indexRowFields(rooms)), names(keyFields(rooms))]).toEqual([['deleted', 'name', 'warm'], ['name']]);
  });

  it('exists only where fields are declared to be in it', () => {
    expect(indexRowFields(chairs)).toEqual([]);
  });
});
