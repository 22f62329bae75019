import { holds, UNKNOWN } from './holds';
import { parseFilter } from './parse-filter';
import { types, vacancies } from './support/fixture';

const rule = (field: string, operator: string, value?: unknown) => ({ field, operator, value });
const and = (...rules: object[]) => ({ combinator: 'and', rules });
const or = (...rules: object[]) => ({ combinator: 'or', rules });
const not = (...rules: object[]) => ({ combinator: 'and', not: true, rules });

describe('A condition', () => {
  test.each<[what: string, filter: object, known: Record<string, unknown>, expected: boolean | undefined]>([
    ['holds for everyone', { all: true }, {}, true],
    ['holds for a folded text', and(rule('title', '=', 'Ping')), { title: ' PÎNG ' }, true],
    ['does not hold for another text', and(rule('title', '=', 'Ping')), { title: 'Pong' }, false],
    ['does not hold for an unset text', and(rule('title', '=', 'Ping')), { title: null }, false],
    ['holds for an unset text that differs', and(rule('title', '!=', 'Ping')), { title: '' }, true],
    ['holds for one of several numbers', and(rule('stageID', 'in', [1, 2])), { stageID: 2 }, true],
    ['does not hold for none of several numbers', and(rule('stageID', 'in', [1, 2])), { stageID: 3 }, false],
    ['holds for a number that is not among them', and(rule('stageID', 'notIn', [1, 2])), { stageID: 3 }, true],
    ['holds for true', and(rule('urgent', '=', true)), { urgent: true }, true],
    ['does not hold for false', and(rule('urgent', '=', true)), { urgent: false }, false],
    ['holds for what is unset', and(rule('title', 'null')), { title: null }, true],
    ['does not hold for what is set', and(rule('title', 'null')), { title: 'x' }, false],
    ['holds for what is set', and(rule('title', 'notNull')), { title: 'x' }, true],
    ['may hold for 0, which may stand for none', and(rule('stageID', 'null')), { stageID: 0 }, undefined],
    ['may hold for what is not known', and(rule('title', '=', 'Ping')), {}, undefined],
    ['may hold where only the database knows', and(rule('title', 'contains', 'in')), { title: 'Ping' }, undefined],
    ['does not hold when one of all does not', and(rule('title', '=', 'Ping'), rule('kind', '=', 'perm')), { title: 'x' }, false],
    ['may hold when one of all does', and(rule('title', '=', 'Ping'), rule('kind', '=', 'perm')), { title: 'Ping' }, undefined],
    ['holds when one of any does', or(rule('title', '=', 'Ping'), rule('kind', '=', 'perm')), { title: 'Ping' }, true],
    ['may hold when one of any does not', or(rule('title', '=', 'Ping'), rule('kind', '=', 'perm')), { title: 'x' }, undefined],
    ['is the opposite when negated', not(rule('title', '=', 'Ping')), { title: 'Ping' }, false],
    ['is as unknown when negated', not(rule('title', '=', 'Ping')), {}, undefined],
    ['may hold for related records', and({ field: 'shifts', match: { mode: 'some' }, value: and(rule('id', '=', 1)) }), {}, undefined],
  ])('%s', (_, filter, known, expected) => {
    const tree = parseFilter(types, vacancies, filter);
    expect(holds(tree, ({ name }) => (name in known ? known[name] : UNKNOWN))).toBe(expected);
  });
});
