import { MAX_MEMBERS, membersIn } from '../http/json-body';

/** Has it more members than a body may have? Each has more than one character, so few texts are counted. */
export const hasTooManyMembers = (text: string): boolean => text.length > MAX_MEMBERS && membersIn(Buffer.from(text)) > MAX_MEMBERS;

/** What a row or a cell says in JSON; undefined if it is none, or has too many members. */
export function jsonIn(text: string): unknown {
  if (hasTooManyMembers(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
