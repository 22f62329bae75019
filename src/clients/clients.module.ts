import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities';
import { ClientsBulkController } from './clients-bulk.controller';
import { ClientsController } from './clients.controller';
import { InactiveClients } from './inactive-clients';
import { SitesController } from './sites.controller';

@Module({
  imports: [ActivitiesModule],
  controllers: [ClientsController, ClientsBulkController, SitesController],
  providers: [InactiveClients],
})
export class ClientsModule {}
