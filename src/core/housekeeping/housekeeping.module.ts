import { Global, Module } from '@nestjs/common';
import { Housekeeping } from './housekeeping.service';

@Global()
@Module({ providers: [Housekeeping], exports: [Housekeeping] })
export class HousekeepingModule {}
