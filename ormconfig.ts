import { loadEnvironmentFile, readSettings } from './src/config';
import { storeAt } from './src/database/data-source';
import { entities } from './src/entities';

loadEnvironmentFile();

/** The one DataSource, for the command line of TypeORM. The service and the tests make theirs by the same function. */
export default storeAt(readSettings().database, entities);
