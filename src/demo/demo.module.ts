import { Module } from '@nestjs/common';
import { Demonstration } from './demonstration';

@Module({ providers: [Demonstration], exports: [Demonstration] })
export class DemoModule {}
