import { InvalidRequest } from '../core/problems';
import { MOST_WORDS, questionOf } from './question';

describe('A text that is searched for', () => {
  it.each<[string, object]>([
    ['Grace  NGUYỄN', { folded: 'grace nguyen', words: ['grace', 'nguyen'], phones: [] }],
    ['grace Grace', { words: ['grace'] }],
    [' 42 ', { text: '42', id: 42, words: ['42'], phones: [] }],
    ['Grace.N@Example.com', { address: 'grace.n@example.com' }],
    ['grace@', { address: 'grace@' }],
    ['+61 412 345 678', { phones: ['+61412345678'], digits: ['61412345678', '0412345678', '412345678'] }],
  ])('can be: %s', (text, expected) => expect(questionOf(text)).toMatchObject(expected));

  it.each([
    ['an id', '2147483648', 'id'],
    ['an id', '-1', 'id'],
    ['an id', '4 2', 'id'],
    ['an address', 'grace at example', 'address'],
    ['an address', '@ grace@example.com', 'address'],
  ])('is not %s: %s', (_, text, name) => expect(questionOf(text)).not.toHaveProperty(name));

  it.each(['', '—', ' . ', Array.from({ length: MOST_WORDS + 1 }, (_, index) => `w${index}`).join(' ')])(
    'has words, but not too many: %s',
    (text) => expect(() => questionOf(text)).toThrow(InvalidRequest),
  );
});
