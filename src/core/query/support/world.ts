import fc from 'fast-check';
import type { RecordType } from '../../fields/record-type';
import { companies, shifts, vacancies } from './fixture';

export type Stored = string | number | boolean | Date | null;
/** A record as it is stored: its columns and the figures that are kept. */
export type Row = Readonly<Record<string, Stored>> & { readonly id: number };

export interface Entry {
  readonly list: string;
  readonly id: number;
  readonly name: string;
  readonly code: string;
  readonly parentID: number | null;
}

/** Everything that is stored, in memory. */
export interface World {
  readonly rows: ReadonlyMap<RecordType, readonly Row[]>;
  readonly lookups: readonly Entry[];
  readonly divisions: readonly { readonly vacancyID: number; readonly divisionID: number }[];
}

export const NOW = new Date('2026-03-01T13:30:00.000Z');

/** What breaks filters that are not careful: wildcards, quotes, marks, letters that fold to others, sorting and padding. */
const PIECES = [
  'a',
  'A',
  'b',
  'B',
  ' ',
  '  ',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '`',
  '?',
  ':now',
  '--',
  ';',
  '\t',
  '\u0007',
  '\u200b',
  'é',
  'e\u0301',
  '\u0301',
  'ß',
  'ss',
  'ẞ',
  'İ',
  'ı',
  'I',
  'i',
  'æ',
  'ae',
  'Ø',
  'o',
  'ﬁ',
  'fi',
  '½',
  '①',
  '1',
  '🙂',
  '🙃',
  '👩‍💻',
  '\uffff',
  '\u{1f600}',
  'ς',
  'σ',
  'Σ',
  'ж',
  'Ж',
  '日本',
  'ｱ',
  '～',
  '!',
  'null',
  '0',
];
export const texts = fc.oneof(
  { weight: 8, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 4 }).map((pieces) => pieces.join('')) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(`${'a'.repeat(199)} b`, `${'a'.repeat(199)}`, `${'a'.repeat(199)} `, `${'A'.repeat(250)}`, 'ss'.repeat(120)),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => text.replaceAll('\0', '')) },
);
export const moments = fc
  .oneof(
    fc.constantFrom(
      '2026-02-28T00:00:00.000Z',
      '2026-02-28T23:59:59.999Z',
      '2026-03-01T00:00:00.000Z',
      '2024-02-29T00:00:00.000Z',
      '1000-01-01T00:00:00.000Z',
      '9999-12-31T23:59:59.999Z',
    ),
    fc
      .date({ min: new Date('2026-02-20T00:00:00Z'), max: new Date('2026-03-10T00:00:00Z'), noInvalidDate: true })
      .map((date) => date.toISOString()),
  )
  .map((text) => new Date(text));
export const days = moments.map((moment) => new Date(`${moment.toISOString().slice(0, 10)}T00:00:00.000Z`));
export const integers = fc.constantFrom(-2147483648, -1, 0, 1, 2, 3, 5, 2147483647);
export const numbers = fc.constantFrom(-1e300, -0.1, 0, 0.1, 0.30000000000000004, 1, 1.5, 2, 1e21, 123456789.125);
const CODES = ['PERM', 'TEMP', 'perm'] as const;

const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 3 });
const upTo = (count: number): fc.Arbitrary<number> => fc.integer({ min: 1, max: count });
const deleted = fc.constantFrom(false, false, false, false, true);
const COUNTS = { companies: 12, vacancies: 60, shifts: 90, entries: 6 };

const company = fc.record({ name: orNull(texts), ownerID: orNull(upTo(COUNTS.companies)), deleted });
const shift = fc.record({
  vacancyID: orNull(upTo(COUNTS.vacancies / 3)),
  worker: orNull(texts),
  hours: numbers,
  startsAt: orNull(moments),
  division: orNull(upTo(3)),
  deleted,
});
const vacancy = fc.record({
  title: orNull(texts),
  notes: orNull(texts),
  companyID: orNull(upTo(COUNTS.companies)),
  stageID: orNull(upTo(COUNTS.entries + 1)),
  kind: orNull(fc.constantFrom(...CODES)),
  workplace: fc.constantFrom(0, 1, 2),
  openings: integers,
  minimumAge: orNull(integers),
  fee: numbers,
  rate: orNull(numbers),
  urgent: fc.boolean(),
  remote: orNull(fc.boolean()),
  startDate: orNull(days),
  createdDate: orNull(moments),
  closeDate: orNull(moments),
  applicants: orNull(integers),
  openShifts: orNull(integers),
  filled: orNull(fc.boolean()),
  lastShiftDate: orNull(moments),
  deleted,
});
const name = texts.filter((text) => /[a-z]/i.test(text));
const entry = fc.record({ name, parentID: orNull(upTo(COUNTS.entries)) });

/** The same world for the same seed. */
export function makeWorld(seed: number): World {
  const some = <T>(arbitrary: fc.Arbitrary<T>, count: number): (T & { id: number })[] =>
    fc.sample(arbitrary, { numRuns: count, seed }).map((each, index) => ({ id: index + 1, ...each }));
  const entries = (list: string): Entry[] => some(entry, COUNTS.entries).map((each) => ({ ...each, list, code: `${list}${each.id}` }));
  return {
    rows: new Map<RecordType, readonly Row[]>([
      [companies, some(company, COUNTS.companies)],
      [vacancies, some(vacancy, COUNTS.vacancies)],
      [shifts, some(shift, COUNTS.shifts)],
    ]),
    lookups: [
      ...entries('stage'),
      ...entries('status'),
      ...CODES.map((code, index) => ({ list: 'kind', id: index + 1, name: `${code} Straße`, code, parentID: null })),
    ],
    divisions: fc
      .sample(fc.record({ vacancyID: upTo(COUNTS.vacancies), divisionID: upTo(3) }), { numRuns: 40, seed })
      .filter(
        (each, index, all) =>
          all.findIndex((other) => other.vacancyID === each.vacancyID && other.divisionID === each.divisionID) === index,
      ),
  };
}
