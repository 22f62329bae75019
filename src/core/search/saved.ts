import { isHiddenFrom, requireFieldScopes, type Caller } from '../callers';
import type { FieldChanges } from '../changes';
import type { Transaction, View } from '../database';
import { rows } from '../database/rows';
import { fieldsOf, type Field } from '../fields/field';
import type { RecordType } from '../fields/record-type';
import type { SavedSearch } from '../fields/saved-search';
import { identifier, sql } from '../sql';
import { change, checkBodyID, create, load, notFound, values, type RecordResponse, type ChangeOptions, type Rules } from '../records';
import { mergeCriteria, type Criteria } from './criteria';

/** A kind of saved search: its record type, its criteria and their validation. */
export interface SavedSearchKind<T extends object> {
  readonly type: RecordType<SavedSearch>;
  readonly shape: new () => T;
  /** @param criteria as they would be stored @throws InvalidRequest */
  readonly check: (view: View, body: T, criteria: Criteria<T>) => Promise<void>;
}

/** The ids in the body of a saved search. */
interface SavedSearchBody {
  id?: number | null;
  ssid?: number | null;
}

/** Saves a search. @param timeZone whose days bare dates are @returns its ssid @throws InvalidRequest */
export const createSearch = async <T extends object>(
  transaction: Transaction,
  kind: SavedSearchKind<T>,
  body: T,
  timeZone: string,
): Promise<number> => create(transaction, kind.type, await toStored(transaction, kind, {}, body, timeZone));

/** Changes a saved search: absent criteria stay, null clears. @throws NotFound, InvalidRequest, PreconditionFailed */
export async function changeSearch<T extends object>(
  transaction: Transaction,
  kind: SavedSearchKind<T>,
  ssid: number,
  body: T & SavedSearchBody,
  { timeZone, ...how }: ChangeOptions & { readonly timeZone: string },
): Promise<void> {
  const before = await load(transaction.em, kind.type, ssid);
  checkBodyID(body.ssid, ssid, 'ssid');
  checkBodyID(body.id, ssid);
  await change(
    transaction,
    kind.type,
    ssid,
    await toStored(transaction, kind, criteriaIn(kind.shape, before.criteria), body, timeZone),
    how,
  );
}

async function toStored<T extends object>(
  transaction: Transaction,
  { shape, check }: SavedSearchKind<T>,
  base: Criteria<T>,
  body: T,
  timeZone: string,
): Promise<object> {
  requireCriteriaScopes(transaction.caller, shape, body);
  const { ssid: _, ...criteria } = mergeCriteria(shape, base, body, 'drop', timeZone) as Criteria<T> & SavedSearchBody;
  await check(transaction, body, criteria as Criteria<T>);
  return { ...body, criteria: JSON.stringify(criteria) };
}

/** The criteria of a saved search. @throws NotFound, for a deleted one too */
export async function criteriaOf<T extends object>(
  { em }: View,
  { type, shape }: Pick<SavedSearchKind<T>, 'type' | 'shape'>,
  ssid: number,
): Promise<Criteria<T>> {
  const [[criteria] = []] = await rows(
    em,
    sql`SELECT COALESCE(criteria, '') FROM ${identifier(type.table)} WHERE id = ${ssid} AND deleted = 0`,
  );
  return criteria === undefined ? notFound(type, ssid) : criteriaIn(shape, criteria as string);
}

/** The rules by which responses for saved searches have their criteria, every field set, and histories tell what changed in them. */
export const criteriaInResponses = <T extends object>(
  kind: Pick<SavedSearchKind<T>, 'type' | 'shape'>,
): Pick<Rules<SavedSearch>, 'completeResponses' | 'addedToResponses' | 'partChanges' | 'partFields'> => ({
  completeResponses: (view, answers) => withCriteria(view, kind, answers),
  addedToResponses: [...fieldsOf(kind.shape).map(({ name }) => name), 'ssid'],
  partChanges: criteriaChanges,
  partFields: fieldsOf(kind.shape),
});

async function withCriteria<T extends object>(
  { em, caller }: View,
  { type, shape }: Pick<SavedSearchKind<T>, 'type' | 'shape'>,
  answers: readonly RecordResponse[],
): Promise<RecordResponse[]> {
  const found = await rows(
    em,
    sql`SELECT id, criteria FROM ${identifier(type.table)} WHERE id IN (${values(answers.map(({ id }) => id as number))})`,
  );
  const texts = new Map(found.map(([id, criteria]) => [id, criteria as string | null]));
  return answers.map((answer) => ({
    ...answer,
    ...criteriaResponse(seenFields(caller, shape), criteriaIn(shape, texts.get(answer['id']) ?? null)),
    ssid: answer['id'],
  }));
}

const seenFields = (caller: Caller, shape: Function): readonly Field[] => fieldsOf(shape).filter((field) => !isHiddenFrom(caller, field));

/** @throws MissingScope if a criterion is there that requires a scope which the caller does not have */
export const requireCriteriaScopes = (caller: Caller, shape: Function, criteria: object): void =>
  requireFieldScopes(
    caller,
    fieldsOf(shape).filter(({ name }) => (criteria as RecordResponse)[name] !== undefined),
  );

/** The criteria that changed in a saved search, by their names. */
function criteriaChanges(before: Pick<SavedSearch, 'criteria'>, after: Pick<SavedSearch, 'criteria'>): FieldChanges {
  const [was, is] = [before, after].map(({ criteria }) => JSON.parse(criteria || '{}') as RecordResponse);
  const names = [...new Set([...Object.keys(was!), ...Object.keys(is!)])];
  const changed = names.filter((name) => JSON.stringify(was![name]) !== JSON.stringify(is![name]));
  return Object.fromEntries(changed.map((name) => [name, [was![name] ?? null, is![name] ?? null]]));
}

const criteriaIn = <T extends object>(shape: new () => T, text: string | null): Criteria<T> =>
  mergeCriteria(shape, {}, JSON.parse(text || '{}') as T, 'drop', 'UTC');

/** Only list criteria have no default value. */
const criteriaResponse = <T extends object>(fields: readonly Field[], criteria: Criteria<T>): RecordResponse =>
  Object.fromEntries(fields.map(({ name, unset }) => [name, (criteria as RecordResponse)[name] ?? (unset === null ? [] : unset)]));
