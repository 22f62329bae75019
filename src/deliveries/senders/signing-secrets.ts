/** The secrets by which what goes to the webhooks that subscribe to changes is signed; the area of the webhooks has them. */
export abstract class SigningSecrets {
  /** All that are valid now: receivers accept a signature by any of them. */
  abstract of(webhookID: number): Promise<readonly string[]>;
}
