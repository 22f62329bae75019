import { Global, Module } from '@nestjs/common';
import { Bulk } from './bulk.service';
import { ImportRetention } from './retention';

/** Export and import, for the controllers of all record types. */
@Global()
@Module({ providers: [Bulk, ImportRetention], exports: [Bulk] })
export class BulkModule {}
