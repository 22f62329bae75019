import { Logger } from '@nestjs/common';
import { errors, jwtVerify, type JWTHeaderParameters, type JWTPayload } from 'jose';
import type { Settings } from '../../config';
import type { Clock } from '../../time/clock';
import { Problem } from '../../problems/problem';
import type { Identity } from '../identity-directory';
import { InvalidToken } from './invalid-token';
import { ProviderKeys } from './provider-keys';

/** By how much the clocks of the provider and this machine may differ. */
const TOLERANCE_SECONDS = 30;
/** Tokens that are no access tokens, such as logout tokens, have a type of their own. */
const TYPES = ['jwt', 'at+jwt'];

/** Has a text the form of a JWT, be it a valid one or not? */
export const isToken = (text: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text);

/** Checks the access tokens (JWT) of an identity provider. */
export class AccessTokens {
  private readonly log = new Logger(AccessTokens.name);
  private readonly keys: ProviderKeys;

  /** @param settings those of a service with an identity provider */
  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {
    this.keys = new ProviderKeys(settings.oidcIssuer ?? '', settings.oidcJwksUri);
  }

  /** Whom a token stands for. @throws InvalidToken, Unavailable if the provider is needed and fails */
  async identityOf(token: string): Promise<Identity> {
    const { payload, protectedHeader } = await this.verify(token);
    checkType(protectedHeader);
    return this.identity(payload);
  }

  private async verify(token: string) {
    try {
      return await jwtVerify(token, this.keys.find, {
        issuer: this.settings.oidcIssuer,
        audience: this.settings.oidcAudience,
        algorithms: [...this.settings.oidcAlgorithms],
        requiredClaims: ['exp'],
        clockTolerance: TOLERANCE_SECONDS,
        currentDate: this.clock.now(),
      });
    } catch (error) {
      if (error instanceof Problem) throw error;
      if (!(error instanceof errors.JOSEError)) this.log.warn(`An access token cannot be checked: ${String(error)}`);
      throw new InvalidToken(reasonOf(error));
    }
  }

  private identity(payload: JWTPayload): Identity {
    const { oidcUserClaim: claim } = this.settings;
    const email = payload[claim];
    if (typeof email !== 'string' || email.trim() === '')
      throw new InvalidToken(`The access token has no claim ${claim}, which names its user. Request a scope that contains it.`);
    if (claim === 'email' && payload['email_verified'] === false)
      throw new InvalidToken('The identity provider has not verified the e-mail address of the access token.');
    const { name } = payload;
    return { email: email.trim(), name: typeof name === 'string' && name.trim() !== '' ? name.trim() : undefined };
  }
}

function checkType({ typ }: JWTHeaderParameters): void {
  if (typ === undefined) return;
  if (!TYPES.includes(typ.toLowerCase().replace(/^application\//, '')))
    throw new InvalidToken('The token is of another type than access tokens (typ must be JWT or at+jwt).');
}

const CLAIMS: Readonly<Record<string, string>> = {
  iss: 'The access token is from another issuer.',
  aud: 'The access token is for another audience.',
  nbf: 'The access token is not valid yet.',
  exp: 'The access token has no time at which it expires.',
};
const REASONS: Readonly<Record<string, string>> = {
  [errors.JWTExpired.code]: 'The access token has expired. Request a new one.',
  [errors.JOSEAlgNotAllowed.code]: 'The access token is signed with an algorithm that is not accepted.',
  [errors.JWKSNoMatchingKey.code]: 'The access token is signed with a key that the identity provider does not publish.',
  [errors.JWSSignatureVerificationFailed.code]: 'The signature of the access token is wrong.',
};

const reasonOf = (error: unknown): string =>
  (error instanceof errors.JWTClaimValidationFailed ? CLAIMS[error.claim] : error instanceof errors.JOSEError && REASONS[error.code]) ||
  'The access token is malformed, or not of a supported kind.';
