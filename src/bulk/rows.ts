import type { Field } from '../fields/field';
import { BodyTooLarge, InvalidRequest } from '../http';
import { isDeeper, MOST_LEVELS } from '../http/json-body';
import { valueOf } from './cells';
import { checkColumns, fieldsByName, type Bulky } from './columns';
import { cellsOf, delimiterOf } from './csv';
import type { Format } from './formats';
import { csvRowsOf, linesOf, type Piece } from './split';

/** A row of a file, as far as it could be read. */
export interface Row {
  /** Its place in the file, from 1, without the line that names the columns. */
  readonly row: number;
  /** As it is written. */
  readonly text: string;
  /** What it says, as JSON would; or else what is wrong with it. */
  readonly body?: unknown;
  readonly fault?: string;
  /** Nothing behind it could be read. */
  readonly isEnd?: boolean;
}

type Read = Pick<Row, 'body' | 'fault'>;

/** The rows of a file, one at a time; empty ones count and are left out. What is wrong with the names of columns is said before the first. @throws InvalidRequest, BodyTooLarge */
export async function rowsOf(bulky: Bulky, format: Format, texts: AsyncIterable<string>): Promise<AsyncGenerator<Row>> {
  if (format === 'ndjson') return numbered(linesOf(texts), ofJson);
  const pieces = csvRowsOf(texts);
  const header = await headerOf(pieces);
  const delimiter = delimiterOf(header);
  const names = cellsOf(header, delimiter);
  if (typeof names === 'string') throw new InvalidRequest(`The first line ${names}.`);
  checkColumns(bulky, names);
  const fields = fieldsByName(bulky);
  return numbered(pieces, (text) => ofCells(cellsOf(text, delimiter), names, fields));
}

async function headerOf(pieces: AsyncGenerator<Piece>): Promise<string> {
  const next = await pieces.next();
  const piece: Piece = next.done ? { text: '' } : next.value;
  if ('fault' in piece) throw new BodyTooLarge(`The first line ${piece.fault}.`);
  if (piece.text === '') throw new InvalidRequest('The first line must name the fields of the columns.');
  return piece.text;
}

async function* numbered(pieces: AsyncIterable<Piece>, read: (text: string) => Read | undefined): AsyncGenerator<Row> {
  let row = 0;
  for await (const piece of pieces) {
    row++;
    const found = 'fault' in piece ? piece : piece.text.trim() === '' ? undefined : read(piece.text);
    if (found) yield { row, text: '', ...piece, ...found };
  }
}

function ofJson(text: string): Read {
  try {
    const body: unknown = JSON.parse(text);
    return isDeeper(body, MOST_LEVELS) ? { fault: `is nested more than ${MOST_LEVELS} levels deep` } : { body };
  } catch {
    return { fault: 'is not valid JSON' };
  }
}

function ofCells(cells: readonly string[] | string, names: readonly string[], fields: ReadonlyMap<string, Field>): Read | undefined {
  if (typeof cells === 'string') return { fault: cells };
  if (cells.every((cell) => cell === '')) return undefined;
  if (cells.length !== names.length) return { fault: `has ${cells.length} cells, and the first line has ${names.length}` };
  const said = names.map((name, index) => [name, valueIn(name, cells[index] ?? '', fields)] as const);
  return { body: Object.fromEntries(said.filter(([, value]) => value !== undefined)) };
}

/** The id is computed by the service, and yet says which record is meant. */
function valueIn(name: string, cell: string, fields: ReadonlyMap<string, Field>): unknown {
  const field = fields.get(name);
  return valueOf(name === 'id' && field ? { ...field, derived: false } : field, cell);
}
