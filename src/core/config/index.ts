export { ConfigModule } from './config.module';
export type { ApiKey } from './parsers';
export type { DatabaseAddress, DatabaseServer, EmbeddedDatabase } from './database-address';
export { isLocalHost, isLocalOrigin, isLoopback } from './loopback';
export { SecretKey } from './secret-key';
export { SettingError } from './setting';
export { loadEnvironmentFile, readSettings, Settings, settingsTable } from './settings';
