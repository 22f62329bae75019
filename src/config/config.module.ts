import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Clock } from '../time/clock';
import { SecretKey, secretKey } from './secret-key';
import { Settings } from './settings';

/** Settings, the clock and the secret key, for everyone who asks for them. */
@Global()
@Module({})
export class ConfigModule {
  /** @throws SettingError when the secret key is not to be had */
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
