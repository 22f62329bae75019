import type { Caller } from './caller';

/** The API keys in the database; implemented by src/api-keys. */
export abstract class KeyDirectory {
  /** Whether there is any, be it revoked or expired. */
  abstract hasKeys(): Promise<boolean>;

  /**
   * The caller whom a key stands for at this moment.
   * @param sha256 of the key
   * @throws Unauthenticated if no live key has this hash, Forbidden if its user is no longer active
   */
  abstract callerOf(sha256: Buffer): Promise<Caller>;
}
