import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../callers';
import { Transactions } from '../database';
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
    return this.transactions.write(caller, async ({ em, now }) => {
      const complaints = await complaintsOf(em, part, settings);
      if (complaints.length > 0) throw InvalidRequest.because(complaints);
      const rowsToSave = settings.map(({ type, value }) => ({ part, folded: keyOf(type), type, value, updatedDate: now, updatedByID: caller.userID }));
      await em.upsert(Setting, rowsToSave, ['part', 'folded']);
      return settings.map(({ type, value }) => ({ type, value }));
    });
  }

  /** @throws NotFound */
  remove(caller: Caller, part: Part, type: string): Promise<void> {
    return this.transactions.write(caller, async ({ em }) => {
      const { affected } = await em.delete(Setting, { part, folded: keyOf(type) });
      if (!affected) throw new NotFound(`${part} has no setting ${type}.`);
    });
  }
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
