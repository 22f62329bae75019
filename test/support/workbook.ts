import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';

/** A cell as a spreadsheet saves it: a text is shared; the others are the XML of a cell in which AT stands for its place. */
export type TestCell = string | { readonly xml: string };

export const number = (value: number | string): TestCell => ({ xml: `<c r="AT"><v>${value}</v></c>` });
/** @param serial days since 30 December 1899 */
export const date = (serial: number): TestCell => ({ xml: `<c r="AT" s="1"><v>${serial}</v></c>` });
export const formula = (text: string, value?: string): TestCell => ({
  xml: `<c r="AT" t="str"><f>${text}</f>${value === undefined ? '' : `<v>${value}</v>`}</c>`,
});

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

export interface TestWorkbook {
  readonly rows: readonly (readonly TestCell[])[];
  readonly sheets?: string;
  readonly properties?: string;
  /** Parts that replace those of the workbook. */
  readonly parts?: Readonly<Record<string, string>>;
}

const inXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A workbook as Excel lays it out: shared texts, a style for dates, and a relation for each part. */
export async function workbook({ rows, sheets, properties = '', parts = {} }: TestWorkbook): Promise<Buffer> {
  const texts: string[] = [];
  const cell = (value: TestCell, at: string): string => {
    if (typeof value !== 'string') return value.xml.replace('AT', at);
    if (value === '') return '';
    return `<c r="${at}" t="s"><v>${texts.push(value) - 1}</v></c>`;
  };
  const rowsXml = rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((value, column) => cell(value, `${String.fromCharCode(65 + column)}${row + 1}`)).join('')}</row>`,
  );
  return zip({
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${properties}<sheets>${sheets ?? '<sheet name="People" sheetId="1" r:id="rId7"/>'}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId7" Type="${OFFICE}/worksheet" Target="worksheets/people.xml"/><Relationship Id="rId8" Type="${OFFICE}/styles" Target="/xl/styles.xml"/><Relationship Id="rId9" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/worksheets/people.xml': `<worksheet xmlns="${MAIN}"><sheetData>${rowsXml.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${texts.map((text) => `<si><t xml:space="preserve">${inXml(text)}</t></si>`).join('')}</sst>`,
    ...parts,
  });
}

export async function zip(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const file = new ZipFile();
  for (const [name, content] of Object.entries(parts)) file.addBuffer(Buffer.from(content), name);
  file.end();
  return buffer(file.outputStream);
}

/** The cells of an exported sheet by their places, each as its XML. */
export async function cellsOf(bytes: Buffer): Promise<ReadonlyMap<string, string>> {
  const file = await fromBufferPromise(bytes, { lazyEntries: true });
  for await (const entry of file.eachEntry()) {
    if (entry.fileName !== 'xl/worksheets/sheet1.xml') continue;
    const xml = (await buffer(await file.openReadStreamPromise(entry))).toString();
    return new Map([...xml.matchAll(/<c r="([A-Z]+\d+)".*?<\/c>/gs)].map(([cell, at]) => [at!, cell]));
  }
  throw new Error('there is no sheet');
}
