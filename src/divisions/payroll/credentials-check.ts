import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { SYSTEM_CALLER } from '../../core/callers';
import { audit } from '../../core/changes';
import { SettingError, Settings, Vault } from '../../core/config';
import { Transactions, type Transaction } from '../../core/database';
import { PayrollIntegration } from '../division.entity';
import { CREDENTIALS, ownerOf, PLACEHOLDERS, type CredentialName } from './credential';

/**
 * Stops the start if the secret key is not that of the stored credentials: with another one, credentials of two keys would mix. Those
 * sealed with the previous key are sealed again with the present one, once nothing has stopped the start.
 */
@Injectable()
export class CredentialsCheck implements OnModuleInit, OnApplicationBootstrap {
  private readonly log = new Logger(CredentialsCheck.name);

  constructor(
    private readonly transactions: Transactions,
    private readonly vault: Vault,
    private readonly settings: Settings,
  ) {}

  /** @throws SettingError */
  async onModuleInit(): Promise<void> {
    const stored = await this.transactions.read(SYSTEM_CALLER, ({ em }) => em.find(PayrollIntegration));
    for (const integration of stored)
      for (const name of CREDENTIALS) this.renewed(integration[name], ownerOf(integration.divisionID, name));
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.transactions.write(SYSTEM_CALLER, (transaction) => this.renewAll(transaction));
  }

  private async renewAll(transaction: Transaction): Promise<void> {
    const { em } = transaction;
    for (const stored of await em.find(PayrollIntegration)) {
      const changed: Partial<Record<CredentialName, string | null>> = {};
      for (const name of CREDENTIALS) {
        const renewed = this.renewed(stored[name], ownerOf(stored.divisionID, name));
        if (renewed !== stored[name]) changed[name] = renewed;
      }
      if (Object.keys(changed).length > 0) await em.update(PayrollIntegration, { divisionID: stored.divisionID }, changed);
      const discarded = CREDENTIALS.filter((name) => changed[name] === null);
      for (const name of discarded)
        this.log.warn(`The credential ${ownerOf(stored.divisionID, name)} cannot be decrypted and has been discarded.`);
      if (discarded.length > 0) await note(transaction, stored.divisionID, discarded);
    }
  }

  /** @returns the credential under the present key; null if it is lost and may be discarded */
  private renewed(sealed: string | null, belongsTo: string): string | null {
    if (sealed === null) return null;
    const found = this.vault.find(sealed, belongsTo);
    if (found) return found.isPresent ? sealed : this.vault.seal(found.secret, belongsTo);
    if (!this.settings.discardCredentials)
      throw new SettingError(
        'SECRET_KEY is not the key that encrypts the credentials in the database. Set the right one; after a change of the key, set SECRET_KEY_PREVIOUS to the old one as well. If it is lost, set DISCARD_CREDENTIALS=true for one start and enter the credentials again.',
      );
    return null;
  }
}

const note = (transaction: Transaction, divisionID: number, discarded: readonly CredentialName[]): Promise<void> =>
  audit(transaction, {
    type: 'PayrollIntegration',
    recordID: divisionID,
    action: 'updated',
    fields: Object.fromEntries(discarded.map((name) => [name, [PLACEHOLDERS[name], '']])),
  });
