import { Module } from '@nestjs/common';
import { DemoFiles } from './demo-files';
import { DemoData } from './demo-data';

@Module({ providers: [DemoData, DemoFiles], exports: [DemoData] })
export class DemoModule {}
