import { ApiKeyCreateDto, ApiKeyRotateDto, ApiKeysService, type ApiKeyDto, type ApiKeyWithSecretDto } from '../api-keys';
import { COMMAND_CALLER } from '../core/callers';
import type { Settings } from '../core/config';
import type { Transactions } from '../core/database';
import { migrate } from '../core/database/migrate';
import type { Created } from '../core/http';
import { bindBody } from '../core/http/bind-body';
import { InvalidRequest } from '../core/problems';
import { change } from '../core/records';
import { DemoData } from '../demo/demo-data';
import { accessOfUser, users, UserUpdateDto } from '../users';
import { CommandError } from './command';
import { OPTIONS, type KeyArguments } from './keys-arguments';
import { onDatabase } from './on-database';

const MOST_PER_PAGE = 1000;

/** Carries out a command on the database, which may be empty. @returns what to print @throws CommandError */
export const manageKeys = (settings: Settings, args: KeyArguments): Promise<string> =>
  onDatabase(settings, migrate, async (transactions, clock) => {
    await new DemoData(transactions, settings, clock).prepareEmpty();
    try {
      return await (args.action === 'give-role' ? giveRole(transactions, args) : perform(new ApiKeysService(transactions), args));
    } catch (error) {
      throw error instanceof InvalidRequest ? new CommandError(ofOptions(error.detail)) : error;
    }
  });

/** What is said of fields, said of the options that set them. */
const ofOptions = (detail: string): string => detail.replace(/^\/(\w+)/, (pointer, field: string) => OPTIONS[field] ?? pointer);

async function perform(service: ApiKeysService, { action, id, body }: KeyArguments): Promise<string> {
  switch (action) {
    case 'create':
      return shown(await service.create(COMMAND_CALLER, checked(ApiKeyCreateDto, body)));
    case 'rotate':
      return shown(await service.rotate(COMMAND_CALLER, id, checked(ApiKeyRotateDto, body)));
    case 'revoke':
      return `Revoked the API key ${id}: ${(await service.revoke(COMMAND_CALLER, id)).name}.\n`;
    default:
      return (await all(service)).map(line).join('') || 'There are no API keys in the database.\n';
  }
}

async function giveRole(transactions: Transactions, { id, body }: KeyArguments): Promise<string> {
  await transactions.write(COMMAND_CALLER, (transaction) => change(transaction, users, id, checked(UserUpdateDto, body)));
  const user = await transactions.read(COMMAND_CALLER, ({ em }) => accessOfUser(em, id));
  return `User ${id}, ${user.name}, has the role ${user.role}.\n`;
}

function checked<T extends object>(shape: new () => T, body: object): T {
  const { object, errors } = bindBody(shape, body);
  if (errors.length > 0) throw InvalidRequest.because(errors);
  return object;
}

function shown({ body }: Created): string {
  const { id, name, userID, expiresDate, key } = body as ApiKeyWithSecretDto;
  const end = expiresDate === null ? 'never expires' : `expires on ${expiresDate}`;
  return `API key ${id}, ${name}, acts as user ${userID} and ${end}. It is not shown again:\n${String(key)}\n`;
}

async function all(service: ApiKeysService, cursor?: string): Promise<ApiKeyDto[]> {
  const { responses, end } = await service.list(COMMAND_CALLER, { limit: MOST_PER_PAGE, cursor });
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
