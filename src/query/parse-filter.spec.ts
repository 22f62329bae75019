import { parseFilter } from './parse-filter';
import { FilterProblems, type Complaint } from './problems';
import { companies, vacancies } from './support/fixture';

const group = (...rules: unknown[]) => ({ combinator: 'and', rules });
const nested = (depth: number): unknown => (depth === 0 ? { field: 'urgent', operator: '=', value: true } : group(nested(depth - 1)));
const many = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

function complaints(filter: unknown): readonly Complaint[] {
  try {
    parseFilter(vacancies, filter);
    return [];
  } catch (error) {
    if (error instanceof FilterProblems) return error.complaints;
    throw error;
  }
}

describe('A filter is refused, with a pointer to what is wrong,', () => {
  it.each<[string, unknown, string, RegExp]>([
    ['that is no object', 'urgent', '', /must be a group/],
    ['without rules', { combinator: 'or' }, '/rules', /must be an array/],
    ['that says everyone and more', { all: true, rules: [] }, '/rules', /not known here/],
    ['that says not everyone', { all: false }, '/all', /must be true/],
    ['without a combinator', { rules: [nested(0)] }, '/combinator', /"and" or "or"/],
    ['with another combinator', { combinator: 'xor', rules: [nested(0)] }, '/combinator', /"and" or "or"/],
    ['with a not that is no boolean', { ...group(nested(0)), not: 'true' }, '/not', /true or false/],
    ['with an empty group', group(), '/rules', /at least one rule/],
    ['with an empty group inside', group(nested(0), group()), '/rules/1/rules', /at least one rule/],
    ['with nothing but muted rules', group({ field: 'urgent', operator: '=', value: true, muted: true }), '/rules', /not muted/],
    ['with combinators between the rules', group(nested(0), 'and', nested(0)), '/rules/1', /must be a rule/],
    ['with a misspelt key in a group', { ...group(nested(0)), nott: true }, '/nott', /not known here/],
    ['with a misspelt key in a rule', group({ field: 'urgent', operator: '=', value: true, 'a/b': 1 }), '/rules/0/a~1b', /not known here/],
    ['nested six deep', nested(6), '/rules/0/rules/0/rules/0/rules/0/rules/0', /at most 5/],
    ['with 101 rules', group(...many(101).map(() => nested(0))), '/rules/100', /at most 100/],
    ['with an unknown field', group({ field: 'titel', operator: '=', value: 'a' }), '/rules/0/field', /perhaps title/],
    ['with a secret field', group({ field: 'secret', operator: '=', value: 'a' }), '/rules/0/field', /catalogue/],
    ['with a list for a field', group({ field: 'tagNames', operator: '=', value: 'a' }), '/rules/0/field', /catalogue/],
    ['without a field', group({ operator: '=', value: 'a' }), '/rules/0/field', /catalogue/],
    [
      'with an unknown operator',
      group({ field: 'title', operator: 'like', value: 'a' }),
      '/rules/0/operator',
      /one of these for title: =, !=/,
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
    ['with a text of nothing but a mark', group({ field: 'title', operator: '!=', value: '\u0301' }), '/rules/0/value', /null and notNull/],
    ['with a number for a text', group({ field: 'title', operator: '=', value: 1 }), '/rules/0/value', /must be a text/],
    ['with a NUL', group({ field: 'title', operator: '=', value: 'a\0' }), '/rules/0/value', /NUL/],
    ['with half a number', group({ field: 'openings', operator: '=', value: 1.5 }), '/rules/0/value', /whole number/],
    ['with words for a number', group({ field: 'fee', operator: '>', value: 'much' }), '/rules/0/value', /must be a number/],
    ['with an endless number', group({ field: 'fee', operator: '>', value: '1e999' }), '/rules/0/value', /must be a number/],
    ['with text for a boolean', group({ field: 'urgent', operator: '=', value: 'true' }), '/rules/0/value', /true or false/],
    ['with a number that is no choice', group({ field: 'workplace', operator: '=', value: 3 }), '/rules/0/value', /one of 0, 1, 2/],
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
      'with half a day',
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
    ['with an empty in', group({ field: 'openings', operator: 'in', value: [] }), '/rules/0/value', /one value at least/],
    ['with an in of commas', group({ field: 'openings', operator: 'in', value: ' , ' }), '/rules/0/value', /one value at least/],
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
    ['that names related records without match', group({ field: 'shifts', operator: '=', value: 1 }), '/rules/0/field', /by match/],
    [
      'that matches a field',
      group({ field: 'title', match: { mode: 'some' }, value: group(nested(0)) }),
      '/rules/0/field',
      /shifts, siblings, company/,
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
      'with a share for a threshold',
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
    expect(complaints(filter)).toEqual([{ pointer, detail: expect.stringMatching(detail) as string }]);
  });

  it('for everything that is wrong with it at once', () => {
    const filter = {
      combinator: 'nor',
      rules: [
        { field: 'x', operator: '=' },
        { field: 'openings', operator: 'in', value: ['a', 'b'] },
      ],
    };
    expect(complaints(filter).map(({ pointer }) => pointer)).toEqual([
      '/rules/0/field',
      '/rules/1/value/0',
      '/rules/1/value/1',
      '/combinator',
    ]);
  });
});

describe('A filter may', () => {
  it.each<[string, unknown]>([
    ['say everyone', { all: true }],
    ['be nested five deep', nested(5)],
    ['have 100 rules', group(...many(100).map(() => nested(0)))],
    [
      'keep what an editor writes',
      {
        id: 'g',
        path: [],
        disabled: false,
        ...group({ id: 'r', path: [0], field: 'title', operator: '=', valueSource: 'value', value: 'a', disabled: true, meta: {} }),
      },
    ],
    ['name a field in either case', group({ field: 'OPENINGS', operator: '=', value: 1 })],
    ['write a number as text', group({ field: 'openings', operator: '=', value: ' 12 ' })],
    ['leave the value of null as it was', group({ field: 'title', operator: 'null', value: 'a' })],
    ['list values with commas', group({ field: 'openings', operator: 'in', value: '1, 2,' })],
    [
      'have a relative range',
      group({ field: 'createdDate', operator: 'between', value: [{ relative: { amount: -1, unit: 'week' } }, '2026-12-31'] }),
    ],
    [
      'leave the operator beside match',
      group({ field: 'company', operator: '=', match: { mode: 'some' }, value: group({ field: 'name', operator: 'notNull', value: '' }) }),
    ],
  ])('%s', (_, filter) => {
    expect(complaints(filter)).toEqual([]);
  });

  it('leave out what is muted', () => {
    const tree = parseFilter(companies, group({ field: 'nothing', muted: true }, { field: 'name', operator: '=', value: 'Ærø' }));
    expect(tree).toMatchObject({ kind: 'group', branches: [{ kind: 'rule', operator: '=', operands: ['Ærø'] }] });
  });
});
