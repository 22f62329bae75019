import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Clock } from '../time/clock';
import { SecretKey, secretKey } from './secret-key';
import { Settings } from './settings';

/** Provides the settings, the clock and the secret key. */
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
      ],
      exports: [Settings, Clock, SecretKey],
    };
  }
}
