import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { SYSTEM_CALLER } from '../callers';
import { SettingError, Settings, Vault } from '../config';
import { Transactions, type Transaction } from '../database';
import { execute, rows } from '../database/rows';
import { sql } from '../sql';

/** Keys encrypted anew in one transaction. */
const BATCH = 500;

/**
 * Stops the start if the secret key is not that of the audit: what is personal in it could not be read any more. After a change of the
 * secret key, encrypts the keys of the audit anew, once nothing has stopped the start.
 */
@Injectable()
export class KeysCheck implements OnModuleInit, OnApplicationBootstrap {
  private readonly log = new Logger(KeysCheck.name);

  constructor(
    private readonly transactions: Transactions,
    private readonly vault: Vault,
    private readonly settings: Settings,
  ) {}

  /** @throws SettingError */
  async onModuleInit(): Promise<void> {
    const known = await this.transactions.read(SYSTEM_CALLER, ({ em }) => rows(em, CHAIN_KEYS));
    const states = known.map(([name, sealed]) => this.vault.find(sealed as string, name as string)?.isPresent);
    if (states.includes(undefined)) await this.discard();
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.settings.secretKeyPrevious) return;
    await this.renewAll();
    // a process that still has the former secret key made keys until that of the chain, the last one by its name, was encrypted anew
    await this.renewAll();
  }

  private async discard(): Promise<void> {
    if (!this.settings.discardCredentials)
      throw new SettingError(
        'SECRET_KEY is not the key that encrypts the audit in the database. Set the right one; after a change of the key, set SECRET_KEY_PREVIOUS to the old one as well. If it is lost, set DISCARD_CREDENTIALS=true for one start: personal values in the audit cannot be read any more, and entries up to now not be verified.',
      );
    this.log.warn('The keys of the audit cannot be decrypted and have been discarded.');
    await this.transactions.write(SYSTEM_CALLER, async ({ em }) => {
      await execute(em, sql`UPDATE audit_key SET sealed = NULL WHERE name LIKE 'chain/%'`);
      await execute(em, sql`DELETE FROM audit_key WHERE sealed IS NOT NULL`);
    });
  }

  private async renewAll(): Promise<void> {
    let after: string | undefined = '';
    while (after !== undefined) after = await this.renewAfter(after);
  }

  private renewAfter(name: string): Promise<string | undefined> {
    return this.transactions.write(SYSTEM_CALLER, (transaction) => this.renew(transaction, name));
  }

  /** @returns the name of the last one; undefined if there are no more */
  private async renew({ em }: Transaction, after: string): Promise<string | undefined> {
    const found = await rows(
      em,
      sql`SELECT name, sealed FROM audit_key WHERE name > ${after} AND sealed IS NOT NULL ORDER BY name LIMIT ${BATCH}`,
    );
    for (const [name, sealed] of found as [string, string][]) {
      const opened = this.vault.find(sealed, name);
      // one that is destroyed meanwhile stays destroyed
      if (opened && !opened.isPresent)
        await execute(
          em,
          sql`UPDATE audit_key SET sealed = ${this.vault.seal(opened.secret, name)} WHERE name = ${name} AND sealed = ${sealed}`,
        );
    }
    return found.at(-1)?.[0] as string | undefined;
  }
}

const CHAIN_KEYS = sql`SELECT name, sealed FROM audit_key WHERE name LIKE 'chain/%' AND sealed IS NOT NULL`;
