import type { Field } from '../fields/field';
import { BodyTooLarge, InvalidRequest } from '../problems';
import { isDeeperThan, MAX_DEPTH } from '../http/json-body';
import { valueOf } from './cells';
import { checkColumns, fieldsByName, type BulkType } from './columns';
import { cellsOf, delimiterOf } from './csv';
import type { Format } from './formats';
import { csvRowsOf, linesOf, type Piece } from './split';

/** A row of a file. */
export interface Row {
  /** Its number in the file, from 1, not counting the header. */
  readonly row: number;
  /** As written in the file. */
  readonly text: string;
  /** The parsed row, or else `fault`: why it cannot be read. */
  readonly body?: unknown;
  readonly fault?: string;
  /** The rest of the file cannot be read. */
  readonly isEnd?: boolean;
}

type ParsedRow = Pick<Row, 'body' | 'fault'>;

/**
 * The rows of a file, one at a time; empty ones are counted and skipped. The header is checked before the first row.
 * @throws InvalidRequest, BodyTooLarge
 */
export async function rowsOf(bulkType: BulkType, format: Format, texts: AsyncIterable<string>): Promise<AsyncGenerator<Row>> {
  if (format === 'ndjson') return numbered(linesOf(texts), ofJson);
  const pieces = csvRowsOf(texts);
  const header = await headerOf(pieces);
  const delimiter = delimiterOf(header);
  const names = cellsOf(header, delimiter);
  if (typeof names === 'string') throw new InvalidRequest(`The first line ${names}.`);
  checkColumns(bulkType, names);
  const fields = fieldsByName(bulkType);
  return numbered(pieces, (text) => ofCells(cellsOf(text, delimiter), names, fields));
}

async function headerOf(pieces: AsyncGenerator<Piece>): Promise<string> {
  const next = await pieces.next();
  const piece: Piece = next.done ? { text: '' } : next.value;
  if ('fault' in piece) throw new BodyTooLarge(`The first line ${piece.fault}.`);
  if (piece.text === '') throw new InvalidRequest('The first line must contain field names.');
  return piece.text;
}

async function* numbered(pieces: AsyncIterable<Piece>, read: (text: string) => ParsedRow | undefined): AsyncGenerator<Row> {
  let row = 0;
  for await (const piece of pieces) {
    row++;
    const found = 'fault' in piece ? piece : piece.text.trim() === '' ? undefined : read(piece.text);
    if (found) yield { row, text: '', ...piece, ...found };
  }
}

function ofJson(text: string): ParsedRow {
  try {
    const body: unknown = JSON.parse(text);
    return isDeeperThan(body, MAX_DEPTH) ? { fault: `is nested more than ${MAX_DEPTH} levels deep` } : { body };
  } catch {
    return { fault: 'is not valid JSON' };
  }
}

function ofCells(cells: readonly string[] | string, names: readonly string[], fields: ReadonlyMap<string, Field>): ParsedRow | undefined {
  if (typeof cells === 'string') return { fault: cells };
  if (cells.every((cell) => cell === '')) return undefined;
  if (cells.length !== names.length) return { fault: `has ${cells.length} cells, but the first line has ${names.length}` };
  const values = names.map((name, index) => [name, valueIn(name, cells[index] ?? '', fields)] as const);
  return { body: Object.fromEntries(values.filter(([, value]) => value !== undefined)) };
}

/** The id is a derived field, but is read to identify the record. */
function valueIn(name: string, cell: string, fields: ReadonlyMap<string, Field>): unknown {
  const field = fields.get(name);
  return valueOf(name === 'id' && field ? { ...field, derived: false } : field, cell);
}
