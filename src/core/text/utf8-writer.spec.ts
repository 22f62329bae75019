import { Utf8Writer } from './utf8-writer';

const LARGE = 100 * 1024;
const texts = (letter: string): string[] => Array.from({ length: 20 }, (_, index) => String(index).padEnd(LARGE, letter));
const written = (writer: Utf8Writer, letter: string): Buffer[] => texts(letter).map((text) => writer.write(Buffer.from(text)));

describe('A writer of UTF-8', () => {
  it('puts texts and bytes one after the other', () => {
    expect(new Utf8Writer().write('é', Buffer.from('ü'), '😀').toString()).toBe('éü😀');
  });

  it('keeps all that it has written', () => {
    expect(written(new Utf8Writer(), 'x').map(String)).toEqual(texts('x'));
  });

  it('begins with as much memory as it needs, or with a large piece if much will be written', () => {
    const piecesOf = (writer: Utf8Writer) => [writer.write('x'), writer.write('y'.repeat(1000))].map(({ buffer }) => buffer);
    const [small, next] = piecesOf(new Utf8Writer());
    expect(small?.byteLength).toBe(3);
    expect(next).not.toBe(small);
    const [large, same] = piecesOf(new Utf8Writer(true));
    expect(large?.byteLength).toBe(256 * 1024);
    expect(same).toBe(large);
  });

  it('shares no memory with others, once it has been released, however often', () => {
    const [one, other] = [new Utf8Writer(), new Utf8Writer()];
    written(one, 'a');
    one.release();
    one.release();
    const [first, second] = [written(one, 'b'), written(other, 'c')];
    expect(first.map(String)).toEqual(texts('b'));
    expect(second.map(String)).toEqual(texts('c'));
  });
});
