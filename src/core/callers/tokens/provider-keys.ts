import { Logger } from '@nestjs/common';
import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { Unavailable } from '../../problems/problem';
import { providerAddress } from '../../config/oidc-parsers';

const TIMEOUT_MS = 5_000;
/** After how long keys are read again, so that those withdrawn are not accepted for good. */
const MAX_AGE_MS = 600_000;
/** How often tokens with an unknown key can make us read the keys: anybody can send such tokens. */
const COOLDOWN_MS = 10_000;
/** For how long a provider that failed is left alone. */
const RETRY_MS = 5_000;

type RemoteKeys = ReturnType<typeof createRemoteJWKSet>;

/** The keys that an identity provider signs with. They are kept, so that tokens can be checked while the provider is down. */
export class ProviderKeys {
  private readonly log = new Logger(ProviderKeys.name);
  private remote?: RemoteKeys;
  private discovery?: Promise<RemoteKeys>;
  private retryAt = 0;

  /** @param jwksUri where they are; undefined: where its discovery document says */
  constructor(
    private readonly issuer: string,
    private readonly jwksUri: string | undefined,
  ) {}

  /** @throws Unavailable if the key is not known and the provider fails, JWKSNoMatchingKey if the provider has no such key */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    if (Date.now() >= this.retryAt) {
      try {
        const remote = (this.remote ??= await this.connect());
        return await remote(header, token);
      } catch (error) {
        if (isAboutToken(error)) throw error;
        this.noteFailure(error);
      }
    }
    return this.findKept(header, token);
  };

  private readonly findKept: JWTVerifyGetKey = async (header, token) => {
    const kept = this.remote?.jwks();
    try {
      if (kept) return await createLocalJWKSet(kept)(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSMultipleMatchingKeys) throw error;
    }
    throw new Unavailable(
      'The identity provider cannot be reached, so the access token cannot be checked. Try again later.',
      RETRY_MS / 1000,
    );
  };

  private noteFailure(error: unknown): void {
    this.retryAt = Date.now() + RETRY_MS;
    this.log.warn(`The keys of the identity provider ${this.issuer} could not be read: ${reasonOf(error)}`);
  }

  /** Requests that arrive together wait for the same discovery. */
  private connect(): Promise<RemoteKeys> {
    this.discovery ??= this.discover().finally(() => (this.discovery = undefined));
    return this.discovery;
  }

  private async discover(): Promise<RemoteKeys> {
    const uri = this.jwksUri ?? (await discoveredUri(this.issuer));
    return createRemoteJWKSet(new URL(uri), {
      timeoutDuration: TIMEOUT_MS,
      cooldownDuration: COOLDOWN_MS,
      cacheMaxAge: MAX_AGE_MS,
    });
  }
}

async function discoveredUri(issuer: string): Promise<string> {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`its discovery document is answered with ${response.status}`);
  const { issuer: named, jwks_uri: uri } = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown };
  if (named !== issuer) throw new Error(`its discovery document is that of ${String(named)}`);
  if (typeof uri !== 'string') throw new Error('its discovery document names no jwks_uri');
  return providerAddress(uri);
}

/** Errors that the keys were read for a token that names none of them, or names them badly. */
const isAboutToken = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys || error instanceof errors.JOSENotSupported;

/** The cause says more than the "fetch failed" of Node. */
const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message || (cause as NodeJS.ErrnoException).code})` : message;
};
