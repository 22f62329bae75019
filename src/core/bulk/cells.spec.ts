import fc from 'fast-check';
import { cellOf, CLEARED, escapeFormula, unescapeFormula, valueOf } from './cells';
import { cellsOf, csvOf } from './csv';
import { csvRowsOf, linesOf, type Piece } from './split';

const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 200);
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'\'=+-@\t\r\n",;1.N\\ a', '\uff1d'), maxLength: 8 }),
);

async function piecesOf(split: (texts: AsyncIterable<string>) => AsyncIterable<Piece>, texts: readonly string[]): Promise<Piece[]> {
  const found: Piece[] = [];
  for await (const piece of split(toAsync(texts))) found.push(piece);
  return found;
}

async function* toAsync(texts: readonly string[]): AsyncGenerator<string> {
  for (const each of texts) yield await Promise.resolve(each);
}

describe('A text in a cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+61 2 9999', "'+61 2 9999"],
    ['-later', "'-later"],
    ['@home', "'@home"],
    ['\tindented', "'\tindented"],
    ['\uff1d1', "'\uff1d1"],
    ["'=1", "''=1"],
    [CLEARED, `'${CLEARED}`],
    ['-12.5', '-12.5'],
    ['-1e3', '-1e3'],
    ["O'Brien", "O'Brien"],
    ["'quoted'", "'quoted'"],
    ['a=b', 'a=b'],
    ['', ''],
  ])('%j is written as %j, which no spreadsheet evaluates', (sent, written) => {
    expect(escapeFormula(sent)).toBe(written);
    expect(unescapeFormula(written)).toBe(sent);
  });

  it('is read back unchanged', () => {
    fc.assert(
      fc.property(text, (sent) => void expect(unescapeFormula(escapeFormula(sent))).toBe(sent)),
      { numRuns },
    );
  });
});

describe('A row of CSV', () => {
  it('is read back unchanged, whatever the chunks of the file', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 9 }),
        async (rows, size) => {
          const file = csvOf(rows.map((row) => row.map(cellOf)));
          const cut = file.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
          const found = await piecesOf(csvRowsOf, cut);
          expect(
            found
              .map((piece) => ('text' in piece ? cellsOf(piece.text, ',') : piece))
              .map((cells) => (Array.isArray(cells) ? cells.map((cell: string) => unescapeFormula(cell)) : cells)),
          ).toEqual(rows);
        },
      ),
      { numRuns },
    );
  });

  it.each<[string, readonly string[], readonly Piece[]]>([
    ['ends with either line break', ['a,b\r\nc\n', 'd'], [{ text: 'a,b' }, { text: 'c' }, { text: 'd' }]],
    ['may have line breaks in quotes', ['"a\r\n', 'b",c\nd'], [{ text: '"a\r\nb",c' }, { text: 'd' }]],
    ['has literal quotes in unquoted cells', ['5" pipe,b\nc'], [{ text: '5" pipe,b' }, { text: 'c' }]],
    ['ends with the file, reporting an unclosed quote', ['a,"b\nc\nd\n'], [{ fault: 'has an unclosed quote', isEnd: true }]],
    ['may not be too long', ['a\n', 'b'.repeat(4_200_000), '\nc'], [{ text: 'a' }, { fault: 'is longer than 4 MB', isEnd: true }]],
  ])('%s', async (_, texts, pieces) => {
    expect(await piecesOf(csvRowsOf, texts)).toEqual(pieces);
  });

  it('has quotes only at the beginning of a cell, once it is known what separates cells', async () => {
    const dialect = { delimiter: ',' };
    expect(await piecesOf((texts) => csvRowsOf(texts, dialect), ['a,5;"6\nb;"c,d\n'])).toEqual([{ text: 'a,5;"6' }, { text: 'b;"c,d' }]);
  });
});

describe('A line of NDJSON', () => {
  it.each<[string, readonly string[], readonly Piece[]]>([
    ['ends with either line break', ['{}\r\n{', '}\n'], [{ text: '{}' }, { text: '{}' }]],
    [
      'is skipped when too long',
      ['a\n', 'b'.repeat(4_200_000), 'b\nc\n', 'd'],
      [{ text: 'a' }, { fault: 'is longer than 4 MB', isEnd: false }, { text: 'c' }, { text: 'd' }],
    ],
    ['is skipped when too long and last', ['b'.repeat(4_200_000), 'b'], [{ fault: 'is longer than 4 MB', isEnd: false }]],
  ])('%s', async (_, texts, pieces) => {
    expect(await piecesOf(linesOf, texts)).toEqual(pieces);
  });
});

describe('A cell of an unknown field', () => {
  it.each<[string, unknown]>([
    ['[{"a":1}]', [{ a: 1 }]],
    ['[broken', '[broken'],
    [CLEARED, null],
    ['', undefined],
  ])('%j is %j', (cell, value) => {
    expect(valueOf(undefined, cell)).toEqual(value);
  });
});
