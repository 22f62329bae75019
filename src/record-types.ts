import { areaRecords } from './areas';
import { ImportRow } from './core/bulk';
import { RecordChange } from './core/changes';
import type { Settings } from './core/config';
import { Counter } from './core/database';
import type { Schema } from './core/database/data-source';
import { RecordTypes, type RecordTypesSpec } from './core/fields/record-types';
import { DueMaintenanceTask } from './core/housekeeping';
import { IdempotentResponse } from './core/idempotency';
import { Lookup, lookupFoldedColumns } from './core/lookups';
import { sideTables } from './core/records/side-tables';

/** What the shared rooms store. */
const coreRecords: RecordTypesSpec = {
  types: [],
  tables: [Counter, DueMaintenanceTask, IdempotentResponse, ImportRow, Lookup, RecordChange],
  foldedColumns: lookupFoldedColumns,
};

/** Every record type of the service with its rules, and every table that is declared as a class. */
export function recordTypes(settings: Settings): RecordTypes {
  const specs = [coreRecords, ...areaRecords(settings)];
  return new RecordTypes({
    types: specs.flatMap(({ types }) => types),
    tables: specs.flatMap(({ tables }) => tables),
    foldedColumns: specs.flatMap(({ foldedColumns = [] }) => foldedColumns),
  });
}

/** All tables, including those of the folded texts and stored figures of the record types. */
export const schemaOf = (types: RecordTypes): Schema => ({ entities: [...types.tables, ...types.all.flatMap(sideTables)], types });
