import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { requireScopes, type Caller } from '../../core/callers';
import { audit } from '../../core/changes';
import { Vault } from '../../core/config';
import { Transactions, type View } from '../../core/database';
import { fieldsOf } from '../../core/fields/field';
import { VERSION, type ExpectedVersion } from '../../core/http';
import { InvalidRequest, NotFound, PreconditionFailed } from '../../core/problems';
import { checkVisible, storedValue } from '../../core/records';
import { fold } from '../../core/text/fold';
import { CREDENTIALS, ownerOf, PLACEHOLDERS, type CredentialName } from './credential';
import { PayrollIntegration, PayrollRegion } from '../division.entity';
import { divisions } from '../divisions.records';
import type { PayrollCredentialsDto, PayrollIntegrationDto, PayrollIntegrationUpdateDto, RegionSettingsUpdateDto } from './payroll.dto';
import { lockDivision } from './lock-division';
import { payrollResponse, saveState, stateOf } from './payroll-state';

/** The payroll settings of divisions. */
@Injectable()
export class PayrollService {
  constructor(
    private readonly transactions: Transactions,
    private readonly vault: Vault,
  ) {}

  /** @throws NotFound for an unknown division, or one without settings */
  find(caller: Caller, divisionID: number): Promise<PayrollIntegrationDto> {
    return this.transactions.read(caller, async (view) => {
      await checkVisible(view, divisions, divisionID);
      return response(view, divisionID);
    });
  }

  /** Decrypted; leaves an entry in the audit. @throws NotFound for an unknown division, or one without settings */
  credentials(caller: Caller, divisionID: number): Promise<PayrollCredentialsDto> {
    return this.transactions.write(caller, async (transaction) => {
      await checkVisible(transaction, divisions, divisionID);
      const { settings } = (await stateOf(transaction.em, divisionID)) ?? withoutSettings(divisionID);
      await audit(transaction, { type: 'PayrollIntegration', recordID: divisionID, action: 'read' });
      const opened = CREDENTIALS.map((name) => [name, settings[name] ? this.vault.open(settings[name], ownerOf(divisionID, name)) : '']);
      return Object.fromEntries(opened) as Record<CredentialName, string>;
    });
  }

  /**
   * Updates the settings, or creates them if the division has none. @throws NotFound, PreconditionFailed,
   * InvalidRequest for a repeated region, MissingScope for credentials without the scope
   */
  update(
    caller: Caller,
    divisionID: number,
    body: PayrollIntegrationUpdateDto,
    expected?: ExpectedVersion,
  ): Promise<PayrollIntegrationDto> {
    refuseRepeatedRegions(body.regionSettings ?? []);
    if (CREDENTIALS.some((name) => isChanged(name, body))) requireScopes(caller, ['payroll-credentials'], 'Changing a credential');
    return this.transactions.write(caller, async (transaction) => {
      await checkVisible(transaction, divisions, divisionID);
      await lockDivision(transaction.em, divisionID);
      const before = await stateOf(transaction.em, divisionID);
      if (expected && !expected.matches(before?.settings.version))
        throw new PreconditionFailed(
          `The payroll integration of division ${divisionID} has another version than the request expects: read it again and send its new ETag.`,
        );
      const settings = transaction.em.create(PayrollIntegration, { divisionID, version: 0, ...before?.settings });
      this.assign(settings, body);
      const regions =
        body.regionSettings === undefined ? before?.regions : regionsOf(transaction.em, divisionID, body.regionSettings ?? []);
      await saveState(transaction, before, { settings, regions: regions ?? [] });
      return response(transaction, divisionID);
    });
  }

  private assign(settings: PayrollIntegration, body: PayrollIntegrationUpdateDto): void {
    assignStored(PayrollIntegration, settings, body);
    for (const name of CREDENTIALS) {
      const sent = body[name];
      if (isChanged(name, body)) settings[name] = sent ? this.vault.seal(sent, ownerOf(settings.divisionID, name)) : null;
    }
  }
}

function withoutSettings(divisionID: number): never {
  throw new NotFound(`Division ${divisionID} has no payroll integration yet.`);
}

const isChanged = (name: CredentialName, body: PayrollIntegrationUpdateDto): boolean =>
  body[name] !== undefined && body[name] !== PLACEHOLDERS[name];

function refuseRepeatedRegions(regions: readonly RegionSettingsUpdateDto[]): void {
  const names = regions.map(({ region }) => fold(region ?? ''));
  const repeated = names.flatMap((name, index) =>
    names.indexOf(name) < index ? [{ pointer: `/regionSettings/${index}/region`, detail: 'must not appear twice' }] : [],
  );
  if (repeated.length > 0) throw InvalidRequest.because(repeated);
}

const regionsOf = (em: EntityManager, divisionID: number, sent: readonly RegionSettingsUpdateDto[]): PayrollRegion[] =>
  sent.map((region, index) => assignStored(PayrollRegion, em.create(PayrollRegion, { divisionID, position: index + 1 }), region));

/** Copies the fields present in a validated body to an entity. */
function assignStored<T extends object>(type: Function, entity: T, body: object): T {
  for (const field of fieldsOf(type)) {
    const sent = (body as Record<string, unknown>)[field.name];
    if (sent !== undefined) Object.assign(entity, { [field.name]: storedValue(field, sent) });
  }
  return entity;
}

async function response({ em }: View, divisionID: number): Promise<PayrollIntegrationDto> {
  const state = (await stateOf(em, divisionID)) ?? withoutSettings(divisionID);
  return { ...payrollResponse(state), [VERSION]: state.settings.version } as object as PayrollIntegrationDto;
}
