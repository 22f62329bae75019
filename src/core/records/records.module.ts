import { Global, Module } from '@nestjs/common';
import { Recomputation } from './figures/recomputation.service';
import { Records } from './records.service';

/** The common verbs, for the controllers of every area. */
@Global()
@Module({ providers: [Records, Recomputation], exports: [Records, Recomputation] })
export class RecordsModule {}
