import { DOCX, docxOf, pdfOf } from '../support/made-files';
import { textOf } from './text-of';

const MOST = 1000;
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describe('The text of a file', () => {
  it.each<[what: string, type: string, bytes: Uint8Array, text: string]>([
    ['UTF-8', 'text/plain', Buffer.from('Zoë\r\nNguyen  \n\n\n\nPerth\n'), 'Zoë\nNguyen\n\nPerth'],
    ['UTF-8 with a mark', 'text/plain', Buffer.from('\ufeffZoë'), 'Zoë'],
    ['UTF-16', 'text/plain', Buffer.from('\ufeffZoë', 'utf16le'), 'Zoë'],
    ['UTF-16, high bytes first', 'text/plain', Buffer.from('\ufeffZoë', 'utf16le').swap16(), 'Zoë'],
    ['Windows-1252', 'text/csv', latin1('Zo\xeb \x80 50'), 'Zoë € 50'],
    ['what no database stores', 'text/plain', Buffer.from('a\0b'), 'ab'],
    ['nothing', 'text/plain', Buffer.from(' \n '), ''],
    ['a picture', 'image/png', Buffer.from('PNG'), ''],
    ['a PDF', 'application/pdf', pdfOf('Grace Nguyen', 'Site Engineer (civil)'), 'Grace Nguyen\nSite Engineer (civil)'],
    ['RTF', 'application/rtf', latin1("{\\rtf1\\ansi\\ansicpg1252 Zo\\'eb Nguyen\\par Site\\tab Engineer}"), 'Zoë Nguyen\nSite\tEngineer'],
    ['RTF of another code page', 'application/rtf', latin1("{\\rtf1\\ansi\\ansicpg1251 \\'cc\\'ee\\'f1\\'ea\\'e2\\'e0}"), 'Москва'],
    ['RTF with characters of two bytes', 'application/rtf', latin1("{\\rtf1\\ansi\\ansicpg932 \\'93\\'8c\\'8b\\'9e}"), '東京'],
    ['RTF in Unicode', 'application/rtf', latin1("{\\rtf1\\ansi\\uc1 \\u321?\\'3f \\u-10179?\\u-8704?!}"), 'Ł? 😀!'],
    ['RTF in Unicode without replacements', 'application/rtf', latin1('{\\rtf1\\ansi{\\uc0 \\u321 a}\\u322 ?b}'), 'Łałb'],
    [
      'RTF with tables, pictures and fields',
      'application/rtf',
      latin1(
        '{\\rtf1{\\fonttbl{\\f0 Arial;}}{\\*\\generator Word;}{\\info{\\title No}}{\\pict 0102}{\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt link}} \\{a\\}\\cell b\\row{\\bin4 \\{{}}c}',
      ),
      'link {a}\tb\nc',
    ],
    ['RTF that is cut off', 'application/rtf', latin1('{\\rtf1 Grace\\'), 'Grace'],
  ])('in %s', async (_, type, bytes, text) => expect(await textOf(Uint8Array.from(bytes), type, MOST)).toBe(text));

  it('in a DOCX', async () => expect(await textOf(await DOCX('Grace &amp; Zoë', ' Site '), WORD, MOST)).toBe('Grace & Zoë\n Site'));

  it('in a DOCX with tabs, breaks, removed text and boxes', async () => {
    const body =
      '<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r><w:del><w:r><w:delText>no</w:delText></w:r></w:del></w:p>' +
      '<mc:AlternateContent xmlns:mc="x"><mc:Choice><w:p><w:r><w:t>once</w:t></w:r></w:p></mc:Choice><mc:Fallback><w:p><w:r><w:t>once</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent>';
    expect(await textOf(await docxOf(body), WORD, MOST)).toBe('a\tb\nc\nonce');
  });

  it('in a DOCX without the positions of its tabs, and with hyphens that do not break', async () => {
    const tabs = '<w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/><w:tab w:val="clear" w:pos="1440"/></w:tabs></w:pPr>';
    const body = `<w:p>${tabs}<w:r><w:t>Anne</w:t><w:noBreakHyphen/><w:t>Marie</w:t><w:tab/><w:t>Ng</w:t></w:r></w:p><w:p>${tabs}<w:r><w:t>Perth</w:t></w:r></w:p>`;
    expect(await textOf(await docxOf(body), WORD, MOST)).toBe('Anne-Marie\tNg\nPerth');
  });

  it('ends where it is too long', async () => {
    for (const [type, bytes] of [
      ['text/plain', Buffer.from('a'.repeat(5000))],
      ['application/rtf', latin1(`{\\rtf1 ${'a'.repeat(5000)}}`)],
      ['application/pdf', pdfOf(...Array<string>(50).fill('a'.repeat(40)))],
      [WORD, await DOCX('a'.repeat(5000))],
    ] as const)
      expect(await textOf(Uint8Array.from(bytes), type, MOST)).toHaveLength(MOST);
  });

  it.each<[what: string, type: string, bytes: Uint8Array]>([
    ['a damaged PDF', 'application/pdf', latin1('%PDF-1.4\nnothing')],
    ['RTF that is nested without end', 'application/rtf', latin1('{'.repeat(2000))],
    ['a DOCX that is no archive', WORD, latin1('PK nothing')],
  ])('cannot be read in %s', async (_, type, bytes) => {
    await expect(textOf(Uint8Array.from(bytes), type, MOST)).rejects.toThrow();
  });

  it('cannot be read in a DOCX with entities of its own, or malformed XML', async () => {
    await expect(textOf(await docxOf('<w:p>&own;</w:p>'), WORD, MOST)).rejects.toThrow();
    await expect(textOf(await docxOf('<w:p></w:r>'), WORD, MOST)).rejects.toThrow();
  });
});
