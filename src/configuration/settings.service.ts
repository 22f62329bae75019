import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import type { Caller } from '../core/callers';
import { publish, type ChangeAction } from '../core/changes';
import { Transactions, type Transaction } from '../core/database';
import { lockName } from '../core/database/lock-name';
import { rows } from '../core/database/rows';
import { entryByIdOrName } from '../core/lookups';
import { InvalidRequest, NotFound, type ValidationError } from '../core/problems';
import { settingError, type ConfigurationPart } from './setting-rules';
import { Setting } from './configuration.entity';
import { keyOf, type SettingDto } from './setting.dto';

/** Named values of the parts of the configuration. */
@Injectable()
export class SettingsService {
  constructor(private readonly transactions: Transactions) {}

  /** All settings of a part, sorted by name. */
  list(caller: Caller, part: ConfigurationPart): Promise<SettingDto[]> {
    return this.transactions.read(caller, async ({ em }) => {
      const found = await em.find(Setting, { where: { part }, order: { folded: 'ASC' } });
      return found.map(({ type, value }) => ({ type, value }));
    });
  }

  /** Saves all of the settings or none. @throws InvalidRequest */
  save(caller: Caller, part: ConfigurationPart, settings: readonly SettingDto[]): Promise<SettingDto[]> {
    return this.transactions.write(caller, async (transaction) => {
      const errors = await validateSettings(transaction.em, part, settings);
      if (errors.length > 0) throw InvalidRequest.because(errors);
      const before = await settingsNamed(
        transaction.em,
        part,
        settings.map(({ type }) => keyOf(type)),
      );
      const rowsToSave = settings.map(({ type, value }) => ({
        part,
        folded: keyOf(type),
        type,
        value,
        updatedDate: transaction.now,
        updatedByID: caller.userID,
      }));
      await transaction.em.upsert(Setting, rowsToSave, ['part', 'folded']);
      await publishChange(
        transaction,
        part,
        'updated',
        settings.map(({ type, value }) => [type, before.get(keyOf(type))?.value ?? null, value]),
      );
      return settings.map(({ type, value }) => ({ type, value }));
    });
  }

  /** @throws NotFound */
  remove(caller: Caller, part: ConfigurationPart, type: string): Promise<void> {
    return this.transactions.write(caller, async (transaction) => {
      const [before] = (await settingsNamed(transaction.em, part, [keyOf(type)])).values();
      const { affected } = await transaction.em.delete(Setting, { part, folded: keyOf(type) });
      if (!affected || !before) throw new NotFound(`${part} has no setting ${type}.`);
      await publishChange(transaction, part, 'deleted', [[before.type, before.value, null]]);
    });
  }
}

/** The settings by their folded types, locked. */
async function settingsNamed(em: EntityManager, part: ConfigurationPart, folded: readonly string[]): Promise<Map<string, Setting>> {
  await lockName(em, `settings of ${part}`);
  const found = await em.findBy(Setting, { part, folded: In([...folded]) });
  return new Map(found.map((setting) => [setting.folded, setting]));
}

/** Settings have no ids: their changes are recorded with recordID 0, the part and type as field names. */
async function publishChange(
  transaction: Transaction,
  part: ConfigurationPart,
  action: ChangeAction,
  changes: readonly [type: string, before: string | null, after: string | null][],
): Promise<void> {
  const fields = changes.flatMap(([type, before, after]) => (before === after ? [] : [[`${part}/${type}`, [before, after]] as const]));
  if (fields.length > 0)
    await publish(transaction, [{ type: 'Setting', recordID: 0, action, version: 0, fields: Object.fromEntries(fields) }]);
}

async function validateSettings(em: EntityManager, part: ConfigurationPart, settings: readonly SettingDto[]): Promise<ValidationError[]> {
  const errors: ValidationError[] = [];
  const seen = new Set<string>();
  for (const [index, { type, value }] of settings.entries()) {
    const key = keyOf(type);
    const detail = await validateValue(em, part, key, value);
    if (seen.has(key)) errors.push({ pointer: `/${index}/type`, detail: 'must not appear twice' });
    else if (detail) errors.push({ pointer: `/${index}/value`, detail });
    seen.add(key);
  }
  return errors;
}

async function validateValue(em: EntityManager, part: ConfigurationPart, key: string, value: string): Promise<string | undefined> {
  if (part !== 'Clients' || key !== 'defaultstatus') return settingError(part, key, value);
  return (await isClientStatus(em, value)) ? undefined : 'must be the id or name of a client status';
}

async function isClientStatus(em: EntityManager, value: string): Promise<boolean> {
  return (await rows(em, entryByIdOrName('clientStatus', value))).length > 0;
}
