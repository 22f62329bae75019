import { joined, ranges } from './joined';

it.each([
  [['Sydney', ' NSW ', null, '', undefined], 'Sydney, NSW'],
  [[' ', null], null],
])('%j joined is %j', (parts, text) => expect(joined(parts, ', ')).toBe(text));

it.each([
  [[], ''],
  [[7], '7'],
  [[7, 1, 3, 2], '1 to 3, 7'],
  [[1, 2, 5, 6], '1 to 2, 5 to 6'],
])('the ranges of %j are "%s"', (numbers, text) => expect(ranges(numbers)).toBe(text));
