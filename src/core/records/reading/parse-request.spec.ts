import '../../database/support/kind';
import { SYSTEM_CALLER } from '../../callers';
import { recordTypeNamed, types } from '../../database/support/record-types';
import { InvalidRequest } from '../../problems';
import { parseRequestFilter, parseRequestOrder } from './parse-request';

const jobs = recordTypeNamed('Job');
const errorsOf = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    return (error as InvalidRequest).body('').errors;
  }
};

describe('The filter of a request', () => {
  const filter = (sent: object | string | null | undefined) => parseRequestFilter(SYSTEM_CALLER, types, jobs, sent);
  const titled = { combinator: 'and', rules: [{ field: 'title', operator: '=', value: 'Rigger' }] };

  it.each([undefined, null, {}, '', ' \n', 'null', '{}'])('is none when it is sent as %j', (sent) => expect(filter(sent)).toBeUndefined());

  it('is the same as an object and as JSON text', () => {
    expect(filter(titled)).toMatchObject({ combinator: 'and' });
    expect(filter(` ${JSON.stringify(titled)} `)).toEqual(filter(titled));
  });

  it.each([
    ['an object', { ...titled, combinator: 'nor' }, '/filters/combinator'],
    ['JSON text', JSON.stringify({ ...titled, combinator: 'nor' }), '/filters#/combinator'],
    ['text that is a number', '7', '/filters#'],
    ['text that is a list', '[7]', '/filters#'],
  ])('that is not valid is refused, and the place named: %s', (_, sent, pointer) => {
    expect(() => filter(sent)).toThrow(InvalidRequest);
    expect(errorsOf(() => filter(sent))).toEqual([expect.objectContaining({ pointer })]);
  });

  it('that is no JSON is refused with what is wrong about it', () => {
    expect(() => filter('{"combinator": and}')).toThrow(InvalidRequest);
    expect(errorsOf(() => filter('{"combinator": and}'))).toEqual([
      { pointer: '/filters', detail: expect.stringMatching(/^must be JSON: Unexpected token.*"\{"combinator": and\}"$/) },
    ]);
    expect(errorsOf(() => filter('["'))).toEqual([
      { pointer: '/filters', detail: expect.stringMatching(/^must be JSON: Unterminated string/) },
    ]);
  });

  it('fails without blaming the request where the reason is another', () => {
    const broken = {
      get combinator(): string {
        throw new TypeError('A bug.');
      },
    };
    expect(() => filter(broken)).toThrow(new TypeError('A bug.'));
  });
});

describe('The order of a request', () => {
  const order = (sent: object | null | undefined) =>
    parseRequestOrder(SYSTEM_CALLER, jobs, sent).map(({ field, isAscending }) => [field.name, isAscending]);

  it.each<[object | null | undefined, unknown]>([
    [undefined, []],
    [null, []],
    [{ columnName: 'title', isAscending: false }, [['title', false]]],
    [
      [
        { columnName: 'title', isAscending: true },
        { columnName: 'id', isAscending: false },
      ],
      [
        ['title', true],
        ['id', false],
      ],
    ],
  ])('%j is %j', (sent, expected) => expect(order(sent)).toEqual(expected));

  it('by a field that there is not is refused, and the place named', () => {
    expect(() => order({ columnName: 'titel' })).toThrow(InvalidRequest);
    expect(errorsOf(() => order({ columnName: 'titel', isAscending: true }))).toEqual([
      expect.objectContaining({ pointer: '/orderBy/columnName' }),
    ]);
  });
});
