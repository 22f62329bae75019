import { Global, Module } from '@nestjs/common';
import { Batches } from './batch/batches.service';
import { Bulk } from './bulk.service';
import { ImportRetention } from './retention';

/** Export, import and batches, for the controllers of all record types. */
@Global()
@Module({ providers: [Bulk, Batches, ImportRetention], exports: [Bulk, Batches] })
export class BulkModule {}
