import { loadEnvironmentFile, readSettings } from './src/core/config';
import { dataSourceFor } from './src/core/database/data-source';
import { recordTypes, schemaOf } from './src/record-types';

loadEnvironmentFile();

/** The one DataSource, for the command line of TypeORM. The service and the tests make theirs by the same function. */
const settings = readSettings();
export default dataSourceFor(settings.database, schemaOf(recordTypes(settings)));
