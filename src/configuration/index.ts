import './pay-frequency.rules';

export type { Part } from './acted-on';
export * from './configuration.entity';
export { ConfigurationModule } from './configuration.module';
export { payFrequencies } from './configuration.records';
export { settingOf } from './setting-of';
