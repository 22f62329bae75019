export type { ConfigurationPart } from './setting-rules';
export * from './configuration.entity';
export { ConfigurationModule } from './configuration.module';
export { configurationFoldedColumns, payFrequencies } from './configuration.records';
export { isPayFrequencyDisabled } from './disabled-pay-frequency';
export { settingOf } from './setting-of';
export { configurationTypes } from './record-types';
