import type { Row } from '../../database/rows';
import { perType } from '../../fields/per-type';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';
import { identifier } from '../../sql';
import { jsonOfColumns } from '../../sql/dialect';
import { rulesOf, type ResponseList } from '../rules';
import { cellsOf, mapperOf, type RecordResponse } from './mapper';

/** How the lists of a type are read along with its records `r`: the columns, and the members of a response from their cells. */
interface ListPlan {
  readonly names: readonly string[];
  readonly columns: readonly string[];
  readonly members: (cells: Row) => RecordResponse;
}

const NO_NAMES = { look: () => null };

export const listPlan = perType((type, types: RecordTypes): ListPlan => planOf(rulesOf({ types }, type).responseLists ?? []));

/** The same of those with these names. */
export const selectedLists = (type: RecordType, types: RecordTypes, names: ReadonlySet<string>): ListPlan =>
  planOf((rulesOf({ types }, type).responseLists ?? []).filter(({ name }) => names.has(name)));

function planOf(lists: readonly ResponseList[]): ListPlan {
  const readers = lists.map(readerOf);
  return {
    names: lists.map(({ name }) => name),
    columns: lists.map(columnOf),
    members: (cells) => Object.fromEntries(lists.map(({ name }, index) => [name, readers[index]!(cells[index])])),
  };
}

/** A JSON text of the rows, since a join would repeat the record for each. */
function columnOf({ of, by }: ResponseList): string {
  const cells = cellsOf(of).map(({ name, type }) => {
    const cell = identifier('l', name).text;
    return type === 'date' ? `CAST(${cell} AS CHAR)` : cell;
  });
  return `(SELECT ${jsonOfColumns(cells)} FROM ${identifier(of.table).text} l WHERE ${identifier('l', by).text} = r.id)`;
}

function readerOf({ of, order }: ResponseList): (cell: unknown) => RecordResponse[] {
  const map = mapperOf(of);
  const at = cellsOf(of).findIndex(({ name }) => name === order);
  const inOrder = (one: Row, other: Row): number => Number(one[at]) - Number(other[at]);
  return (cell) =>
    rowsOf(JSON.parse((cell as string | null) ?? '[]') as Row[])
      .sort(inOrder)
      .map((row) => map(row, NO_NAMES));
}

const rowsOf = (columns: readonly Row[]): Row[] => (columns[0] ?? []).map((_, index) => columns.map((column) => column[index]));
