import type { Transaction, View } from '../../database/transactions';
import { rows } from '../../database/rows';
import { duplicateGroupTable } from '../../fields/duplicate-keys';
import type { FoldedColumn } from '../../fields/folded-column';
import { indexRowFields } from '../../fields/index-row';
import type { RecordType } from '../../fields/record-type';
import type { RecordTypes } from '../../fields/record-types';
import { identifier, sql } from '../../sql';
import { storedFigures, textFields } from '../side-tables';
import { termTables } from '../writing/word-rows';
import { checkGroups, fixDuplicates, fixGroups, staleDuplicates } from './recompute-duplicates';
import { fixFigures, staleFigures } from './recompute-figures';
import { fixIndexRows, staleIndexRows } from './recompute-index';
import { fixResponses, staleResponses } from './recompute-responses';
import { fixTexts, staleTexts } from './recompute-texts';
import { figuresAmongWords, fixWords, staleWords } from './recompute-words';
import { fixFolded, foldedRowsAfter, isStale, type RowID } from './refold';

/** Rows that are checked together: each statement must finish within its time limit. */
const BATCH = 200;
/** Of rows whose texts may be long. */
const FEW = 50;

/** An id, the key of a group of duplicates, or the values of the columns that identify a row. */
export type Key = number | string | RowID;

export interface Batch {
  /** How many rows have been checked; none at the end. */
  readonly checked: number;
  /** The last of them. */
  readonly last?: Key;
  /** Those whose stored data differs from what it would be if it was computed now. */
  readonly stale: readonly Key[];
}

/** Data that is stored beside what it is derived from. */
export interface DerivedData {
  /** The name of the record type, or what the column belongs to. */
  readonly type: string;
  readonly what: 'figures' | 'texts' | 'responses' | 'index' | 'words' | 'duplicates' | 'groups' | 'keys';
  readonly table: string;
  /** Checks the next rows. @param after the last row that has been checked; undefined: none has */
  readonly check: (view: View, after: Key | undefined) => Promise<Batch>;
  /** Stores what is computed now. @returns rows left unchanged because another row already has their key */
  readonly fix: (transaction: Transaction, stale: readonly Key[]) => Promise<readonly Key[]>;
}

/** In the order in which it is recomputed: responses show figures, words are those of folded texts. */
export const allDerivedData = ({ all, foldedColumns }: RecordTypes): readonly DerivedData[] => [
  ...foldedColumns.map(keysOf),
  ...all.flatMap((type) => [
    ...(storedFigures(type).length > 0 ? [ofRecords(type, 'figures', staleFigures, fixFigures)] : []),
    ...(textFields(type).length > 0 ? [ofRecords(type, 'texts', staleTexts, fixTexts)] : []),
    ...(type.storedResponses ? [ofRecords(type, 'responses', staleResponses, fixResponses)] : []),
    ...(indexRowFields(type).length > 0 ? [ofRecords(type, 'index', staleIndexRows, fixIndexRows)] : []),
    ...(termTables(type).length > 0
      ? [ofRecords(type, 'words', staleWords, fixWords, figuresAmongWords(type).length > 0 ? FEW : BATCH)]
      : []),
    ...(hasDuplicates(type) ? [ofRecords(type, 'duplicates', staleDuplicates, fixDuplicates)] : []),
  ]),
  ...all.filter(hasDuplicates).map(groupsOf),
];

const hasDuplicates = ({ duplicateKinds }: RecordType): boolean => duplicateKinds.length > 0;

function ofRecords(
  type: RecordType,
  what: DerivedData['what'],
  findStale: (view: View, type: RecordType, ids: readonly number[]) => Promise<number[]>,
  fix: (transaction: Transaction, type: RecordType, ids: readonly number[]) => Promise<void>,
  batch = BATCH,
): DerivedData {
  return {
    type: type.name,
    what,
    table: type.table,
    check: async (view, after = 0) => {
      const ids = await idsAfter(view, type, after as number, batch);
      return { checked: ids.length, last: ids.at(-1), stale: ids.length > 0 ? await findStale(view, type, ids) : [] };
    },
    fix: async (transaction, stale) => {
      await fix(transaction, type, stale as readonly number[]);
      return [];
    },
  };
}

const idsAfter = async ({ em }: View, { table }: RecordType, last: number, batch: number): Promise<number[]> => {
  const found = await rows(em, sql`SELECT id FROM ${identifier(table)} WHERE id > ${last} ORDER BY id LIMIT ${batch}`);
  return found.map(([id]) => id as number);
};

const groupsOf = (type: RecordType): DerivedData => ({
  type: type.name,
  what: 'groups',
  table: duplicateGroupTable(type),
  check: async (view, after = '') => {
    const { keys, stale } = await checkGroups(view, type, after as string, BATCH);
    return { checked: keys.length, last: keys.at(-1), stale };
  },
  fix: async (transaction, stale) => {
    await fixGroups(transaction, type, stale as readonly string[]);
    return [];
  },
});

const keysOf = (column: FoldedColumn): DerivedData => ({
  type: column.name,
  what: 'keys',
  table: column.table,
  check: async ({ em }, after) => {
    const found = await foldedRowsAfter(em, column, after as RowID | undefined, column.isLong ? FEW : BATCH);
    return { checked: found.length, last: found.at(-1)?.id, stale: found.filter(isStale).map(({ id }) => id) };
  },
  fix: ({ em }, stale) => fixFolded(em, column, stale as readonly RowID[]),
});
