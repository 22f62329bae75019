import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import { isLoopback, SettingError, type Settings } from '../config';
import { Clock } from '../time/clock';
import { authentication } from './authentication';
import { IdentityDirectory } from './identity-directory';
import type { Caller } from './caller';
import { KeyDirectory } from './key-directory';
import { corsOf, LOCAL_CORS } from './cors';
import { localAuthentication } from './local-authentication';
import { AccessTokens } from './tokens/access-tokens';
import { UserDirectory } from './user-directory';

/**
 * In open mode requests need no API key, but must come from this machine. Decided once, at start: no keys are in API_KEYS,
 * there is no identity provider, and no keys have ever been in the database. Keys that have all expired or been revoked do not open a
 * service that was closed.
 * @throws SettingError if other machines could reach it
 */
export async function isOpen(app: NestExpressApplication, { apiKeys, oidcIssuer, host }: Settings): Promise<boolean> {
  if (apiKeys || oidcIssuer || (await app.get(KeyDirectory, { strict: false }).hasKeys())) return false;
  if (isLoopback(host)) return true;
  throw new SettingError(
    'HOST is reachable from other machines, so an API key is required: create one with `npm run keys -- create --name admin`, or set API_KEYS or OIDC_ISSUER. Or leave HOST at 127.0.0.1.',
  );
}

/**
 * The step that requires an API key or an access token; in open mode, looks at neither, and accepts requests from this machine only.
 * @throws SettingError if users cannot be created as the settings say
 */
export async function authenticating(app: NestExpressApplication, settings: Settings, open: boolean): Promise<RequestHandler> {
  if (open) return localAuthentication;
  return authentication({
    fixedKeys: settings.apiKeys ?? [],
    keys: app.get(KeyDirectory, { strict: false }),
    users: app.get(UserDirectory, { strict: false }),
    callerOfToken: settings.oidcIssuer === undefined ? undefined : await tokenCallers(app, settings),
  });
}

async function tokenCallers(app: NestExpressApplication, settings: Settings): Promise<(token: string) => Promise<Caller>> {
  const identities = app.get(IdentityDirectory, { strict: false });
  await identities.checkSettings();
  const tokens = new AccessTokens(settings, app.get(Clock, { strict: false }));
  return async (token) => identities.callerOf(await tokens.identityOf(token));
}

/**
 * Allows cross-origin requests: in open mode those of pages of this machine, otherwise of ALLOWED_ORIGINS. Must be installed
 * before anything that responds, since browsers send no key with a preflight.
 */
export function allowOrigins(app: NestExpressApplication, { allowedOrigins }: Settings, open: boolean): void {
  if (open) app.enableCors(LOCAL_CORS);
  else if (allowedOrigins) app.enableCors(corsOf(allowedOrigins));
}
