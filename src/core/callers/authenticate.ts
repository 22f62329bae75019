import type { NestExpressApplication } from '@nestjs/platform-express';
import { isLoopback, SettingError, type Settings } from '../config';
import { apiKeyAuthentication } from './api-key-authentication';
import { KeyDirectory } from './key-directory';
import { corsOf, LOCAL_CORS } from './cors';
import { localAuthentication } from './local-authentication';
import { UserDirectory } from './user-directory';

/**
 * In open mode requests need no API key, but must come from this machine. Decided once, at start: no keys are in API_KEYS,
 * and none have ever been in the database. Keys that have all expired or been revoked do not open a service that was closed.
 * @throws SettingError if other machines could reach it
 */
export async function isOpen(app: NestExpressApplication, { apiKeys, host }: Settings): Promise<boolean> {
  if (apiKeys || (await app.get(KeyDirectory, { strict: false }).hasKeys())) return false;
  if (isLoopback(host)) return true;
  throw new SettingError(
    'HOST is reachable from other machines, so an API key is required: create one with `npm run keys -- create --name admin`, or set API_KEYS. Or leave HOST at 127.0.0.1.',
  );
}

/** Requires an API key; in open mode, looks at none, and accepts requests from this machine only. */
export function authenticate(app: NestExpressApplication, { apiKeys = [] }: Settings, open: boolean): void {
  if (open) app.use(localAuthentication);
  else app.use(apiKeyAuthentication(apiKeys, app.get(UserDirectory, { strict: false }), app.get(KeyDirectory, { strict: false })));
}

/**
 * Allows cross-origin requests: in open mode those of pages of this machine, otherwise of ALLOWED_ORIGINS. Must be installed
 * before anything that responds, since browsers send no key with a preflight.
 */
export function allowOrigins(app: NestExpressApplication, { allowedOrigins }: Settings, open: boolean): void {
  if (open) app.enableCors(LOCAL_CORS);
  else if (allowedOrigins) app.enableCors(corsOf(allowedOrigins));
}
