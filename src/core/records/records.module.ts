import { Global, Module } from '@nestjs/common';
import { Records } from './records.service';

/** The common verbs, for the controllers of every area. */
@Global()
@Module({ providers: [Records], exports: [Records] })
export class RecordsModule {}
