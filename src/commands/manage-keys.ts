import { ApiKeyCreateDto, ApiKeyRotateDto, ApiKeysService, type ApiKeyDto, type NewApiKeyDto } from '../api-keys';
import { SYSTEM_CALLER } from '../core/callers';
import type { Settings } from '../core/config';
import { Transactions } from '../core/database';
import { connect, connectReader, dataSourceFor } from '../core/database/data-source';
import { migrate } from '../core/database/migrate';
import type { Created } from '../core/http';
import { bindBody } from '../core/http/bind-body';
import { InvalidRequest, Problem } from '../core/problems';
import { Clock } from '../core/time/clock';
import { DemoData } from '../demo/demo-data';
import { recordTypes, schemaOf } from '../record-types';
import { CommandError } from './command';
import type { KeyArguments } from './keys-arguments';

const MOST_PER_PAGE = 1000;

/** Carries out a command on the database, which may be empty. @returns what to print @throws CommandError */
export async function manageKeys(settings: Settings, args: KeyArguments): Promise<string> {
  const store = await connect(await dataSourceFor(settings.database, schemaOf(recordTypes(settings))));
  try {
    await migrate(store);
    const reader = await connectReader(store);
    try {
      const clock = new Clock(settings.clockStart);
      const transactions = new Transactions(store, reader, clock);
      await new DemoData(transactions, settings, clock).prepareEmpty();
      return await perform(new ApiKeysService(transactions), args);
    } finally {
      if (reader !== store) await reader.destroy();
    }
  } catch (error) {
    throw error instanceof Problem ? new CommandError(error.detail) : error;
  } finally {
    await store.destroy();
  }
}

async function perform(service: ApiKeysService, { action, id, body }: KeyArguments): Promise<string> {
  switch (action) {
    case 'create':
      return shown(await service.create(SYSTEM_CALLER, checked(ApiKeyCreateDto, body)));
    case 'rotate':
      return shown(await service.rotate(SYSTEM_CALLER, id, checked(ApiKeyRotateDto, body)));
    case 'revoke':
      return `Revoked the API key ${id}: ${(await service.revoke(SYSTEM_CALLER, id)).name}.\n`;
    default:
      return (await all(service)).map(line).join('') || 'There are no API keys in the database.\n';
  }
}

function checked<T extends object>(shape: new () => T, body: object): T {
  const { object, errors } = bindBody(shape, body);
  if (errors.length > 0) throw InvalidRequest.because(errors);
  return object;
}

function shown({ body }: Created): string {
  const { id, name, userID, expiresDate, key } = body as NewApiKeyDto;
  const end = expiresDate === null ? 'never expires' : `expires on ${expiresDate}`;
  return `API key ${id}, ${name}, acts as user ${userID} and ${end}. It is not shown again:\n${String(key)}\n`;
}

async function all(service: ApiKeysService, cursor?: string): Promise<ApiKeyDto[]> {
  const { responses, end } = await service.list(SYSTEM_CALLER, { limit: MOST_PER_PAGE, cursor });
  return [...responses, ...(end.cursor === undefined ? [] : await all(service, end.cursor))];
}

const line = ({ id, prefix, isLive, revokedDate, userID, roleID, expiresDate, lastUsedDate, name }: ApiKeyDto): string =>
  [
    id,
    `${prefix}…`,
    isLive ? 'live' : revokedDate === null ? 'expired' : 'revoked',
    `user ${userID}${roleID === null ? '' : ` as role ${roleID}`}`,
    `expires ${expiresDate ?? 'never'}`,
    `last used ${lastUsedDate ?? 'never'}`,
    name,
  ].join('  ') + '\n';
