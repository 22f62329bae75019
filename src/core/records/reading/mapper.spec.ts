import '../../database/support/kind';
import {
  Bool,
  BoolFigure,
  BoolOrNull,
  Composed,
  ComposedOrNull,
  CountText,
  Id,
  Int,
  IntAlias,
  IntFigure,
  LookupOrNull,
  Moment,
  MomentAlias,
  MomentFigure,
  MomentOrNull,
  NameOf,
  NameTextOf,
  Ref,
  Text,
  TextOrNull,
  Version,
} from '../../fields/decorators';
import { recordType } from '../../fields/record-type';
import { ResponseOf } from '../../fields/shapes';
import { readSettings } from '../../config';
import { recordTypes } from '../../../record-types';
import { VERSION, versionOf } from '../../http/conditional';
import { cellsOf, fixedMapper, isoOf, mapperOf, variableWriter } from './mapper';

class Visit {
  @TextOrNull(100) customField1!: string | null;
  @Text(100) place!: string;
  @TextOrNull(100) note!: string | null;
  @Int() guests!: number;
  @Id() id!: number;
  @Bool() isDone!: boolean;
  @BoolOrNull() isPaid!: boolean | null;
  @Moment() begin?: Date;
  @MomentOrNull() end!: Date | null;
  @Ref('Client') clientID!: number | null;
  @LookupOrNull('jobStage') stageID!: number | null;
  @TextOrNull(100, { derived: true }) divisions!: string | null;
  @Moment({ derived: true }) updatedDate?: Date;
  @Ref('User', { derived: true }) updatedByID!: number | null;
  @Text(100, { inResponse: 'nowhere' }) doorCode!: string;
  @Version() version!: number;
}

class VisitDto extends ResponseOf(Visit) {
  @IntAlias('guests') seats!: number;
  @MomentAlias('updatedDate') changed?: Date;
  @NameOf('clientID') clientName!: string | null;
  @NameTextOf('stageID') stageName!: string;
  @NameOf('stageID', { parent: 'jobStatus' }) statusName!: string | null;
  @IntFigure('1') calls!: number;
  @CountText('1') letters!: string | null;
  @BoolFigure('1') isLast!: boolean;
  @MomentFigure('1', { inResponse: { list: 'dates', type: 'firstCall' } }) firstCall?: Date;
  @MomentFigure('1', { inResponse: { list: 'dates', type: 'lastCall' } }) lastCall?: Date;
  @IntFigure('1', { inResponse: { list: 'counts', type: 'miles' } }) miles!: number;
  @ComposedOrNull({}) dates!: object[] | null;
  @ComposedOrNull({}) counts!: object[] | null;
  @Composed({}) guestList!: object[];
}

const STORED = [
  ...['customField1', 'place', 'note', 'guests', 'id', 'isDone', 'isPaid', 'begin', 'end', 'clientID', 'stageID', 'divisions'],
  ...['updatedDate', 'updatedByID', 'doorCode', 'version'],
];
const FIGURES = ['calls', 'letters', 'isLast', 'firstCall', 'lastCall', 'miles'];

const ROW: Readonly<Record<string, unknown>> = {
  ...{ customField1: 'blue', place: 'Pier', note: 'Bring a hat', guests: 3, id: 7, isDone: 1, isPaid: 0, version: 4 },
  ...{ begin: '2026-03-31 09:30:00.120', end: '2026-03-31 10:00:00', clientID: 5, stageID: 2, divisions: 'North' },
  ...{ updatedDate: '2026-04-01 00:00:00.000', updatedByID: 9, doorCode: '1234' },
  ...{ calls: 2, letters: 11, isLast: 1, firstCall: '2026-03-01 00:00:00.000', lastCall: '2026-03-02 00:00:00.001', miles: 12 },
};
const BLANK: Readonly<Record<string, unknown>> = { id: 8, guests: 0, isDone: 0, version: 1, isLast: 0 };

const FIXED = {
  ...{ id: 7, place: 'Pier', note: 'Bring a hat', guests: 3, isDone: true, isPaid: false },
  ...{ begin: '2026-03-31T09:30:00.120Z', end: '2026-03-31T10:00:00.000Z', clientID: 5, stageID: 2, seats: 3, customField1: 'blue' },
};
const VARIABLE = {
  ...{ divisions: 'North', updatedDate: '2026-04-01T00:00:00.000Z', updatedByID: 9, changed: '2026-04-01T00:00:00.000Z' },
  ...{ clientName: 'clientID is 5', stageName: 'stageID is 2', statusName: 'stageID/jobStatus is 2' },
  ...{ calls: 2, letters: '11', isLast: true },
  dates: [
    { type: 'firstCall', value: '2026-03-01T00:00:00.000Z' },
    { type: 'lastCall', value: '2026-03-02T00:00:00.001Z' },
  ],
  counts: [{ type: 'miles', value: 12 }],
};

describe('The response of a row', () => {
  const visits = recordType({ name: 'Visit', table: 'visit', entity: Visit, shape: VisitDto, display: 'place' });
  const types = recordTypes(readSettings({ DATABASE_URL: 'sqlite::memory:' }));
  const keptNames = {
    json: (place: string, key: unknown) => (place === 'jobStage' ? JSON.stringify(`stageID is ${String(key)}`) : undefined),
    jsonAbove: (place: string, key: unknown, parent: string) =>
      JSON.stringify(`${place.replace('jobStage', 'stageID')}/${parent} is ${String(key)}`),
  };
  const names = { look: (key: string, value: unknown) => (value === null ? null : `${key} is ${JSON.stringify(value)}`) };
  const rowOf = (cells: readonly string[], record: Readonly<Record<string, unknown>>): unknown[] =>
    cells.map((name) => record[name] ?? null);

  it('is read from the stored fields and the figures', () => {
    expect(cellsOf(visits).map(({ name }) => name)).toEqual([...STORED, ...FIGURES]);
  });

  it('has every field in its form, those first that follow from the record alone: the id, then the others, custom fields last', () => {
    const response = mapperOf(visits)(rowOf([...STORED, ...FIGURES], ROW), names);
    expect(JSON.stringify(response)).toBe(JSON.stringify({ ...FIXED, ...VARIABLE }));
    expect(versionOf(response)).toBe(4);
  });

  it('has for each unset field what its form says', () => {
    const response = mapperOf(visits)(rowOf([...STORED, ...FIGURES], BLANK), names);
    expect(response).toEqual({
      ...{ id: 8, place: '', note: null, guests: 0, isDone: false, isPaid: null, begin: undefined, end: null, clientID: 0, stageID: null },
      ...{ seats: 0, customField1: null, divisions: null, updatedDate: undefined, updatedByID: 0, changed: undefined },
      ...{ clientName: null, stageName: '', statusName: null, calls: 0, letters: '0', isLast: false },
      ...{ dates: [], counts: [{ type: 'miles', value: 0 }], [VERSION]: 1 },
    });
  });

  it('consists of what follows from the record alone and what does not', () => {
    const fixed = fixedMapper(visits)(rowOf(STORED, ROW), { look: () => null });
    const { cells, write } = variableWriter(types, visits);
    const wanted = cells.map(({ name }) => name);
    const variable = write([...rowOf(wanted, ROW), 'clientID is 5'], keptNames);
    expect(JSON.stringify(fixed)).toBe(JSON.stringify(FIXED));
    expect(`{${variable.slice(1)}}`).toBe(JSON.stringify(VARIABLE));
    expect(wanted.slice(0, 2)).toEqual(['id', 'version']);
    // the name of the client is joined
    expect(wanted.slice(2).sort()).toEqual(['divisions', 'stageID', 'updatedByID', 'updatedDate', ...FIGURES].sort());
  });

  it('is written as it would be mapped where nothing is set or named', () => {
    const { cells, write } = variableWriter(types, visits);
    const row = rowOf(
      cells.map(({ name }) => name),
      BLANK,
    );
    const mapped = mapperOf(visits)(rowOf([...STORED, ...FIGURES], BLANK), { look: () => null });
    const unnamed = { json: () => undefined, jsonAbove: () => undefined };
    expect(JSON.parse(`{${write([...row, null], unnamed).slice(1)}}`)).toEqual(
      JSON.parse(JSON.stringify(Object.fromEntries(Object.entries(mapped).filter(([name]) => name in VARIABLE)))),
    );
  });

  it('of a type without versions has none', () => {
    class Stop {
      @Id() id!: number;
      @Text(100) place!: string;
    }
    const stops = recordType({ name: 'Stop', table: 'stop', entity: Stop, shape: Stop, display: 'place' });
    const response = mapperOf(stops)([3, 'Pier'], names);
    expect(response).toEqual({ id: 3, place: 'Pier' });
    expect(versionOf(response)).toBeUndefined();
  });
});

describe('A moment of the database', () => {
  it.each([
    ['2026-03-31 09:30:00.120', '2026-03-31T09:30:00.120Z'],
    ['2026-03-31 09:30:00', '2026-03-31T09:30:00.000Z'],
  ])('%s is %s in a response', (stored, sent) => expect(isoOf(stored)).toBe(sent));
});
