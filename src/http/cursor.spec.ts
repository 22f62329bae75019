import { decodeCursor, encodeCursor } from './cursor';
import { InvalidRequest } from './problem';

describe('a cursor', () => {
  const position = ['müller', null, 1.5, true, 7];

  test('gives back its position', () => expect(decodeCursor(encodeCursor(position, { a: 1 }), { a: 1 })).toEqual(position));
  test('needs no escaping in an address', () => expect(encodeCursor(position, {})).toMatch(/^[\w-]+$/));
  test('fits the same criteria in another order', () =>
    expect(decodeCursor(encodeCursor(position, { a: 1, b: [2], c: undefined }), { b: [2], a: 1 })).toEqual(position));

  test.each<[string, unknown]>([
    ['another value', { a: 2 }],
    ['one more', { a: 1, b: 1 }],
    ['none', undefined],
    ['another date', { a: new Date(1) }],
  ])('fits no other criteria: %s', (_, criteria) => expect(() => decodeCursor(encodeCursor(position, { a: 1 }), criteria)).toThrow(InvalidRequest));

  test('is refused when a character is changed', () => {
    const cursor = encodeCursor(position, {});
    const changed = [...cursor].map((letter, place) => cursor.slice(0, place) + (letter === 'A' ? 'B' : 'A') + cursor.slice(place + 1));
    // the last character may hold bits that mean nothing
    for (const each of changed.slice(0, -1)) expect(() => decodeCursor(each, {})).toThrow(InvalidRequest);
  });

  test.each(['', '!', 'e30', 'bnVsbA', 'WzEsbnVsbCx7fV0'])('is no other text: %s', (text) => expect(() => decodeCursor(text, {})).toThrow(InvalidRequest));
});
