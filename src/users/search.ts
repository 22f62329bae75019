import type { EntityManager } from 'typeorm';
import type { ValidationError } from '../core/problems';
import { isChosen, unknownNames, type Choice } from '../core/search';
import { and, list, sql, type Sql } from '../core/sql';
import { fold } from '../core/text/fold';

/**
 * SQL of the ids of the users that a criterion asks for by their ids or names.
 * @param me the user who runs the search, who is `me`
 * @param among limits them to those whom one of these columns refers to
 */
export function chosenUsers(choice: Choice, me: number, among: readonly Sql[] = []): Sql {
  const ids = choice.names.includes('me') ? [...choice.ids, me] : choice.ids;
  const isAmong = among.length === 0 ? [] : [sql`u.id IN (${list(among)})`];
  return sql`SELECT u.id FROM user_text u WHERE ${and([...isAmong, isChosen(sql`u.id`, sql`u.name`, { ...choice, ids })])}`;
}

/** Errors for users in a list criterion, by id or name, who do not exist; `me` is the user who runs the search. */
export function unknownUsers(em: EntityManager, field: string, texts: readonly string[] | null | undefined): Promise<ValidationError[]> {
  const others = texts?.map((text) => (fold(text) === 'me' ? '' : text));
  return unknownNames(
    em,
    field,
    others,
    sql`SELECT u.id, u.name FROM user_text u`,
    'must be the id or the name of a user, me, or 0 for none',
  );
}
