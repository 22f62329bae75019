export * from './configuration.entity';
export { ConfigurationModule } from './configuration.module';
export { payFrequencies } from './configuration.records';
