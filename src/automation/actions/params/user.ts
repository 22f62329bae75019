import { INT32 } from '../../../core/fields/value-rules';
import { visibleIds } from '../../../core/records';
import { users } from '../../../users';
import type { Param } from './param';

/** The record's owner, the user of the rule, or a user. */
export type Assignee = 'owner' | 'me' | number;

/** The id of a user, or one of the words. */
export const userOr = <W extends 'owner' | 'me'>(...words: readonly W[]): Param<W | number> => ({
  schema: {
    anyOf: [
      { type: 'string', enum: words },
      { type: 'integer', minimum: 1, maximum: INT32.maximum },
    ],
    description: `the id of a user or ${words.map((word) => `"${word}"`).join(' or ')}`,
  },
  environmentError: async (user, _, view) => {
    const exists = typeof user !== 'number' || (await visibleIds(view, users, [user])).length > 0;
    return exists ? undefined : 'must be the id of an existing user or one of the values in the catalogue';
  },
});

/** The owner, the user of the rule, or a user by id. */
export function describeUser(user: Assignee): string {
  if (user === 'owner') return 'the owner';
  return user === 'me' ? "the rule's user" : `user ${user}`;
}
