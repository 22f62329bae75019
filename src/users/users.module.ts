import { Global, Module } from '@nestjs/common';
import { UserDirectory } from '../core/callers';
import { RolesController } from './roles/roles.controller';
import { ApiKeyUserDirectory } from './user-directory.service';
import { UsersController } from './users.controller';

@Global()
@Module({
  controllers: [UsersController, RolesController],
  providers: [{ provide: UserDirectory, useClass: ApiKeyUserDirectory }],
  exports: [UserDirectory],
})
export class UsersModule {}
