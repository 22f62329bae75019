import { Module } from '@nestjs/common';
import { bulkControllers } from '../core/bulk';
import { ActivitiesModule } from '../activities';
import { clientsBulk } from './clients-bulk';
import { ClientsController } from './clients.controller';
import { InactiveClients } from './inactive-clients';
import { SitesController } from './sites.controller';

@Module({
  imports: [ActivitiesModule],
  controllers: [ClientsController, ...clientsBulk, SitesController, ...bulkControllers(SitesController)],
  providers: [InactiveClients],
})
export class ClientsModule {}
