export { ExportQuery, ImportQuery } from './bulk.dto';
export { BulkModule } from './bulk.module';
export { Bulk } from './bulk.service';
export type { BulkType } from './columns';
export type { TagInList, TagsOfRecords } from './tags';
export { importedRowsAboutPersons } from './personal-data';
export { ImportRow } from './import-row.entity';
export { BYTE_ORDER_MARK, csvOf, rowOf } from './csv';
export { ExportRoute, ImportRoute } from './routes';
