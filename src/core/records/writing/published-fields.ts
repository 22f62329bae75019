import type { FieldChanges } from '../../changes';
import type { Transaction } from '../../database';
import type { RecordType } from '../../fields/record-type';
import { rulesOf, type ChangeOptions, type RecordChange } from '../rules';
import { fieldChanges } from './field-changes';

/** What a change tells of a saved record: its fields, its parts, and which warnings were overridden. */
export const publishedFields = (
  transaction: Transaction,
  type: RecordType,
  { before, after }: RecordChange<{ id: number }>,
  parts: FieldChanges | undefined,
  { confirmations }: ChangeOptions,
): FieldChanges => ({
  ...fieldChanges(type, before, after),
  ...rulesOf(transaction, type).partChanges?.(before, after),
  ...parts,
  ...confirmations?.changesOf(after),
});
