import { decodeCursor, encodeCursor } from './cursor';
import { InvalidRequest } from '../problems/problem';

describe('A cursor', () => {
  const position = ['müller', null, 1.5, 7];
  const anything = (): boolean => true;
  const decoded = (cursor: string, criteria: unknown) =>
    decodeCursor(
      cursor,
      criteria,
      position.map(() => anything),
    );

  test('returns its position', () => expect(decoded(encodeCursor(position, { a: 1 }), { a: 1 })).toEqual(position));
  test('needs no escaping in a URL', () => expect(encodeCursor(position, {})).toMatch(/^[\w-]+$/));
  test('matches the same criteria in another order', () =>
    expect(decoded(encodeCursor(position, { a: 1, b: [2], c: undefined }), { b: [2], a: 1 })).toEqual(position));

  test.each<[string, unknown]>([
    ['another value', { a: 2 }],
    ['an additional one', { a: 1, b: 1 }],
    ['none', undefined],
    ['another date', { a: new Date(1) }],
  ])('matches no other criteria: %s', (_, criteria) =>
    expect(() => decoded(encodeCursor(position, { a: 1 }), criteria)).toThrow(InvalidRequest),
  );

  test.each<[string, unknown]>([
    ['a value that is absent', { a: null }],
    ['nothing at all', null],
    ['values in a list', [[2, 1], 'b']],
  ])('matches criteria with %s', (_, criteria) => expect(decoded(encodeCursor(position, criteria), criteria)).toEqual(position));

  test('matches no list by what has the same values under numbers', () =>
    expect(() => decoded(encodeCursor(position, { a: [1] }), { a: { 0: 1 } })).toThrow(InvalidRequest));

  test('is reported as a parameter of the query', () =>
    expect(() => decoded('x', {})).toThrow(
      expect.objectContaining({
        members: { errors: [{ pointer: '/cursor', in: 'query', detail: expect.any(String) as string }] },
      }) as Error,
    ));

  test('is rejected when a character is changed', () => {
    const cursor = encodeCursor(position, {});
    const changed = [...cursor].map((letter, place) => cursor.slice(0, place) + (letter === 'A' ? 'B' : 'A') + cursor.slice(place + 1));
    // the last character may hold unused bits
    for (const each of changed.slice(0, -1)) expect(() => decoded(each, {})).toThrow(InvalidRequest);
  });

  test.each(['', '!', 'e30', 'bnVsbA', 'WzEsbnVsbCx7fV0'])('is rejected when it is other text: %s', (text) =>
    expect(() => decoded(text, {})).toThrow(InvalidRequest),
  );

  test.each<[string, unknown[]]>([
    ['none', []],
    ['too few', [1]],
    ['too many', [1, 2, 3]],
    ['one of another type', [1, 'b']],
    ['an array', [1, [2]]],
  ])('is rejected when its values cannot be those of a row: %s', (_, values) =>
    expect(() => decodeCursor(encodeCursor(values as number[], {}), {}, [Number.isInteger, Number.isInteger])).toThrow(InvalidRequest),
  );
});
