import { Injectable } from '@nestjs/common';
import { THE_SERVICE, UserDirectory } from '../callers';
import { Transactions, type View } from '../database';
import { rows } from '../database/rows';
import { Conflict, Forbidden } from '../http';
import { sql } from '../query';
import { add, blank } from '../records';
import type { User } from './user.entity';
import { mayWork } from './user.rules';
import { users } from './users.records';

/** A key acts as the user of its name. One that nobody has yet gets a user of its own, so that what it does is seen to be its doing. */
@Injectable()
export class KeyHolders extends UserDirectory {
  constructor(private readonly transactions: Transactions) {
    super();
  }

  /** @throws Forbidden when the user is no longer active */
  async userFor(keyName: string): Promise<number> {
    const { id, ...user } = (await this.transactions.read(THE_SERVICE, (view) => holderOf(view, keyName))) ?? (await this.made(keyName));
    if (!mayWork(user)) throw new Forbidden(`The user ${id} of the key ${keyName} is no longer active.`);
    return id;
  }

  private async made(keyName: string): Promise<Holder> {
    try {
      return await this.foundOrMade(keyName);
    } catch (error) {
      // another process made the user at the same moment
      if (error instanceof Conflict) return this.foundOrMade(keyName);
      throw error;
    }
  }

  private foundOrMade(keyName: string): Promise<Holder> {
    return this.transactions.write(THE_SERVICE, async (unit) => {
      const known = await holderOf(unit, keyName);
      if (known) return known;
      const user = Object.assign(blank(users), { name: keyName, apiKeyName: keyName, isActive: true, jobTitle: 'API key' });
      return { id: await add(unit, users, user), isActive: true, deleted: false };
    });
  }
}

type Holder = Pick<User, 'id' | 'isActive' | 'deleted'>;

async function holderOf({ em }: View, keyName: string): Promise<Holder | undefined> {
  const [found] = await rows(em, sql`SELECT id, isActive, deleted FROM user WHERE apiKeyName = ${keyName}`);
  return found && { id: found[0] as number, isActive: Boolean(found[1]), deleted: Boolean(found[2]) };
}
