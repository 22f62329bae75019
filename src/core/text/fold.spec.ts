import fc from 'fast-check';
import { fold as expectedFold } from '../../../test/support/oracle/fold';
import { words as expectedWords } from '../../../test/support/oracle/words';
import { fold, words } from './fold';

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 2000);
const LETTERS = [...'aZ0 _%+#-.ßẞæÆœŒøØłŁđĐðÐþÞıİIçÑσςΣжЖ日ｱﬁ½ſ\u0301\u0323\u00a0\u00ad\u200b\u200d\u0007\t\n\ufeff🙂'];
const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);

describe('Any text', () => {
  it('has the same folded form and the same words as by the oracle', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect({ text, folded: fold(text), words: words(text) }).toEqual({ text, folded: expectedFold(text), words: expectedWords(text) });
      }),
      { numRuns },
    );
  });

  it('does not change when it is folded twice', () => {
    fc.assert(
      fc.property(texts, (text) => expect(fold(fold(text))).toBe(fold(text))),
      { numRuns },
    );
  });
});

describe('A Greek word', () => {
  it('that ends in sigma folds to the beginning of a longer one', () => {
    expect(fold('ΝΙΚΟΣΙΑ').startsWith(fold('ΝΙΚΟΣ'))).toBe(true);
    expect(fold('Νίκος')).toBe(fold('ΝΙΚΟΣ'));
  });
});
