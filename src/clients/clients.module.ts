import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities';
import { ClientsController } from './clients.controller';
import { InactiveClients } from './inactive-clients';
import { SitesController } from './sites.controller';

@Module({ imports: [ActivitiesModule], controllers: [ClientsController, SitesController], providers: [InactiveClients] })
export class ClientsModule {}
