import type { EntityManager } from 'typeorm';
import type { Unit, View } from '../database';
import { rows } from '../database/rows';
import { fieldsOf } from '../fields/field';
import type { RecordType } from '../fields/record-type';
import type { SavedSearch } from '../fields/saved-search';
import { identifier, sql } from '../query';
import { change, checkBodyID, create, load, notFound, values, type Answer, type How } from '../records';
import { askedOver, type Asked } from './asked';

/** A kind of search that is kept: its records, what it can ask, and whether that can be kept. */
export interface SavedSearches<T extends object> {
  readonly type: RecordType<SavedSearch>;
  readonly shape: new () => T;
  /** @param criteria as they would be kept @throws InvalidRequest */
  readonly check: (em: EntityManager, body: T, criteria: Asked<T>) => Promise<void>;
}

/** A search as it is sent to be kept. */
interface Sent {
  id?: number | null;
  ssid?: number | null;
}

/** Keeps a search. @returns its ssid @throws InvalidRequest */
export const createSearch = async <T extends object>(unit: Unit, kind: SavedSearches<T>, body: T): Promise<number> =>
  create(unit, kind.type, await kept(unit, kind, {}, body));

/** Changes a kept search: absent criteria stay, null clears. @throws NotFound, InvalidRequest, PreconditionFailed */
export async function changeSearch<T extends object>(
  unit: Unit,
  kind: SavedSearches<T>,
  ssid: number,
  body: T & Sent,
  how: How = {},
): Promise<void> {
  const before = await load(unit.em, kind.type, ssid);
  checkBodyID(body.ssid, ssid, 'ssid');
  checkBodyID(body.id, ssid);
  await change(unit, kind.type, ssid, await kept(unit, kind, criteriaIn(kind.shape, before.criteria), body), how);
}

async function kept<T extends object>({ em }: Unit, { shape, check }: SavedSearches<T>, base: Asked<T>, body: T): Promise<object> {
  const { ssid: _, ...criteria } = askedOver(shape, base, body, 'drop') as Asked<T> & Sent;
  await check(em, body, criteria as Asked<T>);
  return { ...body, criteria: JSON.stringify(criteria) };
}

/** What a kept search asks. @throws NotFound, for a deleted one too */
export async function criteriaOf<T extends object>(
  { em }: View,
  { type, shape }: Pick<SavedSearches<T>, 'type' | 'shape'>,
  ssid: number,
): Promise<Asked<T>> {
  const [[criteria] = []] = await rows(
    em,
    sql`SELECT COALESCE(criteria, '') FROM ${identifier(type.table)} WHERE id = ${ssid} AND deleted = 0`,
  );
  return criteria === undefined ? notFound(type, ssid) : criteriaIn(shape, criteria as string);
}

/** Adds to the answers of kept searches what they ask, every field in its place. */
export async function withCriteria<T extends object>(
  { em }: View,
  { type, shape }: Pick<SavedSearches<T>, 'type' | 'shape'>,
  answers: readonly Answer[],
): Promise<Answer[]> {
  const found = await rows(
    em,
    sql`SELECT id, criteria FROM ${identifier(type.table)} WHERE id IN (${values(answers.map(({ id }) => id as number))})`,
  );
  const texts = new Map(found.map(([id, criteria]) => [id, criteria as string | null]));
  return answers.map((answer) => ({
    ...answer,
    ...asAnswered(shape, criteriaIn(shape, texts.get(answer['id']) ?? null)),
    ssid: answer['id'],
  }));
}

const criteriaIn = <T extends object>(shape: new () => T, text: string | null): Asked<T> =>
  askedOver(shape, {}, JSON.parse(text || '{}') as T, 'drop');

/** Only a list has no value of its own for none. */
const asAnswered = <T extends object>(shape: new () => T, criteria: Asked<T>): Answer =>
  Object.fromEntries(fieldsOf(shape).map(({ name, unset }) => [name, (criteria as Answer)[name] ?? (unset === null ? [] : unset)]));
