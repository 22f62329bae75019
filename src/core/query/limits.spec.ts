import { FilterError, type ValidationError } from './parse-context';
import { parseFilter } from './parse-filter';
import { types, vacancies } from './support/fixture';

const group = (...rules: unknown[]) => ({ combinator: 'and', rules });
const times = <T>(count: number, of: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => of(index));
const rule = (value: number): object => ({ field: 'openings', operator: '=', value });

/** The operands of the rules of a group, once parsed. */
function operandsOf(filter: unknown): unknown[] {
  const tree = parseFilter(types, vacancies, filter);
  return tree.kind === 'group' ? tree.branches.flatMap((branch) => (branch.kind === 'rule' ? branch.operands : ['?'])) : ['?'];
}
function errorsOf(filter: unknown): readonly ValidationError[] {
  try {
    parseFilter(types, vacancies, filter);
    return [];
  } catch (error) {
    if (error instanceof FilterError) return error.errors;
    throw error;
  }
}

describe('A filter at the limit is parsed completely, and rejected beyond it:', () => {
  it('100 rules', () => {
    expect(operandsOf(group(...times(100, rule)))).toEqual(times(100, (index) => index));
    expect(errorsOf(group(...times(101, rule)))).toEqual([
      { pointer: '/rules/100', detail: 'exceeds the limit: a filter has at most 100 rules' },
    ]);
  });

  it('100 rules, the last one about related records', () => {
    const related = (count: number) => ({
      field: 'shifts',
      match: { mode: 'some' },
      value: group(...times(count, () => ({ field: 'hours', operator: '=', value: 1 }))),
    });
    const tree = parseFilter(types, vacancies, group(...times(50, rule), related(49)));
    const last = tree.kind === 'group' ? tree.branches.at(-1) : undefined;
    expect(last?.kind === 'related' && last.matching.branches.length).toBe(49);
    expect(errorsOf(group(...times(50, rule), related(50)))).toHaveLength(1);
  });

  it('1,000 values in a list, and 10,000 in total', () => {
    const listed = (count: number) => ({ field: 'openings', operator: 'in', value: times(count, (index) => index) });
    expect(operandsOf(group(listed(1000)))).toHaveLength(1000);
    expect(errorsOf(group(listed(1001)))).toHaveLength(1);
    expect(operandsOf(group(...times(10, () => listed(1000))))).toHaveLength(10_000);
    expect(errorsOf(group(...times(10, () => listed(1000)), rule(1)))).toHaveLength(1);
  });

  it('200 dates for fields that are computed on every read', () => {
    const listed = (field: string, count: number) => ({ field, operator: 'in', value: times(count, () => '2026-11-20') });
    expect(operandsOf(group(listed('createdDate', 1000), listed('nextStart', 150), listed('nextStart', 50)))).toHaveLength(1200);
    expect(errorsOf(group(listed('nextStart', 150), listed('nextStart', 51), listed('nextStart', 1)))).toEqual([
      expect.objectContaining({ pointer: '/rules/1/value' }),
    ]);
  });

  it('10 anniversaries of fields that are computed on every read', () => {
    const anniversary = (field: string) => ({ field, operator: 'isAnniversary', value: { offset: 1 } });
    expect(operandsOf(group(...times(90, () => anniversary('createdDate')), ...times(10, () => anniversary('nextStart'))))).toHaveLength(
      100,
    );
    expect(errorsOf(group(...times(11, () => anniversary('nextStart'))))).toEqual([
      expect.objectContaining({ pointer: '/rules/10/value' }),
    ]);
  });

  it.each([
    ['minute', 52_560_000],
    ['hour', 876_000],
    ['day', 36_500],
    ['week', 5_200],
    ['month', 1_200],
    ['year', 100],
  ])('a relative date of a hundred years in units of a %s', (unit, maximum) => {
    const relative = (amount: number) => group({ field: 'createdDate', operator: '<', value: { relative: { amount, unit } } });
    for (const amount of [maximum, -maximum]) expect(operandsOf(relative(amount))).toEqual([{ amount, unit }]);
    for (const amount of [maximum + 1, -maximum - 1]) expect(errorsOf(relative(amount))).toHaveLength(1);
  });
});

describe('Beyond a limit', () => {
  const wrong = { field: 'openings', operator: '=', value: 'x' };
  const listed = { field: 'openings', operator: 'in', value: times(1000, (index) => index) };

  it('rules are no longer looked at', () => {
    expect(errorsOf(group(...times(100, rule), wrong, wrong)).map(({ pointer }) => pointer)).toEqual(['/rules/100']);
  });

  it('values are no longer looked at', () => {
    const errors = errorsOf(group(...times(10, () => listed), wrong, wrong));
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/rules/10/value']);
  });

  it('of 100 errors, no more are reported', () => {
    const bad = { field: 'openings', operator: 'in', value: times(150, () => 'x') };
    expect(errorsOf(group(bad)).map(({ pointer }) => pointer)).toEqual(times(100, (index) => `/rules/0/value/${index}`));
  });
});
