import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { serialOf } from './dates';
import { lettersOf } from './sheet-rows';
import { escaped } from './xml';

/** A value of a cell. Texts stay texts, whatever they look like. */
export type CellValue =
  { readonly text: string } | { readonly number: number } | { readonly flag: boolean } | { readonly date: string } | undefined;

/** A longer text makes a workbook unreadable. */
const MAX_CELL_LENGTH = 32_767;
/** Rows of a sheet, the header among them. */
export const MAX_ROWS = 1_048_576;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Cell styles. */
const [DAY, MOMENT] = [1, 2];

const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${SHEET}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
};
/** The format "text": a spreadsheet leaves alone what is typed into such a cell. */
const TEXT = 3;

/** The bytes of a workbook with one sheet, while its rows arrive. */
export async function* workbookOf(sheetName: string, rows: AsyncIterable<readonly (readonly CellValue[])[]>): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const sheet = Readable.from(sheetXml(rows));
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  for (const [name, text] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(XML + text), name);
  zip.addBuffer(Buffer.from(XML + workbookXml(sheetName)), 'xl/workbook.xml');
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml');
  zip.end();
  try {
    for await (const bytes of output) yield bytes as Buffer;
  } finally {
    sheet.destroy();
  }
}

const workbookXml = (sheetName: string): string =>
  `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

async function* sheetXml(rows: AsyncIterable<readonly (readonly CellValue[])[]>): AsyncGenerator<string> {
  yield `${XML}<worksheet xmlns="${SHEET}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
  let number = 0;
  for await (const some of rows) yield some.map((cells) => rowXml(++number, cells)).join('');
  yield '</sheetData></worksheet>';
}

const rowXml = (number: number, cells: readonly CellValue[]): string =>
  `<row r="${number}">${cells.map((cell, column) => cellXml(`${lettersOf(column)}${number}`, cell)).join('')}</row>`;

function cellXml(at: string, cell: CellValue): string {
  if (cell === undefined) return '';
  if ('number' in cell) return `<c r="${at}"><v>${cell.number}</v></c>`;
  if ('flag' in cell) return `<c r="${at}" t="b"><v>${Number(cell.flag)}</v></c>`;
  if ('text' in cell) return textXml(at, cell.text);
  const serial = serialOf(cell.date);
  return serial === undefined ? textXml(at, cell.date) : `<c r="${at}" s="${Number.isInteger(serial) ? DAY : MOMENT}"><v>${serial}</v></c>`;
}

/** What no cell can hold is left out; an import leaves such a field as it is. */
const textXml = (at: string, text: string): string =>
  text === '' || text.length > MAX_CELL_LENGTH
    ? ''
    : `<c r="${at}" s="${TEXT}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
