import type { EntityManager } from 'typeorm';
import { publish, type FieldChanges } from '../../core/changes';
import type { Transaction } from '../../core/database';
import { fieldsOf } from '../../core/fields/field';
import { CREDENTIALS, PLACEHOLDERS } from './credential';
import { PayrollIntegration, PayrollRegion } from '../division.entity';

/** The payroll settings of a division as they are stored. */
export interface PayrollState {
  readonly settings: PayrollIntegration;
  readonly regions: readonly PayrollRegion[];
}

const SHOWN = fieldsOf(PayrollIntegration)
  .filter(({ inResponse }) => inResponse === 'field')
  .map(({ name }) => name);

/** What changes of payroll settings name. */
export const PAYROLL_FIELDS: readonly string[] = [...CREDENTIALS, ...SHOWN, 'regionSettings'];

/** undefined if the division has none yet. */
export async function stateOf(em: EntityManager, divisionID: number): Promise<PayrollState | undefined> {
  const settings = await em.findOneBy(PayrollIntegration, { divisionID });
  if (!settings) return undefined;
  return { settings, regions: await em.find(PayrollRegion, { where: { divisionID }, order: { position: 'ASC' } }) };
}

/** The settings for a response, with placeholders instead of credentials. */
export const payrollResponse = ({ settings, regions }: PayrollState): Record<string, unknown> => ({
  ...Object.fromEntries(CREDENTIALS.map((name) => [name, settings[name] ? PLACEHOLDERS[name] : ''])),
  ...jsonOf(PayrollIntegration, settings),
  regionSettings: regions.map((region) => jsonOf(PayrollRegion, region)),
});

/** Saves the changes, if any, as the next version. */
export async function saveState(transaction: Transaction, before: PayrollState | undefined, after: PayrollState): Promise<void> {
  const fields = changesOf(before, after);
  if (before && Object.keys(fields).length === 0) return;
  const { divisionID, version } = after.settings;
  await transaction.em.save(Object.assign(after.settings, { version: version + 1 }));
  if ('regionSettings' in fields) {
    await transaction.em.delete(PayrollRegion, { divisionID });
    await transaction.em.insert(PayrollRegion, [...after.regions]);
  }
  await publish(transaction, [
    { type: 'PayrollIntegration', recordID: divisionID, action: before ? 'updated' : 'created', version: version + 1, fields },
  ]);
}

/** For a credential, reports only that it changed, never its values. */
function changesOf(before: PayrollState | undefined, after: PayrollState): FieldChanges {
  const [was, is] = [before ? payrollResponse(before) : {}, payrollResponse(after)];
  const isOther = (name: string): boolean =>
    JSON.stringify(was[name]) !== JSON.stringify(is[name]) ||
    CREDENTIALS.some((each) => each === name && before?.settings[each] !== after.settings[each]);
  return Object.fromEntries(
    Object.keys(is)
      .filter(isOther)
      .map((name) => [name, [was[name] ?? null, is[name] ?? null]]),
  );
}

/** The fields of an entity in their JSON form. */
function jsonOf(type: Function, entity: object): object {
  const values = entity as Record<string, unknown>;
  const shown = fieldsOf(type).filter(({ inResponse }) => inResponse === 'field');
  return Object.fromEntries(
    shown.map(({ name, unset }) => [name, values[name] instanceof Date ? values[name].toISOString() : (values[name] ?? unset)]),
  );
}
