import type { RecordTypesSpec } from '../core/fields/record-types';
import { PayFrequency, Setting } from './configuration.entity';
import { configurationFoldedColumns } from './configuration.records';
import { ENTRY_FIELDS } from './lookups/entries';
import { payFrequencyRules } from './pay-frequency.rules';

export type { ConfigurationPart } from './setting-rules';
export * from './configuration.entity';
export { ConfigurationModule } from './configuration.module';
export { payFrequencies } from './configuration.records';
export { isPayFrequencyDisabled } from './disabled-pay-frequency';
export { payPeriodsOf } from './pay-calendar';
export { settingOf } from './setting-of';

export const configurationRecords: RecordTypesSpec = {
  types: [payFrequencyRules],
  tables: [PayFrequency, Setting],
  foldedColumns: configurationFoldedColumns,
  // a setting is named by its part and type, which is no name of a field
  publishedBeside: { Lookup: ENTRY_FIELDS, Setting: [] },
};
