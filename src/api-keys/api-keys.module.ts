import { Global, Module } from '@nestjs/common';
import { KeyDirectory } from '../core/callers';
import { ApiKeyDirectory } from './api-key-directory.service';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeysService } from './api-keys.service';

@Global()
@Module({
  controllers: [ApiKeysController],
  providers: [ApiKeysService, { provide: KeyDirectory, useClass: ApiKeyDirectory }],
  exports: [KeyDirectory],
})
export class ApiKeysModule {}
