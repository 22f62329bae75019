export { BulkModule } from './bulk.module';
export { bulkControllers } from './bulk-controllers';
export type { TagInList, TagsOfRecords } from './tags';
export { importedRowsAboutPersons } from './personal-data';
export { ImportRow } from './import-row.entity';
export { BYTE_ORDER_MARK, csvOf, rowOf } from './csv';
export { formatWanted } from './formats';
