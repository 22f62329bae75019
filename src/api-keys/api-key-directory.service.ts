import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { divisionsOfText, InvalidToken, KeyDirectory, SYSTEM_CALLER, type Caller, type Divisions, type Rights } from '../core/callers';
import { Transactions, type View } from '../core/database';
import { execute, numberOf, rows } from '../core/database/rows';
import { Forbidden } from '../core/problems';
import { isoOf, sharedRead } from '../core/records';
import { Sql, sql, sqlMoment, values } from '../core/sql';
import { joinUser } from '../users';
import { isLive, type ApiKey } from './api-key.entity';
import { joinRoles, RIGHTS, rightsOf } from './rights';

/** Storing every use would make a write of every read. */
const USE_STORED_EVERY_MS = 60_000;

interface FoundKey extends Pick<ApiKey, 'id' | 'name' | 'userID' | 'prefix' | 'expiresDate' | 'lastUsedDate' | 'revokedDate'> {
  readonly isUserActive: boolean;
  readonly divisions: Divisions;
  readonly rights: Rights;
}

/**
 * Reads keys from the database at each request, so that whatever changes about a key or its user counts from the next request on, in every
 * process. Requests that arrive together share the statement.
 */
@Injectable()
export class ApiKeyDirectory extends KeyDirectory implements BeforeApplicationShutdown {
  private readonly log = new Logger(ApiKeyDirectory.name);
  /** The keys whose use is being stored. */
  private readonly storing = new Map<number, Promise<void>>();

  constructor(private readonly transactions: Transactions) {
    super();
  }

  hasKeys(): Promise<boolean> {
    return this.transactions.read(SYSTEM_CALLER, async ({ em }) => (await numberOf(em, sql`SELECT EXISTS (SELECT 1 FROM api_key)`)) === 1);
  }

  async callerOf(sha256: Buffer): Promise<Caller> {
    const { key, now } = await this.transactions.read(SYSTEM_CALLER, async (view) => ({
      key: await sharedRead(view, 'ApiKey', sha256.toString('hex'), readKeys),
      now: view.now,
    }));
    if (!key) throw new InvalidToken('The API key is unknown.');
    if (!isLive(key, now)) throw new InvalidToken(`The API key ${key.prefix}… ${endOf(key)}. Ask an administrator for a new one.`);
    if (!key.isUserActive) throw new Forbidden(`The user ${key.userID} of the key ${key.name} is no longer active.`);
    this.noteUse(key, now);
    const { id, name, userID, prefix, divisions, rights } = key;
    return { userID, name, authentication: 'apiKey', key: { id, prefix }, scope: { divisions }, ...rights };
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.storing.values());
  }

  /** Without waiting: a request must not fail, or take longer, because of it. */
  private noteUse({ id, lastUsedDate }: FoundKey, now: Date): void {
    const before = new Date(now.getTime() - USE_STORED_EVERY_MS);
    if (this.storing.has(id) || (lastUsedDate && lastUsedDate > before)) return;
    const stored = this.transactions
      .write(SYSTEM_CALLER, async ({ em }) => void (await execute(em, useOf(id, now, before))))
      .catch((error: unknown) => this.log.error(error))
      .finally(() => this.storing.delete(id));
    this.storing.set(id, stored);
  }
}

/** Another process may have stored its use meanwhile. */
const useOf = (id: number, now: Date, before: Date): Sql =>
  sql`UPDATE api_key SET lastUsedDate = ${sqlMoment(now)} WHERE id = ${id} AND (lastUsedDate IS NULL OR lastUsedDate <= ${sqlMoment(before)})`;

/** By their hashes. */
async function readKeys({ em }: View, hashes: readonly string[]): Promise<Map<string, FoundKey>> {
  const found = await rows(
    em,
    sql`SELECT k.sha256, k.id, k.name, k.userID, k.prefix, k.expiresDate, k.lastUsedDate, k.revokedDate, u.isActive, u.deleted, u.divisionText, k.roleID, ${RIGHTS}
      FROM api_key k ${joinUser('u', 'k.userID')} ${joinRoles('u.roleID', 'k.roleID')} WHERE k.sha256 IN (${values(hashes)})`,
  );
  return new Map(found.map(([hash, ...cells]) => [hash as string, keyOf(cells)]));
}

const keyOf = ([
  id,
  name,
  userID,
  prefix,
  expires,
  lastUsed,
  revoked,
  isActive,
  deleted,
  divisionText,
  roleID,
  ...roles
]: unknown[]): FoundKey => ({
  id: id as number,
  name: name as string,
  userID: userID as number,
  prefix: prefix as string,
  expiresDate: momentOf(expires),
  lastUsedDate: momentOf(lastUsed),
  revokedDate: momentOf(revoked),
  isUserActive: Boolean(isActive) && !deleted,
  divisions: divisionsOfText(divisionText as string | null),
  rights: rightsOf(roles, roleID !== null),
});

const momentOf = (cell: unknown): Date | null => (cell === null ? null : new Date(isoOf(cell as string)));
const endOf = ({ revokedDate }: FoundKey): string => (revokedDate ? 'has been revoked' : 'has expired');
