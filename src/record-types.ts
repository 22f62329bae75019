import { areaRecords } from './areas';
import { AuditEntry, AuditKey, keysOfPersons } from './core/audit';
import { importedRowsAboutPersons, ImportRow } from './core/bulk';
import { changesAboutPersons, RecordChange } from './core/changes';
import type { Settings } from './core/config';
import { Counter, RecomputationState, ReleaseInUse, ReplicaBeat } from './core/database';
import type { Schema } from './core/database/data-source';
import { RecordTypes, type RecordTypesSpec } from './core/fields/record-types';
import { UnusedFile } from './core/files';
import { DueMaintenanceTask } from './core/housekeeping';
import { IdempotentResponse, responsesAboutPersons } from './core/idempotency';
import { RequestCount } from './core/limits';
import { Lookup, lookupFoldedColumns } from './core/lookups';
import { sideTables } from './core/records/side-tables';

/** What the shared rooms store. */
const coreRecords: RecordTypesSpec = {
  types: [],
  tables: [
    AuditEntry,
    AuditKey,
    Counter,
    DueMaintenanceTask,
    IdempotentResponse,
    ImportRow,
    Lookup,
    RecomputationState,
    ReleaseInUse,
    ReplicaBeat,
    RecordChange,
    RequestCount,
    UnusedFile,
  ],
  foldedColumns: lookupFoldedColumns,
  personalData: [changesAboutPersons, keysOfPersons, responsesAboutPersons, importedRowsAboutPersons],
};

/** Every record type of the service with its rules, and every table that is declared as a class. */
export function recordTypes(settings: Settings): RecordTypes {
  const specs = [coreRecords, ...areaRecords(settings)];
  return new RecordTypes({
    types: specs.flatMap(({ types }) => types),
    tables: specs.flatMap(({ tables }) => tables),
    foldedColumns: specs.flatMap(({ foldedColumns = [] }) => foldedColumns),
    timeZone: settings.timeZone,
    personalData: specs.flatMap(({ personalData = [] }) => personalData),
    publishedBeside: Object.fromEntries(specs.flatMap(({ publishedBeside = {} }) => Object.entries(publishedBeside))),
  });
}

/** All tables, including those of the folded texts and stored figures of the record types. */
export const schemaOf = (types: RecordTypes): Schema => ({ entities: [...types.tables, ...types.all.flatMap(sideTables)], types });
