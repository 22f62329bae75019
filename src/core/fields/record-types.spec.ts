import { Id, IntFigure, NameOf, Ref, TextOrNull } from './decorators';
import type { Cause, RecordEvent } from './record-event';
import { recordType, type RecordTypeSpec } from './record-type';
import { RecordTypes, type RecordTypesSpec } from './record-types';

class Boat {
  @Id() id!: number;
  @TextOrNull() name!: string | null;
  @Ref('Harbour') harbourID!: number | null;
  @NameOf('harbourID') harbourName!: string | null;
}

class CountedBoat extends Boat {
  @IntFigure('(SELECT 1)', { live: true, zeroUnless: 'name' }) atSea!: number;
}

class Harbour {
  @Id() id!: number;
  @TextOrNull() name!: string | null;
}

const boatsWith = (more: Partial<RecordTypeSpec<Boat>> = {}) =>
  recordType({ name: 'Boat', table: 'boat', entity: Boat, shape: Boat, display: 'name', ...more });
const boats = boatsWith();
const harbours = recordType({ name: 'Harbour', table: 'harbour', entity: Harbour, shape: Harbour, display: 'name' });
const boatRules = {};
const crewed = (cause: Cause): RecordEvent<Boat> => ({ id: 1, name: 'Boat crewed', kind: 'C', causedBy: [cause] });
const both: RecordTypesSpec = {
  types: [
    { type: boats, rules: boatRules },
    { type: harbours, rules: {} },
  ],
  tables: [Boat, Harbour],
};
const withBoats = (more: Partial<RecordTypeSpec<Boat>>): RecordTypesSpec => ({
  ...both,
  types: [
    { type: boatsWith(more), rules: {} },
    { type: harbours, rules: {} },
  ],
});

describe('The record types of an application', () => {
  it('are found by name, with their rules', () => {
    const types = new RecordTypes(both);
    expect(types.named('Boat')).toBe(boats);
    expect(types.rulesOf(boats)).toBe(boatRules);
    expect(types.all).toEqual([boats, harbours]);
  });

  it('are known only to the application that lists them', () => {
    const types = new RecordTypes({ types: [{ type: harbours, rules: {} }], tables: [Harbour] });
    expect(() => types.named('Boat')).toThrow('No record type Boat.');
    expect(() => types.rulesOf(boats)).toThrow('No record type Boat.');
  });

  it('show changes of a part to those who can see the record', () => {
    const types = new RecordTypes(withBoats({ publishedParts: { Engine: ['power'] } }));
    expect(['Engine', 'Harbour', 'Crane'].map((name) => types.publishedAs(name)?.name)).toEqual(['Boat', 'Harbour', undefined]);
  });

  it('have their folded columns, with those of other tables behind them', () => {
    const column = { name: 'Boat', table: 'boat', column: 'folded', id: ['id'], derivedFrom: ['name'], derive: () => null };
    const other = { ...column, name: 'Lookup', table: 'lookup' };
    expect(new RecordTypes({ ...withBoats({ foldedColumns: [column] }), foldedColumns: [other] }).foldedColumns).toEqual([column, other]);
  });

  it('are named in SQL by their names, and their predicates by theirs', () => {
    const types = new RecordTypes(withBoats({ predicates: { live: 'x.sunk = 0 AND max.id < x.id' } }));
    expect(types.expand('FROM {Boat} b JOIN {Harbour} h WHERE {Boat.live b}')).toBe(
      'FROM boat b JOIN harbour h WHERE (b.sunk = 0 AND max.id < b.id)',
    );
  });

  it.each<[string, RecordTypesSpec, string]>([
    ['a type without rules', { ...both, types: [{ type: boats }, { type: harbours, rules: {} }] }, 'Record type Boat has no rules.'],
    ['a name twice', { ...both, types: [...both.types, { type: boatsWith(), rules: {} }] }, 'Record type Boat is listed twice.'],
    [
      'a relation to an unknown type',
      withBoats({ relations: { crew: { to: 'Sailor', on: 'x.boatID = r.id' } } }),
      'Boat.crew refers to Sailor, which is not a record type.',
    ],
    [
      'figures of an unknown type',
      withBoats({ affects: { Sailor: 'SELECT 1' } }),
      'Boat.affects refers to Sailor, which is not a record type.',
    ],
    [
      'a reference to an unknown type',
      { types: [{ type: boats, rules: {} }], tables: [Boat] },
      'Boat.harbourID refers to Harbour, which is not a record type.',
    ],
    ...(
      [
        ['relations', { relations: { crew: { to: 'Harbour', on: 'x.id IN (SELECT 1 FROM {Sailor})' } } }, '{Sailor}'],
        ['figures of others', { affects: { Harbour: 'SELECT 1 FROM {Boat.afloat x}' } }, '{Boat.afloat x}'],
        ['divisions', { divisions: 'SELECT 1 FROM {Boat.live}' }, '{Boat.live}'],
      ] as const
    ).map(([where, more, named]): [string, RecordTypesSpec, string] => [
      `an unknown name in the SQL of ${where}`,
      withBoats({ predicates: { live: 'x.sunk = 0' }, ...more }),
      `${named} names no record type or predicate: `,
    ]),
    [
      'a live figure that depends on another field than a stored figure',
      withBoats({ shape: CountedBoat }),
      'Boat.atSea depends on name, which is not a stored figure.',
    ],
    [
      'a table of records without a type',
      { types: [{ type: harbours, rules: {} }], tables: [Boat, Harbour] },
      'The table of Boat holds records, but no record type is listed.',
    ],
    ['a type of a module without events', withBoats({ moduleId: 1 }), 'Record type Boat belongs to a module, but has no events.'],
    [
      'an event caused by an unknown type',
      withBoats({ events: { crewed: crewed({ kind: 'fieldWritten', type: 'Sailor' }) } }),
      'A cause of "Boat crewed" refers to Sailor, which is not a record type.',
    ],
    [
      'an event caused by an unknown field',
      withBoats({ events: { crewed: crewed({ kind: 'created', having: { crew: [1] } }) } }),
      'A cause of "Boat crewed" refers to Boat.crew, which is not a field.',
    ],
    [
      'a consequence for an unknown type',
      withBoats({ consequences: [{ field: 'harbourID', effects: [{ kind: 'created', type: 'Sailor', values: {} }] }] }),
      'A consequence of Boat refers to Sailor, which is not a record type.',
    ],
    [
      'a consequence for an unknown field',
      withBoats({ consequences: [{ field: 'harbourID', effects: [{ kind: 'fieldWritten', type: 'Harbour', field: 'boats' }] }] }),
      'A consequence of Boat refers to Harbour.boats, which is not a field.',
    ],
    ['a type without a table', { ...both, tables: [Boat] }, 'Record type Harbour has no table: list its entity.'],
  ])('are not accepted with %s', (_, spec, message) => {
    expect(() => new RecordTypes(spec)).toThrow(message);
  });
});
