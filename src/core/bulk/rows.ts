import type { Field } from '../fields/field';
import { BodyTooLarge, InvalidRequest } from '../problems';
import { isDeeperThan, MAX_DEPTH, MAX_MEMBERS } from '../http/json-body';
import { valueOf } from './cells';
import { extraColumns, fieldsByName, hiddenOwner, type BulkType } from './columns';
import { cellsOf, delimiterOf, statedDelimiter } from './csv';
import type { Format } from './formats';
import { namesOf } from './headers';
import { hasTooManyMembers, jsonIn } from './json-in';
import type { Row } from './row';
import { csvRowsOf, DELIMITERS, linesOf, type Dialect, type Piece } from './split';
import { textOf, type Spooled } from './spool';
import type { Match } from './modes';
import { keyFieldOf } from './targets';
import { lettersOf, sheetRows, type SheetRow } from './xlsx/sheet-rows';
import { openWorkbook } from './xlsx/workbook';

type ParsedRow = Pick<Row, 'body' | 'fault'>;

/**
 * The rows of a file, one at a time; empty ones are counted and skipped. The header is checked before the first row.
 * @throws InvalidRequest, BodyTooLarge
 */
export async function rowsOf(bulkType: BulkType, format: Format, file: Spooled, match: Match): Promise<AsyncGenerator<Row>> {
  if (format === 'ndjson') return numbered(linesOf(textOf(file)), ofJson);
  if (format === 'csv') return ofCsv(bulkType, textOf(file), match);
  return ofSheet(bulkType, sheetRows(await openWorkbook(file.file)), match);
}

async function ofCsv(bulkType: BulkType, texts: AsyncIterable<string>, match: Match): Promise<AsyncGenerator<Row>> {
  const dialect: Dialect = {};
  const pieces = csvRowsOf(texts, dialect);
  const { header, delimiter } = await headerOf(pieces);
  dialect.delimiter = delimiter;
  const names = cellsOf(header, delimiter);
  if (typeof names === 'string') throw new InvalidRequest(`The first line ${names}.`);
  const table = new Table(bulkType, names, match);
  return numbered(pieces, (text) => table.rowOf(cellsOf(text, delimiter)));
}

async function headerOf(pieces: AsyncGenerator<Piece>): Promise<{ header: string; delimiter: string }> {
  const first = await firstLine(pieces);
  const stated = statedDelimiter(first);
  if (stated === undefined) return { header: first, delimiter: delimiterOf(first) };
  if (!DELIMITERS.includes(stated)) throw new InvalidRequest('The line sep= must name a comma, a semicolon, a tab or |.');
  return { header: await firstLine(pieces), delimiter: stated };
}

async function firstLine(pieces: AsyncGenerator<Piece>): Promise<string> {
  const next = await pieces.next();
  const piece: Piece = next.done ? { text: '' } : next.value;
  if ('fault' in piece) throw new BodyTooLarge(`The first line ${piece.fault}.`);
  if (piece.text === '') throw new InvalidRequest('The first line must contain field names.');
  return piece.text;
}

async function ofSheet(bulkType: BulkType, rows: AsyncGenerator<SheetRow>, match: Match): Promise<AsyncGenerator<Row>> {
  const next = await rows.next();
  if (next.done) throw new InvalidRequest('The first sheet of the workbook is empty: its first row must contain field names.');
  const { value: header } = next;
  if (header.fault !== undefined) throw new InvalidRequest(`The first row ${header.fault}.`);
  const width = Math.max(...header.cells.keys()) + 1;
  const table = new Table(bulkType, denseCells(header.cells, width), match);
  return numberedSheet(rows, header.number, table, width);
}

async function* numberedSheet(rows: AsyncIterable<SheetRow>, headerNumber: number, table: Table, width: number): AsyncGenerator<Row> {
  for await (const found of rows) {
    const row = found.number - headerNumber;
    if (found.fault !== undefined) {
      yield { row, text: '', fault: found.fault, isEnd: found.isEnd };
      continue;
    }
    const beyond = [...found.cells.keys()].find((column) => column >= width);
    const cells = denseCells(found.cells, width);
    const parsed =
      beyond === undefined ? table.rowOf(cells) : { fault: `has a cell in column ${lettersOf(beyond)}, but the first row has none there` };
    if (parsed) yield { row, text: JSON.stringify(cells), ...parsed };
  }
}

const denseCells = (cells: ReadonlyMap<number, string>, width: number): string[] =>
  Array.from({ length: width }, (_, column) => cells.get(column) ?? '');

async function* numbered(pieces: AsyncIterable<Piece>, read: (text: string) => ParsedRow | undefined): AsyncGenerator<Row> {
  let row = 0;
  for await (const piece of pieces) {
    row++;
    const found = 'fault' in piece ? piece : piece.text.trim() === '' ? undefined : read(piece.text);
    if (found) yield { row, text: '', ...piece, ...found };
  }
}

function ofJson(text: string): ParsedRow {
  const body = jsonIn(text);
  if (body === undefined) return { fault: hasTooManyMembers(text) ? `has more than ${MAX_MEMBERS} members` : 'is not valid JSON' };
  return isDeeperThan(body, MAX_DEPTH) ? { fault: `is nested more than ${MAX_DEPTH} levels deep` } : { body };
}

/** How the cells below a header are read. */
class Table {
  private readonly columns: readonly { readonly name: string; readonly field?: ReadField }[];

  /** @throws InvalidRequest */
  constructor(bulkType: BulkType, headers: readonly string[], match: Match) {
    const names = namesOf(bulkType, headers);
    const key = keyFieldOf(bulkType, match);
    if (key !== undefined && !names.includes(key))
      throw new InvalidRequest(`The first line must contain ${key}, by which rows are matched.`);
    const fields = fieldsByName(bulkType);
    this.columns = names.map((name) => ({ name, field: readAs(bulkType, name, fields.get(name)) }));
  }

  /** undefined if all cells are empty */
  rowOf(cells: readonly string[] | string): ParsedRow | undefined {
    if (typeof cells === 'string') return { fault: cells };
    if (cells.every((cell) => cell === '')) return undefined;
    if (cells.length !== this.columns.length) return { fault: `has ${cells.length} cells, but the first line has ${this.columns.length}` };
    const values = this.columns.map(({ name, field }, index) => [name, valueOf(field, cells[index] ?? '')] as const);
    return { body: Object.fromEntries(values.filter(([, value]) => value !== undefined)) };
  }
}

type ReadField = Pick<Field, 'type' | 'derived'>;

/** The id is derived, but identifies the record; what says to whom it belongs is text, whatever the field of that name is. */
function readAs(bulkType: BulkType, name: string, field: Field | undefined): ReadField | undefined {
  if (name === 'id') return { type: 'integer', derived: false };
  const isText = extraColumns(bulkType).includes(name) && name !== hiddenOwner(bulkType);
  return isText ? { type: 'text', derived: false } : field;
}
