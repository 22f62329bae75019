import type { Caller } from './caller';

/** Whom an access token stands for, as its identity provider says. */
export interface Identity {
  readonly email: string;
  readonly name?: string;
}

/** The users of an identity provider; implemented by src/users. */
export abstract class IdentityDirectory {
  /** @throws SettingError if users cannot be created as the settings say */
  abstract checkSettings(): Promise<void>;

  /**
   * The caller that an identity is at this moment.
   * @throws Forbidden if it is no active user
   */
  abstract callerOf(identity: Identity): Promise<Caller>;
}
