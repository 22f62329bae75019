import { membersIn } from './json-body';

describe('The members of a body', () => {
  it.each<[string, number]>([
    ['', 0],
    ['[1, 2]', 0],
    ['{}', 0],
    ['{"a": 1}', 1],
    ['{"a:b": ":", "c": "\\":{\\"d\\": 1}"}', 2],
    ['{"ends with a backslash\\\\": ":"}', 1],
    ['[{"a": {"b": [{"c": 1}]}}, {"ä語😀": ":"}]', 4],
  ])('of %s are counted', (text, members) => expect(membersIn(Buffer.from(text))).toBe(members));
});
