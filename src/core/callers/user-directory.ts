/** Maps API keys to users; implemented by src/users. */
export abstract class UserDirectory {
  /**
   * @returns the user's id
   * @throws Problem if the key belongs to no active user
   */
  abstract userFor(keyName: string): Promise<number>;
}
