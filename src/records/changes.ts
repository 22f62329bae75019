import type { EntityManager } from 'typeorm';
import type { Unit } from '../database';
import { rows } from '../database/rows';
import { recordTypeNamed, type RecordType } from '../fields/record-type';
import { Sql } from '../query';
import { countrySaid } from './country';
import { refreshFigures } from './figures';
import { checkReferences, patched } from './patch';
import { load } from './stored';
import { saveRecord } from './writer';

/** Puts a checked body over a record of a type and keeps every rule of it. @returns whether anything changed */
export type Change = (unit: Unit, id: number, body: object) => Promise<boolean>;
/** What a type demands of a changed record: sets what follows from the rest, refuses what must not be. */
export type Rules<T> = (unit: Unit, before: T, after: T) => Promise<void> | void;

const changes = new Map<string, Change>();

/** An area says how records of its type are changed, once, for its own API and for automations alike. */
export const changedBy = (type: RecordType, change: Change): void => void changes.set(type.name, change);

/** Changes a record by its type's own rules. @throws NotFound, InvalidRequest and whatever the rules throw */
export const change = (unit: Unit, type: RecordType, id: number, body: object): Promise<boolean> => (changes.get(type.name) ?? plainChange(type))(unit, id, body);

/** The change of a type: the body, the country, the references, the rules; then what follows elsewhere. */
export const plainChange =
  <T extends { id: number }>(type: RecordType, rules: Rules<T> = () => undefined): Change =>
  async (unit, id, body) => {
    const before = (await load(unit.em, type, id)) as T;
    const after = patched(type, before, body) as T;
    const country = type.findField('countryName') ? countrySaid(body) : undefined;
    if (country !== undefined) Object.assign(after, { countryCode: country });
    await checkReferences(unit.em, type, before, after);
    const concernedBefore = await concerned(unit.em, type, id);
    await rules(unit, before, after);
    const changed = await saveRecord(unit, type, before, after);
    if (changed.length > 0) await refreshConcerned(unit.em, type, id, concernedBefore);
    return changed.length > 0;
  };

/** The records whose figures follow from a record, by their type. */
type Concerned = ReadonlyMap<string, readonly number[]>;

/** Ids of the records whose figures follow from this one. Ask before a change and refresh both after it: a reference may move. */
export async function concerned(em: EntityManager, type: RecordType, id: number): Promise<Concerned> {
  const found = new Map<string, readonly number[]>();
  for (const [name, text] of Object.entries(type.concerns)) {
    const pieces = text.split(/:id\b/);
    const ids = await rows(em, new Sql(pieces.join('?'), pieces.slice(1).map(() => id)));
    found.set(name, ids.flatMap(([each]) => (each === null ? [] : [each as number])));
  }
  return found;
}

export async function refreshConcerned(em: EntityManager, type: RecordType, id: number, before: Concerned = new Map()): Promise<void> {
  const after = await concerned(em, type, id);
  // one order of types for everyone, so that no two units wait for each other
  for (const name of Object.keys(type.concerns).sort()) await refreshFigures(em, recordTypeNamed(name), [...(before.get(name) ?? []), ...(after.get(name) ?? [])]);
}

