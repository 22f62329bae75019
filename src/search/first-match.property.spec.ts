import fc from 'fast-check';
import { words } from '../core/text/fold';
import { excerpt } from './excerpt';
import { firstMatch } from './first-match';

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 300);

const matches = (text: string, searched: readonly string[]): boolean =>
  words(text).some((own) => searched.some((word) => own.startsWith(word)));

/** With the whole text taken apart. */
function plainExcerpt(text: string, searched: readonly string[]): string {
  if (text.length <= 200) return text;
  const pieces = text.split(/\s+/).filter(Boolean);
  const from = Math.max(0, pieces.findIndex((piece) => matches(piece, searched)) - 6);
  const rest = pieces.slice(from).join(' ');
  const characters = [...rest];
  const shown = characters.length <= 200 ? rest : `${characters.slice(0, 200).join('').trimEnd()} …`;
  return from > 0 ? `… ${shown}` : shown;
}

/** Letters of one and two units, with marks, that fold to several, or to nothing; signs that divide words, and those that do not. */
const CHARACTERS = [
  'a',
  'B',
  'é',
  'e\u0301',
  'ß',
  'Ⅷ',
  'İ',
  'Σ',
  'ς',
  '看',
  '𐐀',
  '😀',
  '9',
  '+',
  '#',
  '-',
  '.',
  '\u200B',
  '\u00AD',
  '\u0301',
  '¨',
  '\uD800',
];
const SPACES = [' ', '  ', '\n', '\t', '\u00A0', '\uFEFF', '\u3000'];

const piece = fc.array(fc.constantFrom(...CHARACTERS), { minLength: 1, maxLength: 8 }).map((all) => all.join(''));
const shortText = fc.array(fc.tuple(piece, fc.constantFrom(...SPACES)), { maxLength: 12 }).map((all) => all.flat().join(''));
const text = fc
  .tuple(shortText, fc.constantFrom('', ' ', '\n'), fc.constantFrom('', 'zz ', 'ωz', '看'), fc.nat(3000), shortText)
  .map(([before, space, filler, times, after]) => `${before}${space}${filler.repeat(times)}${after}`);
const searched = fc
  .array(piece, { minLength: 1, maxLength: 3 })
  .map((all) => all.flatMap(words))
  .filter((all) => all.length > 0);

describe('The first match in a text', () => {
  it('is where it is when the whole text is taken apart', () => {
    fc.assert(
      fc.property(text, searched, (within, sought) => {
        const found = [...within.matchAll(/\S+/g)].find(([each]) => matches(each, sought))?.index;
        expect(firstMatch(within, sought)).toBe(found);
        expect(found !== undefined).toBe(matches(within, sought));
      }),
      { numRuns },
    );
  });

  it('makes the same excerpt as when the whole text is taken apart', () => {
    fc.assert(
      fc.property(text, searched, (within, sought) => expect(excerpt(within, sought)).toBe(plainExcerpt(within, sought))),
      { numRuns },
    );
  });

  it('is found beyond much that is long, and in what has no spaces', () => {
    expect(firstMatch(`${'filler '.repeat(30_000)}licence`, ['licen'])).toBe(210_000);
    expect(firstMatch('看'.repeat(200_000), ['看'])).toBe(0);
    expect(firstMatch('x'.repeat(200_000), ['y'])).toBeUndefined();
  });
});
