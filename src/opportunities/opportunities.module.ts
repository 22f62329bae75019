import { Module } from '@nestjs/common';
import { bulkControllers } from '../core/bulk';
import { OpportunitiesController } from './opportunities.controller';

@Module({ controllers: [OpportunitiesController, ...bulkControllers(OpportunitiesController)] })
export class OpportunitiesModule {}
