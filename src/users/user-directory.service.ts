import { Injectable } from '@nestjs/common';
import { SYSTEM_CALLER, UserDirectory } from '../core/callers';
import { Transactions, type View } from '../core/database';
import { rows } from '../core/database/rows';
import { Conflict, Forbidden } from '../core/problems';
import { sql } from '../core/sql';
import { ADMINISTRATOR_ROLE } from '../core/terms/role-scopes';
import { add, blankRecord } from '../core/records';
import type { User } from './user.entity';
import { canAuthenticate } from './user.rules';
import { users } from './users.records';

/** A key acts as the user of its name. If there is none, it is created, so that every change has an author. */
@Injectable()
export class ApiKeyUserDirectory extends UserDirectory {
  constructor(private readonly transactions: Transactions) {
    super();
  }

  /** @throws Forbidden when the user is no longer active */
  async userFor(keyName: string): Promise<number> {
    const { id, ...user } =
      (await this.transactions.read(SYSTEM_CALLER, (view) => userOfKey(view, keyName))) ?? (await this.createUser(keyName));
    if (!canAuthenticate(user)) throw new Forbidden(`The user ${id} of the key ${keyName} is no longer active.`);
    return id;
  }

  private async createUser(keyName: string): Promise<KeyUser> {
    try {
      return await this.findOrCreate(keyName);
    } catch (error) {
      // another process made the user at the same moment
      if (error instanceof Conflict) return this.findOrCreate(keyName);
      throw error;
    }
  }

  private findOrCreate(keyName: string): Promise<KeyUser> {
    return this.transactions.write(SYSTEM_CALLER, async (transaction) => {
      const known = await userOfKey(transaction, keyName);
      if (known) return known;
      const user = Object.assign(blankRecord(users), {
        name: keyName,
        apiKeyName: keyName,
        isActive: true,
        jobTitle: 'API key',
        roleID: ADMINISTRATOR_ROLE,
      });
      return { id: await add(transaction, users, user), isActive: true, deleted: false };
    });
  }
}

type KeyUser = Pick<User, 'id' | 'isActive' | 'deleted'>;

async function userOfKey({ em }: View, keyName: string): Promise<KeyUser | undefined> {
  const [found] = await rows(em, sql`SELECT id, isActive, deleted FROM user WHERE apiKeyName = ${keyName}`);
  return found && { id: found[0] as number, isActive: Boolean(found[1]), deleted: Boolean(found[2]) };
}
