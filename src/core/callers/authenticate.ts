import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Settings } from '../config';
import { apiKeyAuthentication } from './api-key-authentication';
import { LOCAL_CORS, localAuthentication } from './local-authentication';
import { UserDirectory } from './user-directory';

/** With API keys configured, requires one; without, accepts requests from this machine only. */
export function authenticate(app: NestExpressApplication, { apiKeys }: Settings): void {
  if (apiKeys) app.use(apiKeyAuthentication(apiKeys, app.get(UserDirectory, { strict: false })));
  else app.use(localAuthentication);
}

/**
 * Allows cross-origin requests only without API keys, and only from pages of this machine. Must be installed before
 * anything that responds.
 */
export function allowOrigins(app: NestExpressApplication, { apiKeys }: Settings): void {
  if (!apiKeys) app.enableCors(LOCAL_CORS);
}
