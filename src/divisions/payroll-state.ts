import type { EntityManager } from 'typeorm';
import { publish, type FieldChanges } from '../changes';
import type { Unit } from '../database';
import { fieldsOf } from '../fields/field';
import { CREDENTIALS, PLACEHOLDERS } from './payroll/credential';
import { PayrollIntegration, PayrollRegion } from './division.entity';

/** The payroll settings of a division as they are stored. */
export interface PayrollState {
  readonly settings: PayrollIntegration;
  readonly regions: readonly PayrollRegion[];
}

/** undefined: the division has none yet. */
export async function stateOf(em: EntityManager, divisionID: number): Promise<PayrollState | undefined> {
  const settings = await em.findOneBy(PayrollIntegration, { divisionID });
  if (!settings) return undefined;
  return { settings, regions: await em.find(PayrollRegion, { where: { divisionID }, order: { position: 'ASC' } }) };
}

/** As they are shown to anybody: placeholders instead of credentials. */
export const shownOf = ({ settings, regions }: PayrollState): Record<string, unknown> => ({
  ...Object.fromEntries(CREDENTIALS.map((name) => [name, settings[name] ? PLACEHOLDERS[name] : ''])),
  ...said(PayrollIntegration, settings),
  regionSettings: regions.map((region) => said(PayrollRegion, region)),
});

/** Saves what is different, as the next version. */
export async function saveState(unit: Unit, before: PayrollState | undefined, after: PayrollState): Promise<void> {
  const fields = changesOf(before, after);
  if (before && Object.keys(fields).length === 0) return;
  const { divisionID, version } = after.settings;
  await unit.em.save(Object.assign(after.settings, { version: version + 1 }));
  if ('regionSettings' in fields) {
    await unit.em.delete(PayrollRegion, { divisionID });
    await unit.em.insert(PayrollRegion, [...after.regions]);
  }
  await publish(unit, [
    { type: 'PayrollIntegration', recordID: divisionID, action: before ? 'updated' : 'created', version: version + 1, fields },
  ]);
}

/** Of a credential it is told that it changed, never what it was or is. */
function changesOf(before: PayrollState | undefined, after: PayrollState): FieldChanges {
  const [was, is] = [before ? shownOf(before) : {}, shownOf(after)];
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
function said(type: Function, entity: object): object {
  const values = entity as Record<string, unknown>;
  const shown = fieldsOf(type).filter(({ answered }) => answered === 'field');
  return Object.fromEntries(
    shown.map(({ name, unset }) => [name, values[name] instanceof Date ? values[name].toISOString() : (values[name] ?? unset)]),
  );
}
