import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../callers';
import { Transactions, type Unit, type View } from '../database';
import { FOR_UPDATE } from '../database/dialect';
import { rows } from '../database/rows';
import { fieldsOf } from '../fields/field';
import { InvalidRequest, NotFound } from '../http';
import { sql, Sql } from '../query';
import { mustSee, storedValue } from '../records';
import { fold } from '../text/fold';
import { CREDENTIALS, PLACEHOLDERS } from './credential';
import { PayrollIntegration, PayrollRegion } from './division.entity';
import { divisions } from './divisions.records';
import type { PayrollIntegrationDto, PayrollIntegrationUpdateDto, RegionSettingsDto, RegionSettingsUpdateDto } from './payroll.dto';
import { Vault } from './vault';

/** The payroll settings of divisions. */
@Injectable()
export class PayrollService {
  constructor(
    private readonly transactions: Transactions,
    private readonly vault: Vault,
  ) {}

  /** @throws NotFound when there is no such division, or it has no settings yet */
  find(caller: Caller, divisionID: number): Promise<PayrollIntegrationDto> {
    return this.transactions.read(caller, async (view) => {
      await mustSee(view, divisions, divisionID);
      return answer(view, divisionID);
    });
  }

  /** Changes the settings, or makes them when the division has none. @throws NotFound, InvalidRequest for a repeated region */
  update(caller: Caller, divisionID: number, body: PayrollIntegrationUpdateDto): Promise<PayrollIntegrationDto> {
    refuseRepeatedRegions(body.regionSettings ?? []);
    return this.transactions.write(caller, async (unit) => {
      await mustSee(unit, divisions, divisionID);
      await lockDivision(unit.em, divisionID);
      const settings = (await unit.em.findOneBy(PayrollIntegration, { divisionID })) ?? unit.em.create(PayrollIntegration, { divisionID });
      this.put(settings, body);
      await unit.em.save(settings);
      if (body.regionSettings !== undefined) await replaceRegions(unit, divisionID, body.regionSettings ?? []);
      return answer(unit, divisionID);
    });
  }

  private put(settings: PayrollIntegration, body: PayrollIntegrationUpdateDto): void {
    assignStored(PayrollIntegration, settings, body);
    for (const name of CREDENTIALS) {
      const sent = body[name];
      if (sent !== undefined && sent !== PLACEHOLDERS[name]) settings[name] = sent ? this.vault.seal(sent, `${settings.divisionID}/${name}`) : null;
    }
  }
}

/** Two that write the settings of one division do so one after the other, also when there are none yet. */
const lockDivision = (em: EntityManager, id: number) => rows(em, sql`SELECT id FROM division WHERE id = ${id}${new Sql(FOR_UPDATE)}`);

function refuseRepeatedRegions(regions: readonly RegionSettingsUpdateDto[]): void {
  const names = regions.map(({ region }) => fold(region ?? ''));
  const repeated = names.flatMap((name, index) => (names.indexOf(name) < index ? [{ pointer: `/regionSettings/${index}/region`, detail: 'must not be there twice' }] : []));
  if (repeated.length > 0) throw InvalidRequest.because(repeated);
}

async function replaceRegions({ em }: Unit, divisionID: number, regions: readonly RegionSettingsUpdateDto[]): Promise<void> {
  await em.delete(PayrollRegion, { divisionID });
  const made = regions.map((region, index) => assignStored(PayrollRegion, em.create(PayrollRegion, { divisionID, position: index + 1 }), region));
  await em.insert(PayrollRegion, made);
}

/** Puts the fields that a checked body has over an entity. */
function assignStored<T extends object>(type: Function, entity: T, body: object): T {
  for (const field of fieldsOf(type)) {
    const sent = (body as Record<string, unknown>)[field.name];
    if (sent !== undefined) Object.assign(entity, { [field.name]: storedValue(field, sent) });
  }
  return entity;
}

async function answer({ em }: View, divisionID: number): Promise<PayrollIntegrationDto> {
  const settings = await em.findOneBy(PayrollIntegration, { divisionID });
  if (!settings) throw new NotFound(`The division ${divisionID} has no payroll integration yet.`);
  const regions = await em.find(PayrollRegion, { where: { divisionID }, order: { position: 'ASC' } });
  const credentials = Object.fromEntries(CREDENTIALS.map((name) => [name, settings[name] ? PLACEHOLDERS[name] : '']));
  return { ...credentials, ...said(PayrollIntegration, settings), regionSettings: regions.map((region) => said(PayrollRegion, region) as RegionSettingsDto) } as PayrollIntegrationDto;
}

/** The fields of an entity in their JSON form. */
function said(type: Function, entity: object): object {
  const values = entity as Record<string, unknown>;
  return Object.fromEntries(fieldsOf(type).map(({ name, unset }) => [name, values[name] instanceof Date ? values[name].toISOString() : (values[name] ?? unset)]));
}
