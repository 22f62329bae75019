import type { FoldedColumn } from '../fields/folded-column';
import { NAME } from '../sql/columns';
import { foldedKey } from '../text/fold';

export const lookupFoldedColumns: readonly FoldedColumn[] = [
  {
    name: 'Lookup',
    table: 'lookup',
    column: 'folded',
    id: ['list', 'id'],
    derivedFrom: ['name'],
    derive: ([name]) => foldedKey(name as string, NAME),
  },
];
