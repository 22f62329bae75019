import { Global, Module } from '@nestjs/common';
import { UserDirectory } from '../callers';
import { KeyHolders } from './user-directory.service';
import { UsersController } from './users.controller';

@Global()
@Module({ controllers: [UsersController], providers: [{ provide: UserDirectory, useClass: KeyHolders }], exports: [UserDirectory] })
export class UsersModule {}
