import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../callers';
import { Transactions, type View } from '../../database';
import { FOR_UPDATE } from '../../database/dialect';
import { rows } from '../../database/rows';
import { fieldsOf } from '../../fields/field';
import { InvalidRequest, NotFound, PreconditionFailed, VERSION, type Expected } from '../../http';
import { sql, Sql } from '../../query';
import { mustSee, storedValue } from '../../records';
import { fold } from '../../text/fold';
import { CREDENTIALS, PLACEHOLDERS } from './credential';
import { PayrollIntegration, PayrollRegion } from '../division.entity';
import { divisions } from '../divisions.records';
import type { PayrollIntegrationDto, PayrollIntegrationUpdateDto, RegionSettingsUpdateDto } from './payroll.dto';
import { saveState, shownOf, stateOf } from '../payroll-state';
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

  /** Changes the settings, or makes them when the division has none. @throws NotFound, PreconditionFailed, InvalidRequest for a repeated region */
  update(caller: Caller, divisionID: number, body: PayrollIntegrationUpdateDto, expected?: Expected): Promise<PayrollIntegrationDto> {
    refuseRepeatedRegions(body.regionSettings ?? []);
    return this.transactions.write(caller, async (unit) => {
      await mustSee(unit, divisions, divisionID);
      await lockDivision(unit.em, divisionID);
      const before = await stateOf(unit.em, divisionID);
      if (expected && !(before && expected.matches(before.settings.version)))
        throw new PreconditionFailed(
          `The payroll integration of the division ${divisionID} has been changed since: read it again and send the ETag of that answer.`,
        );
      const settings = unit.em.create(PayrollIntegration, { divisionID, version: 0, ...before?.settings });
      this.put(settings, body);
      const regions = body.regionSettings === undefined ? before?.regions : regionsOf(unit.em, divisionID, body.regionSettings ?? []);
      await saveState(unit, before, { settings, regions: regions ?? [] });
      return answer(unit, divisionID);
    });
  }

  private put(settings: PayrollIntegration, body: PayrollIntegrationUpdateDto): void {
    assignStored(PayrollIntegration, settings, body);
    for (const name of CREDENTIALS) {
      const sent = body[name];
      if (sent !== undefined && sent !== PLACEHOLDERS[name])
        settings[name] = sent ? this.vault.seal(sent, `${settings.divisionID}/${name}`) : null;
    }
  }
}

/** Two that write the settings of one division do so one after the other, also when there are none yet. */
const lockDivision = (em: EntityManager, id: number) => rows(em, sql`SELECT id FROM division WHERE id = ${id}${new Sql(FOR_UPDATE)}`);

function refuseRepeatedRegions(regions: readonly RegionSettingsUpdateDto[]): void {
  const names = regions.map(({ region }) => fold(region ?? ''));
  const repeated = names.flatMap((name, index) =>
    names.indexOf(name) < index ? [{ pointer: `/regionSettings/${index}/region`, detail: 'must not be there twice' }] : [],
  );
  if (repeated.length > 0) throw InvalidRequest.because(repeated);
}

const regionsOf = (em: EntityManager, divisionID: number, said: readonly RegionSettingsUpdateDto[]): PayrollRegion[] =>
  said.map((region, index) => assignStored(PayrollRegion, em.create(PayrollRegion, { divisionID, position: index + 1 }), region));

/** Puts the fields that a checked body has over an entity. */
function assignStored<T extends object>(type: Function, entity: T, body: object): T {
  for (const field of fieldsOf(type)) {
    const sent = (body as Record<string, unknown>)[field.name];
    if (sent !== undefined) Object.assign(entity, { [field.name]: storedValue(field, sent) });
  }
  return entity;
}

async function answer({ em }: View, divisionID: number): Promise<PayrollIntegrationDto> {
  const state = await stateOf(em, divisionID);
  if (!state) throw new NotFound(`The division ${divisionID} has no payroll integration yet.`);
  return { ...shownOf(state), [VERSION]: state.settings.version } as object as PayrollIntegrationDto;
}
