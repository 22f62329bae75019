import { Utf8Writer } from '../text/utf8-writer';
import { JsonText, sentOnce, writeTexts, writtenJson } from './json-text';

/** Texts of many kilobytes, in the memory of a writer. */
function textsOf(letter: string): { texts: JsonText[]; json: string } {
  const writer = new Utf8Writer();
  const records = Array.from({ length: 30 }, (_, id) => ({ id, name: `é${letter.repeat(40_000)}`, last: 'ü' }));
  const texts = records.map(({ id, name }) => new JsonText(id, 1, writer.write(`{"id":${id},"name":"${name}"`), ',"last":"ü"}'));
  return { texts: sentOnce(texts, writer), json: JSON.stringify(records) };
}

describe('A list of written records', () => {
  it('is the JSON of all of them, in one buffer or in few pieces', () => {
    const { texts, json } = textsOf('a');
    expect(writtenJson(texts)?.toString()).toBe(json);
    const pieces = writeTexts(texts, new Utf8Writer());
    expect(Buffer.concat(pieces).toString()).toBe(json);
    expect(pieces.length).toBeLessThan(texts.length);
  });

  it('stays as it is while others are written, until its own memory is given back', () => {
    const [one, other] = [textsOf('a'), textsOf('b')];
    const [first, second] = [new Utf8Writer(), new Utf8Writer()];
    const written = writeTexts(one.texts, first);
    const later = textsOf('c');
    const alsoWritten = writeTexts(other.texts, second);
    expect(Buffer.concat(written).toString()).toBe(one.json);
    expect(Buffer.concat(alsoWritten).toString()).toBe(other.json);
    expect(writtenJson(later.texts)?.toString()).toBe(later.json);
  });

  it('may be text from its first character on, or in part', () => {
    const [{ texts, json }, none] = [textsOf('a'), Buffer.alloc(0)];
    const others = Array.from({ length: 3000 }, (_, id) => ({ id, name: `ü€😀 ${id}` }));
    const asText = others.map((record) => new JsonText(record.id, 1, none, JSON.stringify(record)));
    const mixed = [...asText, ...texts, ...asText];
    const whole = `[${[JSON.stringify(others), json, JSON.stringify(others)].map((each) => each.slice(1, -1)).join()}]`;
    for (const [list, expected] of [
      [asText, JSON.stringify(others)],
      [mixed, whole],
    ] as const) {
      expect(writtenJson(list)?.toString()).toBe(expected);
      expect(Buffer.concat(writeTexts(list, new Utf8Writer())).toString()).toBe(expected);
    }
  });
});
