import { Module } from '@nestjs/common';
import { bulkControllers } from '../core/bulk';
import { ListsController } from './lists.controller';
import { ListsService } from './lists.service';

@Module({ controllers: [ListsController, ...bulkControllers(ListsController)], providers: [ListsService] })
export class ListsModule {}
