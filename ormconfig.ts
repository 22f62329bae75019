import type { DataSource } from 'typeorm';
import { loadEnvironmentFile, readSettings } from './src/core/config';

/** The one DataSource, for the command line of TypeORM. The service and the tests make theirs by the same function. */
async function dataSource(): Promise<DataSource> {
  loadEnvironmentFile();
  const settings = readSettings();
  // entities read the kind of database while they are loaded, so the environment must be complete by then
  const { dataSourceFor } = await import('./src/core/database/data-source.js');
  const { recordTypes, schemaOf } = await import('./src/record-types.js');
  return dataSourceFor(settings.database, schemaOf(recordTypes(settings)));
}

export default dataSource();
