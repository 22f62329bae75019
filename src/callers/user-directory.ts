/** Knows to which user a key belongs; the users' area does. */
export abstract class UserDirectory {
  /**
   * @returns the user's id
   * @throws Problem when the key belongs to nobody who may work
   */
  abstract userFor(keyName: string): Promise<number>;
}
