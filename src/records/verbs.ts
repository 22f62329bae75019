import { publish, type ChangeAction, type FieldChanges } from '../changes';
import type { Unit } from '../database';
import { execute, rows } from '../database/rows';
import type { RecordType } from '../fields/record-type';
import { PreconditionFailed, type Expected } from '../http';
import { identifier, list, sql, sqlMoment } from '../query';
import { concerned, refreshConcerned, type Concerned } from './figures/concerned';
import { countrySaid } from './writing/country';
import { fieldChanges } from './writing/field-changes';
import { refreshFigures } from './figures/figures';
import { values } from './reading/names';
import { checkReferences, patched } from './writing/patch';
import { rulesOf, type How } from './rules';
import { stampCreated, updatedFields } from './writing/stamps';
import { spoken } from './spoken';
import { blank, load } from './writing/stored';
import { insertRecord, saveRecord } from './writing/writer';

interface Known {
  id: number;
  deleted?: boolean;
  version?: number;
}

/** Makes a record of a checked body by the rules of its type. @returns its id @throws InvalidRequest and whatever the rules throw */
export async function create(unit: Unit, type: RecordType, body: object, how: How = {}): Promise<number> {
  const rules = rulesOf(type);
  const before = blank(type) as Known;
  const record = patched(type, before, body) as Known;
  await rules.start?.(unit, record, body);
  setCountry(type, record, body);
  await checkReferences(unit.em, type, before, record);
  await rules.prepare?.(unit, before, record, how);
  return add(unit, type, record, body, how);
}

/** Saves a new record that is whole already, with all that follows. @returns its id */
export async function add(unit: Unit, type: RecordType, record: object, body: object = {}, how: How = {}): Promise<number> {
  const rules = rulesOf(type);
  const after = record as Known;
  const before = blank(type) as Known;
  stampCreated(unit, type, after);
  if (type.findField('version')) after.version = 1;
  const save = async (): Promise<void> => void (after.id = await insertRecord(unit.em, type, after));
  await (rules.saving?.(unit, before, after, how, save) ?? save());
  const parts = (await rules.parts?.(unit, after, body)) ?? {};
  await rules.follow?.(unit, before, after);
  await refreshFigures(unit.em, type, [after.id]);
  const concerns = await refreshConcerned(unit.em, type, after.id);
  await publishOne(unit, type, undefined, after, { ...fieldChanges(type, before, after), ...parts }, concerns);
  return after.id;
}

/** Changes a record by the rules of its type. @returns whether anything changed @throws NotFound, PreconditionFailed, InvalidRequest and whatever the rules throw */
export async function change(unit: Unit, type: RecordType, id: number, body: object, how: How = {}): Promise<boolean> {
  const before = (await load(unit.em, type, id)) as Known;
  checkExpected(type, before, how.expected);
  const after = patched(type, before, body) as Known;
  setCountry(type, after, body);
  await checkReferences(unit.em, type, before, after);
  await rulesOf(type).prepare?.(unit, before, after, how);
  return save(unit, type, before, after, body, how);
}

/** Saves a record that was loaded and changed, with all that follows. @returns whether anything changed */
export async function save(
  unit: Unit,
  type: RecordType,
  loaded: object,
  changed: object,
  body: object = {},
  how: How = {},
): Promise<boolean> {
  const rules = rulesOf(type);
  const [before, after] = [loaded as Known, changed as Known];
  const concernedBefore = await concerned(unit.em, type, before.id);
  const parts = (await rules.parts?.(unit, after, body)) ?? {};
  const write = (): Promise<string[]> => saveRecord(unit, type, before, after, Object.keys(parts).length > 0);
  const names = await (rules.saving?.(unit, before, after, how, write) ?? write());
  const onlyFields = Object.keys(parts).length === 0;
  if (names.length === 0 && onlyFields) return false;
  await rules.follow?.(unit, before, after);
  const concerns = await refreshConcerned(unit.em, type, before.id, concernedBefore, onlyFields ? names : undefined);
  await publishOne(unit, type, before, after, { ...fieldChanges(type, before, after), ...parts }, concerns);
  return true;
}

/** Marks a record as deleted. @returns whether it was not before @throws NotFound, PreconditionFailed */
export const remove = (unit: Unit, type: RecordType, id: number, how: How = {}): Promise<boolean> =>
  change(unit, type, id, { deleted: true }, how);

/** What is told of records that changed in what stands beside them: their tags, their divisions. */
export interface Touch {
  readonly events?: readonly number[];
  /** Of all of them, or of each. */
  readonly fields: FieldChanges | ((id: number) => FieldChanges);
}

/** Notes that something changed that belongs to a record but stands elsewhere. */
export async function touch(unit: Unit, type: RecordType, ids: readonly number[], { events = [], fields }: Touch): Promise<void> {
  if (ids.length === 0) return;
  const sorted = [...ids].sort((one, other) => one - other);
  const stamps = updatedFields(type).map(
    ([name, kind]) => sql`, ${identifier(name)} = ${kind === 'at' ? sqlMoment(unit.now) : unit.caller.userID}`,
  );
  await execute(
    unit.em,
    sql`UPDATE ${identifier(type.table)} SET version = version + 1${list(stamps, '')} WHERE id IN (${values(sorted)})`,
  );
  const versions = await rows(unit.em, sql`SELECT id, version FROM ${identifier(type.table)} WHERE id IN (${values(sorted)}) ORDER BY id`);
  const fieldsOf = typeof fields === 'function' ? fields : () => fields;
  await publish(
    unit,
    versions.map(([id, version]) => ({
      type: type.name,
      recordID: id as number,
      action: 'updated',
      version: version as number,
      events,
      fields: fieldsOf(id as number),
    })),
  );
}

function setCountry(type: RecordType, record: object, body: object): void {
  const country = type.findField('countryName') ? countrySaid(body) : undefined;
  if (country !== undefined) Object.assign(record, { countryCode: country });
}

/** @throws PreconditionFailed for a version that the caller has not seen */
export function checkExpected(type: RecordType, { id, version = 0 }: Known, expected: Expected | undefined): void {
  if (expected && !expected.matches(version))
    throw new PreconditionFailed(`The ${spoken(type)} ${id} has been changed since: read it again and send the ETag of that answer.`);
}

async function publishOne(
  unit: Unit,
  type: RecordType,
  before: Known | undefined,
  after: Known,
  fields: FieldChanges,
  concerns: Concerned,
): Promise<void> {
  const events = (await rulesOf(type).events?.(unit, before, after)) ?? [];
  await publish(unit, [
    {
      type: type.name,
      recordID: after.id,
      action: actionOf(before, after),
      version: after.version ?? 0,
      events,
      fields,
      concerned: concerns,
    },
  ]);
}

function actionOf(before: Known | undefined, after: Known): ChangeAction {
  if (!before) return 'created';
  if (before.deleted === after.deleted) return 'updated';
  return after.deleted ? 'deleted' : 'restored';
}
