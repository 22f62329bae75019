import { Module } from '@nestjs/common';
import { DemoData } from './demo-data';

@Module({ providers: [DemoData], exports: [DemoData] })
export class DemoModule {}
