import { fold } from './fold';
import { words } from './words';

describe('The text folding of the tests', () => {
  it.each([
    ['Zoë O’Brien', 'zoe o’brien'],
    ['  two \t words\u00a0here\n', 'two words here'],
    ['Straße, STRASSE, ẞ', 'strasse, strasse, ss'],
    ['Æon Œuvre Ørsted Łódź Đorđe Þór Ðað', 'aeon oeuvre orsted lodz dorde thor dad'],
    ['İstanbul ılık I i', 'istanbul ilik i i'],
    ['ﬁne ½ ① ｱ', 'fine 1⁄2 1 ア'],
    ['ΟΔΟΣ Οδος οδοσ', 'οδοσ οδοσ οδοσ'],
    ['e\u0301\u0323 é', 'e e'],
    ['a\u0007b\u200bc', 'a b c'],
    ['100 % _ \\ "', '100 % _ \\ "'],
    ['', ''],
    [' \u0301 ', ''],
  ])('folds %j to %j', (text, folded) => expect(fold(text)).toBe(folded));

  it.each([
    ['Senior C++ / C# Developer (m/w/d)', ['senior', 'c++', 'c#', 'developer', 'm', 'w', 'd']],
    ['  Müller-Lüdenscheidt 2nd ', ['muller', 'ludenscheidt', '2nd']],
    ['日本 🙂 ж', ['日本', 'ж']],
    ['_%-', []],
  ])('splits %j into the words %j', (text, expected) => expect(words(text)).toEqual(expected));
});
