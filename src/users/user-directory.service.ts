import { Injectable } from '@nestjs/common';
import { THE_SERVICE, UserDirectory } from '../callers';
import { Transactions } from '../database';
import { rows } from '../database/rows';
import { Conflict } from '../http';
import { sql } from '../query';
import { insertRecord, stampCreated } from '../records';
import { User } from './user.entity';
import { users } from './users.records';

/** A key acts as the user of its name. One that nobody has yet gets a user of its own, so that what it does is seen to be its doing. */
@Injectable()
export class KeyHolders extends UserDirectory {
  constructor(private readonly transactions: Transactions) {
    super();
  }

  async userFor(keyName: string): Promise<number> {
    try {
      return await this.foundOrMade(keyName);
    } catch (error) {
      // another process made the user at the same moment
      if (error instanceof Conflict) return this.foundOrMade(keyName);
      throw error;
    }
  }

  private foundOrMade(keyName: string): Promise<number> {
    return this.transactions.write(THE_SERVICE, async (unit) => {
      const [[id] = []] = await rows(unit.em, sql`SELECT id FROM user WHERE apiKeyName = ${keyName}`);
      if (id !== undefined) return id as number;
      const user = Object.assign(new User(), { name: keyName, apiKeyName: keyName, isActive: true, jobTitle: 'API key' });
      stampCreated(unit, users, user);
      return insertRecord(unit.em, users, user);
    });
  }
}
