import { Global, Module } from '@nestjs/common';
import { UserDirectory } from '../callers';
import { KeyHolders } from './user-directory.service';

@Global()
@Module({ providers: [{ provide: UserDirectory, useClass: KeyHolders }], exports: [UserDirectory] })
export class UsersModule {}
