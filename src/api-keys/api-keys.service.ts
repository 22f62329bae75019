import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { requireDivisions, requireScopes, type Caller } from '../core/callers';
import { audit, type FieldChanges } from '../core/changes';
import { beyond, countEntities, Transactions, type Transaction } from '../core/database';
import { execute } from '../core/database/rows';
import { countLimitOf, Created, directionOf, Page, slicePage } from '../core/http';
import { Conflict, InvalidRequest, NotFound } from '../core/problems';
import { sql } from '../core/sql';
import { parseMoment } from '../core/time/moments';
import { accessOfUser, addressesOfUsers, scopesOfRoles } from '../users';
import {
  apiKeyResponse,
  graceHoursOf,
  type ApiKeyCreateDto,
  type ApiKeyDto,
  type ApiKeyListQuery,
  type ApiKeyRotateDto,
  type ApiKeyWithSecretDto,
} from './api-key.dto';
import { ApiKey, isLive } from './api-key.entity';
import { rightsOfKey } from './rights';
import { newSecret } from './secret';

const HOUR_MS = 3_600_000;
const PATH = '/api/ApiKeys';

/** Makes, replaces and revokes API keys. A key is in the response that makes it and nowhere else. */
@Injectable()
export class ApiKeysService {
  constructor(private readonly transactions: Transactions) {}

  /** By their ids if no other order is requested, revoked and expired ones included. */
  list(caller: Caller, page: ApiKeyListQuery): Promise<Page<ApiKeyDto>> {
    const { order, start, criteria } = directionOf(page, PATH, 'ASC');
    return this.transactions.read(caller, async ({ em, now }) => {
      const where = start === undefined ? {} : { id: beyond(start, order) };
      const found = await em.find(ApiKey, { where, order: { id: order }, take: page.limit + 1 });
      const { shown, cursor } = slicePage(found, page.limit, criteria, ({ id }) => [id]);
      const total = start === undefined ? await countEntities(em, ApiKey, {}, countLimitOf(page)) : undefined;
      return new Page(
        shown.map((key) => apiKeyResponse(key, isLive(key, now))),
        { cursor, total },
      );
    });
  }

  /** @throws NotFound */
  find(caller: Caller, id: number): Promise<ApiKeyDto> {
    return this.transactions.read(caller, async ({ em, now }) => {
      const key = await existing(em, id);
      return apiKeyResponse(key, isLive(key, now));
    });
  }

  /** @throws InvalidRequest, MissingScope if it would allow more than the caller may do */
  create(caller: Caller, { name, userID, roleID = null, expiresDate }: ApiKeyCreateDto): Promise<Created> {
    return this.transactions.write(caller, async (transaction) => {
      const owner = userID ?? caller.userID;
      await checkOwner(transaction.em, owner);
      await checkRole(transaction.em, roleID);
      return new Created(
        await insert(transaction, { name, userID: owner, roleID, expiresDate: parseExpiry(transaction, expiresDate) }),
        PATH,
      );
    });
  }

  /**
   * Makes a key in place of another, which stays live for a while. A replacement that was never used may not have arrived: it is revoked
   * and made again.
   * @throws NotFound, Conflict, InvalidRequest, MissingScope if it allows more than the caller may do
   */
  rotate(caller: Caller, id: number, body: ApiKeyRotateDto): Promise<Created> {
    return this.transactions.write(caller, async (transaction) => {
      const { em, now } = transaction;
      const old = await locked(em, id);
      if (!isLive(old, now)) throw new Conflict(`API key ${id} is ${endOf(old)}, so it cannot be rotated. Create a new one.`);
      await checkOwner(em, old.userID);
      const replaced = await revokeUnused(transaction, old);
      const { name, userID, roleID } = old;
      const made = await insert(transaction, {
        name,
        userID,
        roleID,
        expiresDate: parseExpiry(transaction, body.expiresDate) ?? renewedExpiry(replaced ?? old, now),
      });
      const end = new Date(now.getTime() + graceHoursOf(body) * HOUR_MS);
      const expiresDate = old.expiresDate && old.expiresDate < end ? old.expiresDate : end;
      await em.update(ApiKey, { id }, { expiresDate, replacedByID: made.id });
      await note(transaction, id, 'rotated', {
        expiresDate: [old.expiresDate, expiresDate],
        replacedByID: [old.replacedByID, made.id],
      });
      return new Created(made, PATH);
    });
  }

  /** From the next request on it is rejected, by every process. @throws NotFound, Forbidden if its user sees more divisions */
  revoke(caller: Caller, id: number): Promise<ApiKeyDto> {
    return this.transactions.write(caller, async (transaction) => {
      const key = await locked(transaction.em, id);
      requireDivisions(caller, (await accessOfUser(transaction.em, key.userID)).divisions, 'Revoking a key of this user');
      if (!key.revokedDate) await endAt(transaction, key, transaction.now);
      return apiKeyResponse(key, false);
    });
  }
}

async function existing(em: EntityManager, id: number): Promise<ApiKey> {
  const key = await em.findOneBy(ApiKey, { id });
  if (!key) throw NotFound.record('API key', id);
  return key;
}

/** Until the end of the transaction, nobody else changes it. */
async function locked(em: EntityManager, id: number): Promise<ApiKey> {
  await execute(em, sql`UPDATE api_key SET id = id WHERE id = ${id}`);
  return existing(em, id);
}

async function checkOwner(em: EntityManager, userID: number): Promise<void> {
  const owner = (await addressesOfUsers(em, [userID])).get(userID);
  if (!owner?.isActive) throw InvalidRequest.because([{ pointer: '/userID', detail: 'must be the id of an active user' }]);
}

async function checkRole(em: EntityManager, roleID: number | null): Promise<void> {
  if (roleID !== null && !(await scopesOfRoles(em, [roleID])).has(roleID))
    throw InvalidRequest.because([{ pointer: '/roleID', detail: 'must be the id of a role' }]);
}

function parseExpiry({ now }: Transaction, text: string | null | undefined): Date | null {
  const moment = text ? (parseMoment(text) ?? null) : null;
  if (moment && moment <= now) throw InvalidRequest.because([{ pointer: '/expiresDate', detail: 'must be in the future' }]);
  return moment;
}

const renewedExpiry = ({ createdDate, expiresDate }: ApiKey, now: Date): Date | null =>
  expiresDate && new Date(now.getTime() + (expiresDate.getTime() - createdDate.getTime()));

/** @returns the key by which it has been replaced before, which has its span of life; its own ends with the grace since then */
async function revokeUnused(transaction: Transaction, { id, replacedByID }: ApiKey): Promise<ApiKey | null> {
  const { em, now } = transaction;
  const replacement = replacedByID === null ? null : await em.findOneBy(ApiKey, { id: replacedByID });
  if (!replacement || !isLive(replacement, now)) return replacement;
  if (replacement.lastUsedDate)
    throw new Conflict(`API key ${id} has been replaced by ${replacement.id}, which is in use: rotate that one.`);
  await endAt(transaction, replacement, now);
  return replacement;
}

async function endAt(transaction: Transaction, key: ApiKey, revokedDate: Date): Promise<void> {
  key.revokedDate = revokedDate;
  await transaction.em.update(ApiKey, { id: key.id }, { revokedDate });
  await note(transaction, key.id, 'revoked', { revokedDate: [null, revokedDate] });
}

const note = (transaction: Transaction, recordID: number, action: 'created' | 'rotated' | 'revoked', fields: FieldChanges) =>
  audit(transaction, { type: 'ApiKey', recordID, action, fields });

/** @throws MissingScope, Forbidden: whoever makes a key knows it, and must not gain rights by it */
async function insert(
  transaction: Transaction,
  values: Pick<ApiKey, 'name' | 'userID' | 'roleID' | 'expiresDate'>,
): Promise<ApiKeyWithSecretDto> {
  const { em, caller, now } = transaction;
  requireScopes(caller, (await rightsOfKey(em, values)).scopes, 'A key with these rights');
  requireDivisions(caller, (await accessOfUser(em, values.userID)).divisions, 'A key of this user');
  const { key, ...stored } = newSecret();
  const row = em.create(ApiKey, {
    ...values,
    ...stored,
    createdByID: caller.userID,
    createdDate: now,
    lastUsedDate: null,
    revokedDate: null,
    replacedByID: null,
  });
  await em.insert(ApiKey, row);
  const { name, userID, roleID, expiresDate, prefix } = row;
  await note(transaction, row.id, 'created', {
    ...{ name: [null, name], prefix: [null, prefix], userID: [null, userID] },
    ...{ roleID: [null, roleID], expiresDate: [null, expiresDate] },
  });
  return { ...apiKeyResponse(row, true), key };
}

const endOf = ({ revokedDate }: ApiKey): string => (revokedDate ? 'revoked' : 'expired');
