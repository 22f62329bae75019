import { parseFilter } from './parse-filter';
import { FilterError, type ValidationError } from './parse-context';
import { companies, vacancies, types } from './support/fixture';

const group = (...rules: unknown[]) => ({ combinator: 'and', rules });
const urgent = { field: 'urgent', operator: '=', value: true };
const nested = (depth: number): unknown => (depth === 0 ? urgent : group(nested(depth - 1)));
const many = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

function problems(filter: unknown): readonly ValidationError[] {
  try {
    parseFilter(types, vacancies, filter);
    return [];
  } catch (error) {
    if (error instanceof FilterError) return error.errors;
    throw error;
  }
}

describe('A filter is rejected, with a pointer to the error,', () => {
  it.each<[string, unknown, string, RegExp]>([
    ['that is not an object', 'urgent', '', /must be a group/],
    ['that is null', null, '', /must be a group/],
    ['without rules', { combinator: 'or' }, '/rules', /must be an array/],
    ['that has all: true and rules', { all: true, rules: [] }, '/rules', /not a known key/],
    ['that has all: false', { all: false }, '/all', /must be true/],
    ['without a combinator', { rules: [nested(0)] }, '/combinator', /"and" or "or"/],
    ['with another combinator', { combinator: 'xor', rules: [nested(0)] }, '/combinator', /"and" or "or"/],
    ['with a not that is not a boolean', { ...group(nested(0)), not: 'true' }, '/not', /true or false/],
    ['with an empty group', group(), '/rules', /at least one rule/],
    ['with an empty group inside', group(nested(0), group()), '/rules/1/rules', /at least one rule/],
    ['with disabled rules only', group({ field: 'urgent', operator: '=', value: true, muted: true }), '/rules', /not muted/],
    ['with combinators between the rules', group(nested(0), 'and', nested(0)), '/rules', /"and" or "or" between rules/],
    ['with null for a rule', group(nested(0), null), '/rules/1', /must be a rule/],
    ['with rules inside without a combinator', group({ rules: [nested(0)] }), '/rules/0/combinator', /"and" or "or"/],
    ['with a combinator inside without rules', group({ combinator: 'or' }), '/rules/0/rules', /must be an array/],
    ['with a muted that is not a boolean', group({ ...urgent, muted: 'true' }), '/rules/0/muted', /true or false/],
    ['with a disabled that is not a boolean', group({ ...urgent, disabled: 1 }), '/rules/0/disabled', /true or false/],
    ['with a misspelt key in a group', { ...group(nested(0)), nott: true }, '/nott', /not a known key/],
    ['with a misspelt key in a rule', group({ field: 'urgent', operator: '=', value: true, 'a/b': 1 }), '/rules/0/a~1b', /not a known key/],
    ['nested six deep', nested(6), '/rules/0/rules/0/rules/0/rules/0/rules/0', /at most 5/],
    ['with 101 rules', group(...many(101).map(() => nested(0))), '/rules/100', /at most 100/],
    ['with an unknown field', group({ field: 'titel', operator: '=', value: 'a' }), '/rules/0/field', /perhaps title/],
    ['with a secret field', group({ field: 'secret', operator: '=', value: 'a' }), '/rules/0/field', /catalogue/],
    ['with an array for a field', group({ field: 'tagNames', operator: '=', value: 'a' }), '/rules/0/field', /catalogue/],
    ['without a field', group({ operator: '=', value: 'a' }), '/rules/0/field', /catalogue/],
    [
      'with an unknown operator',
      group({ field: 'title', operator: 'like', value: 'a' }),
      '/rules/0/operator',
      /one of the operators for title: =, !=/,
    ],
    ['with an operator of another type', group({ field: 'openings', operator: 'contains', value: 1 }), '/rules/0/operator', /for openings/],
    ['that sorts an enumeration', group({ field: 'workplace', operator: '<', value: 1 }), '/rules/0/operator', /for workplace/],
    [
      'that compares fields',
      group({ field: 'title', operator: '=', value: 'notes', valueSource: 'field' }),
      '/rules/0/valueSource',
      /fields are not compared/,
    ],
    ['with an empty text', group({ field: 'title', operator: 'contains', value: ' ' }), '/rules/0/value', /null and notNull/],
    ['with a text that folds to nothing', group({ field: 'title', operator: '!=', value: '\u0301' }), '/rules/0/value', /null and notNull/],
    ['with a number for a string', group({ field: 'title', operator: '=', value: 1 }), '/rules/0/value', /must be a string/],
    ['with a NUL', group({ field: 'title', operator: '=', value: 'a\0' }), '/rules/0/value', /NUL/],
    ['with half a number', group({ field: 'openings', operator: '=', value: 1.5 }), '/rules/0/value', /whole number/],
    ['with text for a number', group({ field: 'fee', operator: '>', value: 'much' }), '/rules/0/value', /must be a number/],
    ['with an infinite number', group({ field: 'fee', operator: '>', value: '1e999' }), '/rules/0/value', /must be a number/],
    ['with nothing for a number', group({ field: 'fee', operator: '>', value: '' }), '/rules/0/value', /must be a number/],
    ['with true for a number', group({ field: 'fee', operator: '>', value: true }), '/rules/0/value', /must be a number/],
    ['with a list for a number', group({ field: 'openings', operator: '=', value: [5] }), '/rules/0/value', /whole number/],
    ['with a number of 1,101 digits', group({ field: 'fee', operator: '=', value: '5'.padStart(1101, '0') }), '/rules/0/value', /a number/],
    ['with text for an option', group({ field: 'workplace', operator: '=', value: 'x' }), '/rules/0/value', /whole number/],
    ['with a number for a date', group({ field: 'createdDate', operator: '=', value: 5 }), '/rules/0/value', /ISO 8601/],
    [
      'with an amount but no unit',
      group({ field: 'createdDate', operator: '<', value: { relative: { amount: 1 } } }),
      '/rules/0/value',
      /must be \{"relative"/,
    ],
    [
      'with text for a relative date',
      group({ field: 'createdDate', operator: '<', value: { relative: '1 day' } }),
      '/rules/0/value',
      /must be \{"relative"/,
    ],
    [
      'with more than amount and unit',
      group({ field: 'createdDate', operator: '<', value: { relative: { amount: 1, unit: 'day', from: 'today' } } }),
      '/rules/0/value',
      /must be \{"relative"/,
    ],
    [
      'with more than a relative date',
      group({ field: 'createdDate', operator: '<', value: { relative: { amount: 1, unit: 'day' }, from: 'today' } }),
      '/rules/0/value',
      /must be \{"relative"/,
    ],
    [
      'with another key in place of the unit',
      group({ field: 'createdDate', operator: '<', value: { relative: { amount: 1, units: 'day' } } }),
      '/rules/0/value',
      /must be \{"relative"/,
    ],
    [
      'with an anniversary and more',
      group({ field: 'startDate', operator: 'isAnniversary', value: { offset: 1, unit: 'day' } }),
      '/rules/0/value',
      /must be absent/,
    ],
    ['with another text for a boolean', group({ field: 'urgent', operator: '=', value: 'yes' }), '/rules/0/value', /true or false/],
    ['with a number that is not an option', group({ field: 'workplace', operator: '=', value: 3 }), '/rules/0/value', /one of 0, 1, 2/],
    ['with 30 February', group({ field: 'createdDate', operator: '<', value: '2026-02-30' }), '/rules/0/value', /ISO 8601/],
    [
      'with the date that means unset',
      group({ field: 'createdDate', operator: '=', value: '0001-01-01' }),
      '/rules/0/value',
      /null and notNull/,
    ],
    [
      'with an unknown unit',
      group({ field: 'createdDate', operator: '<', value: { relative: { amount: 1, unit: 'days' } } }),
      '/rules/0/value',
      /minute, hour, day/,
    ],
    [
      'with a fraction of a day',
      group({ field: 'createdDate', operator: '<', value: { relative: { amount: 0.5, unit: 'day' } } }),
      '/rules/0/value',
      /whole number/,
    ],
    [
      '101 years away',
      group({ field: 'createdDate', operator: '<', value: { relative: { amount: 101, unit: 'year' } } }),
      '/rules/0/value',
      /-100 to 100/,
    ],
    [
      'with an anniversary in months',
      group({ field: 'startDate', operator: 'isAnniversary', value: { relative: { amount: 1, unit: 'month' } } }),
      '/rules/0/value',
      /in days/,
    ],
    [
      'with an anniversary of a date',
      group({ field: 'startDate', operator: 'isAnniversary', value: '2026-01-01' }),
      '/rules/0/value',
      /must be absent/,
    ],
    ['with an empty in', group({ field: 'openings', operator: 'in', value: [] }), '/rules/0/value', /at least one value/],
    ['with an in without a value', group({ field: 'openings', operator: 'in' }), '/rules/0/value', /at least one value/],
    ['with a between without a value', group({ field: 'openings', operator: 'between' }), '/rules/0/value', /two values/],
    ['with an in of commas only', group({ field: 'openings', operator: 'in', value: ' , ' }), '/rules/0/value', /at least one value/],
    ['with one bad value in a list', group({ field: 'openings', operator: 'in', value: [1, 'x'] }), '/rules/0/value/1', /whole number/],
    ['with 1001 values', group({ field: 'openings', operator: 'in', value: many(1001) }), '/rules/0/value', /at most 1000/],
    [
      'with more than 10,000 values in all',
      group(...many(11).map(() => ({ field: 'openings', operator: 'in', value: many(1000) }))),
      '/rules/10/value',
      /at most 10000/,
    ],
    ['with a range of three', group({ field: 'openings', operator: 'between', value: [1, 2, 3] }), '/rules/0/value', /two values/],
    [
      'with a range that ends before it begins',
      group({ field: 'fee', operator: 'between', value: '2,1' }),
      '/rules/0/value',
      /end before it begins/,
    ],
    [
      'with dates the wrong way round',
      group({ field: 'createdDate', operator: 'notBetween', value: ['2026-02-02', '2026-02-01'] }),
      '/rules/0/value',
      /end before it begins/,
    ],
    ['that names related records without match', group({ field: 'shifts', operator: '=', value: 1 }), '/rules/0/field', /use match/],
    [
      'that matches a field',
      group({ field: 'title', match: { mode: 'some' }, value: group(nested(0)) }),
      '/rules/0/field',
      /shifts, siblings, company/,
    ],
    [
      'that matches a number',
      group({ field: 5, match: { mode: 'some' }, value: group(nested(0)) }),
      '/rules/0/field',
      /shifts, siblings, company/,
    ],
    ['with text for a match', group({ field: 'siblings', match: 'some', value: group(nested(0)) }), '/rules/0/match', /must be \{"mode"/],
    [
      'with a negative threshold',
      group({ field: 'siblings', match: { mode: 'atMost', threshold: -1 }, value: group(nested(0)) }),
      '/rules/0/match/threshold',
      /at least 0/,
    ],
    [
      'nested six deep in related records',
      group({ field: 'siblings', match: { mode: 'some' }, value: nested(5) }),
      '/rules/0/value/rules/0/rules/0/rules/0/rules/0',
      /at most 5/,
    ],
    [
      'with an unknown mode',
      group({ field: 'shifts', match: { mode: 'most' }, value: group({ field: 'id', operator: 'notNull' }) }),
      '/rules/0/match/mode',
      /all, some, none/,
    ],
    [
      'without the threshold',
      group({ field: 'shifts', match: { mode: 'atLeast' }, value: group({ field: 'id', operator: 'notNull' }) }),
      '/rules/0/match/threshold',
      /whole number/,
    ],
    [
      'with a fraction for a threshold',
      group({ field: 'shifts', match: { mode: 'atLeast', threshold: 0.5 }, value: group({ field: 'id', operator: 'notNull' }) }),
      '/rules/0/match/threshold',
      /whole number/,
    ],
    [
      'with a field of another type',
      group({ field: 'shifts', match: { mode: 'some' }, value: group({ field: 'title', operator: '=', value: 'a' }) }),
      '/rules/0/value/rules/0/field',
      /for Shift/,
    ],
    [
      'with an empty group of related records',
      group({ field: 'shifts', match: { mode: 'some' }, value: group() }),
      '/rules/0/value/rules',
      /at least one rule/,
    ],
  ])('%s', (_, filter, pointer, detail) => {
    expect(problems(filter)).toEqual([{ pointer, detail: expect.stringMatching(detail) as string }]);
  });

  it('with all errors at once', () => {
    const filter = {
      combinator: 'nor',
      rules: [
        { field: 'x', operator: '=' },
        { field: 'openings', operator: 'in', value: ['a', 'b'] },
      ],
    };
    expect(problems(filter).map(({ pointer }) => pointer)).toEqual([
      '/rules/0/field',
      '/rules/1/value/0',
      '/rules/1/value/1',
      '/combinator',
    ]);
  });
});

describe('A filter may', () => {
  it.each<[string, unknown]>([
    ['match everyone', { all: true }],
    ['be nested five deep', nested(5)],
    ['have 100 rules', group(...many(100).map(() => nested(0)))],
    [
      'contain extra keys of an editor',
      {
        id: 'g',
        path: [],
        disabled: false,
        ...group({ id: 'r', path: [0], field: 'title', operator: '=', valueSource: 'value', value: 'a', disabled: true, meta: {} }),
      },
    ],
    ['name a field in any case', group({ field: 'OPENINGS', operator: '=', value: 1 })],
    ['write a number as text', group({ field: 'openings', operator: '=', value: ' 12 ' })],
    ['keep a value with the null operator', group({ field: 'title', operator: 'null', value: 'a' })],
    ['list values with commas', group({ field: 'openings', operator: 'in', value: '1, 2,' })],
    [
      'have a relative range',
      group({ field: 'createdDate', operator: 'between', value: [{ relative: { amount: -1, unit: 'week' } }, '2026-12-31'] }),
    ],
    [
      'keep an operator next to match',
      group({ field: 'company', operator: '=', match: { mode: 'some' }, value: group({ field: 'name', operator: 'notNull', value: '' }) }),
    ],
  ])('%s', (_, filter) => {
    expect(problems(filter)).toEqual([]);
  });

  it.each<[string, object, unknown[]]>([
    ['no value with notNull', { field: 'title', operator: 'notNull', value: 'a' }, []],
    ['no value with isAnniversary, which means today', { field: 'startDate', operator: 'isAnniversary' }, [{ amount: 0, unit: 'day' }]],
    ['"" with isAnniversary, too', { field: 'startDate', operator: 'isAnniversary', value: '' }, [{ amount: 0, unit: 'day' }]],
    ['an offset of -0 days', { field: 'startDate', operator: 'isAnniversary', value: { offset: -0 } }, [{ amount: 0, unit: 'day' }]],
    ['a number of 1,100 digits', { field: 'fee', operator: '=', value: '5'.padStart(1100, '0') }, [5]],
    ['a range of one number', { field: 'fee', operator: 'between', value: [2, 2] }, [2, 2]],
    ['a range of texts, whose order only the database knows', { field: 'title', operator: 'between', value: 'b,a' }, ['b', 'a']],
    [
      'a range of one instant',
      { field: 'createdDate', operator: 'between', value: ['2026-02-02T10:00:00Z', '2026-02-02T10:00:00Z'] },
      Array.from({ length: 2 }, () => ({ from: new Date('2026-02-02T10:00:00Z'), to: new Date('2026-02-02T10:00:00Z') })),
    ],
  ])('have %s', (_, rule, operands) => {
    expect(parseFilter(types, vacancies, group(rule))).toMatchObject({ branches: [{ operands }] });
  });

  it('be everyone', () => expect(parseFilter(types, vacancies, { all: true })).toEqual({ kind: 'everyone' }));

  it('contain disabled rules, which are dropped', () => {
    const tree = parseFilter(types, companies, group({ field: 'nothing', muted: true }, { field: 'name', operator: '=', value: 'Ærø' }));
    expect(tree).toMatchObject({ kind: 'group', branches: [{ kind: 'rule', operator: '=', operands: ['Ærø'] }] });
  });
});

describe('The message about an unknown field', () => {
  const detail = (json: object) => problems(group(json)).map((each) => each.detail);
  const ofShifts = (field: string) => ({
    ...{ field: 'shifts', match: { mode: 'some' } },
    value: group({ field, operator: 'notNull' }),
  });

  it.each<[string, object, string]>([
    ['points to the catalogue', { field: 'xyzxyz', operator: '=' }, 'must be one of the fields that the catalogue lists for Vacancy'],
    ['names no secret', { field: 'secre', operator: '=' }, 'must be one of the fields that the catalogue lists for Vacancy'],
    [
      'names the fields of a type that is not in the catalogue',
      ofShifts('xyzxyz'),
      'must be one of the fields for Shift: id, vacancyID, vacancyTitle, worker, hours, startsAt, division, deleted',
    ],
    [
      'names the one that was probably meant',
      ofShifts('workr'),
      'must be one of the fields for Shift, perhaps worker: id, vacancyID, vacancyTitle, worker, hours, startsAt, division, deleted',
    ],
  ])('%s', (_, json, message) => {
    expect(detail(json)).toEqual([message]);
  });
});

describe('The error of a filter', () => {
  it('is a sentence for each thing that is wrong', () => {
    const error = new FilterError([
      { pointer: '', detail: 'must be a group' },
      { pointer: '/rules', detail: 'must be an array' },
    ]);
    expect(String(error)).toBe('FilterError: The value must be a group. /rules must be an array.');
  });
});
