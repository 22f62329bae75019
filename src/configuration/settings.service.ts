import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import type { Caller } from '../callers';
import { publish, type ChangeAction } from '../changes';
import { Transactions, type Unit } from '../database';
import { lockName } from '../database/lock-name';
import { rows } from '../database/rows';
import { InvalidRequest, NotFound, type Complaint } from '../http';
import { sql } from '../query';
import { fold } from '../text/fold';
import { settingComplaint, type Part } from './acted-on';
import { Setting } from './configuration.entity';
import { keyOf, type SettingDto } from './setting.dto';

/** Named values of the parts of the configuration. */
@Injectable()
export class SettingsService {
  constructor(private readonly transactions: Transactions) {}

  /** All of a part, by their names. */
  list(caller: Caller, part: Part): Promise<SettingDto[]> {
    return this.transactions.read(caller, async ({ em }) => {
      const found = await em.find(Setting, { where: { part }, order: { folded: 'ASC' } });
      return found.map(({ type, value }) => ({ type, value }));
    });
  }

  /** Saves the whole array, each by its type, or nothing. @throws InvalidRequest */
  save(caller: Caller, part: Part, settings: readonly SettingDto[]): Promise<SettingDto[]> {
    return this.transactions.write(caller, async (unit) => {
      const complaints = await complaintsOf(unit.em, part, settings);
      if (complaints.length > 0) throw InvalidRequest.because(complaints);
      const before = await settingsNamed(
        unit.em,
        part,
        settings.map(({ type }) => keyOf(type)),
      );
      const rowsToSave = settings.map(({ type, value }) => ({
        part,
        folded: keyOf(type),
        type,
        value,
        updatedDate: unit.now,
        updatedByID: caller.userID,
      }));
      await unit.em.upsert(Setting, rowsToSave, ['part', 'folded']);
      await tell(
        unit,
        part,
        'updated',
        settings.map(({ type, value }) => [type, before.get(keyOf(type))?.value ?? null, value]),
      );
      return settings.map(({ type, value }) => ({ type, value }));
    });
  }

  /** @throws NotFound */
  remove(caller: Caller, part: Part, type: string): Promise<void> {
    return this.transactions.write(caller, async (unit) => {
      const [before] = (await settingsNamed(unit.em, part, [keyOf(type)])).values();
      const { affected } = await unit.em.delete(Setting, { part, folded: keyOf(type) });
      if (!affected || !before) throw new NotFound(`${part} has no setting ${type}.`);
      await tell(unit, part, 'deleted', [[before.type, before.value, null]]);
    });
  }
}

/** Locked, by their folded types. */
async function settingsNamed(em: EntityManager, part: Part, folded: readonly string[]): Promise<Map<string, Setting>> {
  await lockName(em, `settings of ${part}`);
  const found = await em.findBy(Setting, { part, folded: In([...folded]) });
  return new Map(found.map((setting) => [setting.folded, setting]));
}

/** Settings are no records: their changes stand under the number 0, by the part and the type. */
async function tell(
  unit: Unit,
  part: Part,
  action: ChangeAction,
  changes: readonly [type: string, before: string | null, after: string | null][],
): Promise<void> {
  const fields = changes.flatMap(([type, before, after]) => (before === after ? [] : [[`${part}/${type}`, [before, after]] as const]));
  if (fields.length > 0) await publish(unit, [{ type: 'Setting', recordID: 0, action, version: 0, fields: Object.fromEntries(fields) }]);
}

async function complaintsOf(em: EntityManager, part: Part, settings: readonly SettingDto[]): Promise<Complaint[]> {
  const complaints: Complaint[] = [];
  const seen = new Set<string>();
  for (const [index, { type, value }] of settings.entries()) {
    const key = keyOf(type);
    const detail = await valueComplaint(em, part, key, value);
    if (seen.has(key)) complaints.push({ pointer: `/${index}/type`, detail: 'must not be there twice' });
    else if (detail) complaints.push({ pointer: `/${index}/value`, detail });
    seen.add(key);
  }
  return complaints;
}

async function valueComplaint(em: EntityManager, part: Part, key: string, value: string): Promise<string | undefined> {
  if (part !== 'Clients' || key !== 'defaultstatus') return settingComplaint(part, key, value);
  return (await isClientStatus(em, value)) ? undefined : 'must be the id or the name of a client status';
}

async function isClientStatus(em: EntityManager, value: string): Promise<boolean> {
  const id = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  return (await rows(em, sql`SELECT 1 FROM lookup WHERE list = 'clientStatus' AND (id = ${id} OR folded = ${fold(value)})`)).length > 0;
}
