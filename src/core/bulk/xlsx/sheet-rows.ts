import { BODY_LIMIT } from '../../http/json-body';
import { isoOfSerial } from './dates';
import { RichText } from './shared-strings';
import type { Workbook } from './workbook';
import { unescaped, XmlReader } from './xml';

/** A row of a sheet: its number from 1, and the texts of its cells by their columns, from 0; or why it cannot be read. */
export type SheetRow = { readonly number: number } & (
  { readonly cells: ReadonlyMap<number, string>; readonly fault?: undefined } | { readonly fault: string; readonly isEnd?: boolean }
);

/** As many as a spreadsheet has. */
const MAX_COLUMNS = 16_384;
/** Of a row, as of a request with one record. */
const MAX_LENGTH = BODY_LIMIT;
/** Rows are taken one by one: shared texts make thousands of megabytes of a few kilobytes of XML. */
const AFTER_ROW = /(?<=row\s*>)/;

/** The rows of a sheet, as they are read; rows without cells are left out. Nothing can be read after malformed XML. */
export async function* sheetRows(workbook: Workbook): AsyncGenerator<SheetRow> {
  const sheet = new Sheet(workbook);
  const reader = new XmlReader(sheet);
  try {
    for await (const text of workbook.sheet) {
      for (const piece of text.split(AFTER_ROW)) {
        reader.write(piece);
        yield* sheet.take();
      }
    }
    reader.end();
  } catch (error) {
    yield* sheet.take();
    yield {
      number: sheet.number + 1,
      fault: `cannot be read: ${(error as Error).message.split('\n')[0]?.replace(/\.$/, '')}`,
      isEnd: true,
    };
  }
}

/** The column of a cell by its reference: 27 for AB7. */
export function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase() ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** The reference of a column: AB for 27. */
export const lettersOf = (column: number): string =>
  (column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** Spreadsheets show 15 digits at most: what a formula has computed beyond them is noise, such as 3.3000000000000003 of 1.1 * 3. */
const asShown = (number: number): number => (Number.isInteger(number) ? number : Number(number.toPrecision(15)));

class Sheet {
  /** Of the last row. */
  number = 0;
  private rows: SheetRow[] = [];
  private cells = new Map<number, string>();
  private fault: string | undefined;
  private length = 0;
  private column = -1;
  private readonly rich = new RichText();
  private cell = { type: '', style: 0, value: '', hasValue: false, isFormula: false };
  private isValue = false;

  constructor(private readonly workbook: Workbook) {}

  take(): readonly SheetRow[] {
    const found = this.rows;
    this.rows = [];
    return found;
  }

  open(name: string, attribute: (name: string) => string | undefined): void {
    if (name === 'row') this.beginRow(Number(attribute('r') ?? this.number + 1));
    else if (name === 'c') this.beginCell(attribute);
    else if (name === 'v') this.isValue = this.cell.hasValue = true;
    else if (name === 'f') this.cell.isFormula = true;
    else this.rich.open(name);
  }

  text(text: string): void {
    if (this.isValue) this.cell.value += text;
    else this.rich.add(text);
    this.length += text.length;
    if (this.length > MAX_LENGTH) {
      this.fault ??= `is longer than ${MAX_LENGTH / 1024 ** 2} MB`;
      this.cell.value = '';
      this.rich.take();
    }
  }

  close(name: string): void {
    if (name === 'v') this.isValue = false;
    else if (name === 'c') this.endCell();
    else if (name === 'row') this.endRow();
    else this.rich.close(name);
  }

  private beginRow(number: number): void {
    if (!Number.isInteger(number) || number <= this.number) throw new Error(`row ${number} comes after row ${this.number}`);
    this.cells = new Map();
    [this.number, this.fault, this.length, this.column] = [number, undefined, 0, -1];
  }

  private endRow(): void {
    const { number, cells, fault } = this;
    if (fault !== undefined) this.rows.push({ number, fault });
    else if (cells.size > 0) this.rows.push({ number, cells });
  }

  private beginCell(attribute: (name: string) => string | undefined): void {
    const reference = attribute('r');
    this.column = reference === undefined ? this.column + 1 : columnOf(reference);
    if (this.column < 0 || this.column >= MAX_COLUMNS) throw new Error(`there is no column ${reference ?? ''}`);
    this.cell = { type: attribute('t') ?? 'n', style: Number(attribute('s') ?? 0), value: '', hasValue: false, isFormula: false };
    this.rich.take();
  }

  private endCell(): void {
    const text = this.textOfCell();
    if (text === '') return;
    this.length += text.length;
    if (this.length > MAX_LENGTH) this.fault ??= `is longer than ${MAX_LENGTH / 1024 ** 2} MB`;
    else this.cells.set(this.column, text);
  }

  /** As it would stand in CSV. Formulas are not evaluated: a cell has the value that the spreadsheet has saved. */
  private textOfCell(): string {
    const { type, value } = this.cell;
    const where = `in column ${lettersOf(this.column)}`;
    if (type === 'inlineStr') return unescaped(this.rich.take());
    if (value === '') {
      if (this.lacksValue) this.fault ??= `has a formula without a value ${where}: open the workbook in a spreadsheet and save it`;
      return '';
    }
    switch (type) {
      case 's': {
        const text = this.workbook.strings.at(Number(value));
        if (text === undefined) this.fault ??= `has no text ${where}`;
        return text ?? '';
      }
      case 'b':
        return value === '1' ? 'true' : 'false';
      case 'e':
        this.fault ??= `has the error ${value} ${where}`;
        return '';
      case 'n':
        return this.textOfNumber(value);
      default:
        return unescaped(value);
    }
  }

  /** The value of a formula may be an empty text. */
  private get lacksValue(): boolean {
    const { type, hasValue, isFormula } = this.cell;
    return isFormula && !(type === 'str' && hasValue);
  }

  private textOfNumber(value: string): string {
    const number = Number(value);
    if (!Number.isFinite(number)) return value;
    const { isDate, from1904 } = this.workbook;
    return (isDate(this.cell.style) && isoOfSerial(number, from1904)) || String(this.cell.isFormula ? asShown(number) : number);
  }
}
