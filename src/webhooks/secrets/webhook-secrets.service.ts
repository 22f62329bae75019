import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SYSTEM_CALLER } from '../../core/callers';
import { audit } from '../../core/changes';
import { Vault } from '../../core/config';
import { Transactions, type Transaction } from '../../core/database';
import { SigningSecrets } from '../../deliveries';
import { WebhookState } from '../webhook.entity';
import { webhooks } from '../webhooks.records';
import { lockState } from '../lock-state';

const HOUR_MS = 3_600_000;
const SECRET_BYTES = 32;

/** What the secrets of a webhook are encrypted for. */
export const ownerOfSecret = (webhookID: number): string => `webhook/${webhookID}`;

/** The secrets of the webhooks, encrypted at rest. */
@Injectable()
export class WebhookSecrets extends SigningSecrets {
  constructor(
    private readonly transactions: Transactions,
    private readonly vault: Vault,
  ) {
    super();
  }

  async of(webhookID: number): Promise<readonly string[]> {
    const { state, now } = await this.transactions.read(SYSTEM_CALLER, async ({ em, now }) => ({
      state: await em.findOneBy(WebhookState, { webhookID }),
      now,
    }));
    if (!state) return [];
    const { secret, previousSecret, previousUntil } = state;
    const sealed = [secret, previousUntil && previousUntil > now ? previousSecret : null];
    return sealed.flatMap((each) => (each === null ? [] : (this.vault.find(each, ownerOfSecret(webhookID))?.secret ?? [])));
  }

  /** Makes the first secret of a webhook. @returns it, in the form of Standard Webhooks */
  async make({ em }: Transaction, webhookID: number): Promise<string> {
    const secret = newSecret();
    await em.update(WebhookState, { webhookID }, { secret: this.vault.seal(secret, ownerOfSecret(webhookID)) });
    return secret;
  }

  /** Replaces it: deliveries are signed by the old one as well, for so many hours. @returns the new one */
  async rotate(transaction: Transaction, webhookID: number, graceHours: number): Promise<string> {
    const { secret: previous } = await lockState(transaction, webhookID);
    const isKept = previous !== null && graceHours > 0;
    const secret = await this.make(transaction, webhookID);
    const previousUntil = isKept ? new Date(transaction.now.getTime() + graceHours * HOUR_MS) : null;
    await transaction.em.update(WebhookState, { webhookID }, { previousSecret: isKept ? previous : null, previousUntil });
    const fields = { previousSecretExpiresDate: [null, previousUntil] as const };
    await audit(transaction, { type: webhooks.name, recordID: webhookID, action: 'rotated', fields });
    return secret;
  }
}

const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
