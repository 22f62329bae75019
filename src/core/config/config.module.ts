import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Clock } from '../time/clock';
import { SecretKey, secretKey } from './secret-key';
import { Settings } from './settings';
import { Vault } from './vault';

/** Provides the settings, the clock, the secret key and what it encrypts with. */
@Global()
@Module({})
export class ConfigModule {
  /** @throws SettingError if there is no secret key and none can be created */
  static with(settings: Settings): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: Settings, useValue: settings },
        { provide: Clock, useFactory: () => new Clock(settings.clockStart) },
        { provide: SecretKey, useValue: secretKey(settings) },
        Vault,
      ],
      exports: [Settings, Clock, SecretKey, Vault],
    };
  }
}
