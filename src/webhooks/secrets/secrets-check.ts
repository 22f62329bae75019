import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { SYSTEM_CALLER } from '../../core/callers';
import { SettingError, Settings, Vault } from '../../core/config';
import { Transactions, type Transaction } from '../../core/database';
import { pauseWebhook } from '../pause-webhook';
import { WebhookState } from '../webhook.entity';
import { ownerOfSecret } from './webhook-secrets.service';

/**
 * Stops the start if the secret key is not that of the secrets of the webhooks. Those of the previous key are sealed again once nothing has
 * stopped the start: one that fails must not leave values of two keys.
 */
@Injectable()
export class SecretsCheck implements OnModuleInit, OnApplicationBootstrap {
  private readonly log = new Logger(SecretsCheck.name);

  constructor(
    private readonly transactions: Transactions,
    private readonly vault: Vault,
    private readonly settings: Settings,
  ) {}

  /** @throws SettingError */
  async onModuleInit(): Promise<void> {
    const states = await this.transactions.read(SYSTEM_CALLER, ({ em }) => em.find(WebhookState));
    for (const { webhookID, secret, previousSecret } of states)
      for (const sealed of [secret, previousSecret]) this.renewed(sealed, webhookID);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.transactions.write(SYSTEM_CALLER, async (transaction) => {
      for (const state of await transaction.em.find(WebhookState)) await this.renew(transaction, state);
    });
  }

  private async renew(transaction: Transaction, state: WebhookState): Promise<void> {
    const { webhookID } = state;
    const secret = this.renewed(state.secret, webhookID);
    const previousSecret = this.renewed(state.previousSecret, webhookID);
    if (secret === state.secret && previousSecret === state.previousSecret) return;
    await transaction.em.update(WebhookState, { webhookID }, { secret, previousSecret });
    if ((secret === null && state.secret !== null) || (previousSecret === null && state.previousSecret !== null))
      this.log.warn(`A secret of webhook ${webhookID} cannot be decrypted and has been discarded.`);
    if (secret === null && state.secret !== null)
      await pauseWebhook(
        transaction,
        webhookID,
        'its secret has been lost with the key of the service; rotate it, then resume the webhook',
      );
  }

  /** @returns the secret under the present key; null if it is lost and may be discarded */
  private renewed(sealed: string | null, webhookID: number): string | null {
    if (sealed === null) return null;
    const found = this.vault.find(sealed, ownerOfSecret(webhookID));
    if (found) return found.isPresent ? sealed : this.vault.seal(found.secret, ownerOfSecret(webhookID));
    if (!this.settings.discardCredentials)
      throw new SettingError(
        'SECRET_KEY is not the key that encrypts the secrets of the webhooks in the database. Set the right one; after a change of the key, set SECRET_KEY_PREVIOUS to the old one as well. If it is lost, set DISCARD_CREDENTIALS=true for one start and rotate the secrets.',
      );
    return null;
  }
}
