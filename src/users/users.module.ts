import { Global, Module } from '@nestjs/common';
import { bulkControllers } from '../core/bulk';
import { IdentityDirectory, UserDirectory } from '../core/callers';
import { UserIdentityDirectory } from './identity-directory.service';
import { RolesController } from './roles/roles.controller';
import { ApiKeyUserDirectory } from './user-directory.service';
import { UsersController } from './users.controller';

@Global()
@Module({
  controllers: [UsersController, ...bulkControllers(UsersController), RolesController, ...bulkControllers(RolesController)],
  providers: [
    { provide: UserDirectory, useClass: ApiKeyUserDirectory },
    { provide: IdentityDirectory, useClass: UserIdentityDirectory },
  ],
  exports: [UserDirectory, IdentityDirectory],
})
export class UsersModule {}
