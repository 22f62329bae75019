import { excerpt } from './excerpt';

const filler = (count: number): string => Array.from({ length: count }, (_, index) => `filler${index}`).join(' ');

describe('The excerpt of a text', () => {
  it('is a short text as it is', () => expect(excerpt('Holds a  licence.', ['licence'])).toBe('Holds a  licence.'));

  it('begins some words before the first that matches', () =>
    expect(excerpt(`${filler(40)} (Licence) held`, ['licen'])).toBe(
      '… filler34 filler35 filler36 filler37 filler38 filler39 (Licence) held',
    ));

  it('is cut at the end', () => {
    const cut = excerpt(`Licence ${filler(40)}`, ['licence']);
    expect(cut).toMatch(/^Licence filler0 .* …$/);
    expect(cut.length).toBeLessThanOrEqual(202);
  });

  it('is the beginning where no single piece matches', () => expect(excerpt(filler(40), ['nothing'])).toMatch(/^filler0 filler1 .* …$/));

  it('does not cut a letter in half', () => expect(excerpt('😀'.repeat(300), ['x'])).toBe(`${'😀'.repeat(200)} …`));
});
