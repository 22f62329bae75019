import { requireScopes } from '../../core/callers';
import type { FieldChanges } from '../../core/changes';
import type { Transaction } from '../../core/database';
import type { View } from '../../core/database/transactions';
import { execute, numberOf, rows } from '../../core/database/rows';
import { Conflict, InvalidRequest } from '../../core/problems';
import { requireFields, ruledBy, type RecordResponse } from '../../core/records';
import { sql, values } from '../../core/sql';
import { impliedBy, ROLE_SCOPES, type RoleScope } from '../../core/terms/role-scopes';
import type { Role } from './role.entity';
import { scopesOf, type StoredScopes } from './role-scopes';
import { roles } from './roles.records';

export const roleRules = ruledBy(roles, {
  async prepare(transaction, before, after) {
    requireFields(roles, before, after);
    if (before.code) throw new Conflict(`The role ${before.name} is built in: it can be neither changed nor deleted. Create another one.`);
    if (after.deleted && !before.deleted) await refuseInUse(transaction, after);
  },
  saveParts: saveScopes,
  completeResponses: withScopes,
  addedToResponses: ['scopes', 'isBuiltIn'],
});

async function refuseInUse({ em }: Transaction, { id, name }: Role): Promise<void> {
  const users = await numberOf(em, sql`SELECT COUNT(*) FROM user WHERE roleID = ${id} AND deleted = 0`);
  if (users > 0) throw new Conflict(`${users} ${users === 1 ? 'user has' : 'users have'} the role ${name}: give them another one first.`);
}

async function saveScopes(transaction: Transaction, { id, code, scopeText }: Role, body: { scopes?: RoleScope[] }): Promise<FieldChanges> {
  if (body.scopes === undefined) return {};
  const before = scopesOf({ code, scopeText });
  const after = ROLE_SCOPES.filter((scope) => body.scopes?.includes(scope));
  if (after.join() === [...before].join()) return {};
  refuseIncomplete(after);
  requireScopes(
    transaction.caller,
    after.filter((scope) => !before.has(scope)),
    'A role with these rights',
  );
  await execute(transaction.em, sql`UPDATE role SET scopeText = ${after.join(' ')} WHERE id = ${id}`);
  return { scopes: [[...before], after] };
}

function refuseIncomplete(scopes: readonly RoleScope[]): void {
  const errors = scopes.flatMap((scope) => {
    const missing = impliedBy(scope).filter((each) => !scopes.includes(each));
    return missing.length === 0 ? [] : [{ pointer: '/scopes', detail: `must also contain ${missing.join(', ')}, which ${scope} requires` }];
  });
  if (errors.length > 0) throw InvalidRequest.because(errors);
}

async function withScopes({ em }: View, responses: readonly RecordResponse[]): Promise<RecordResponse[]> {
  const ids = responses.map(({ id }) => id as number);
  const found = ids.length === 0 ? [] : await rows(em, sql`SELECT id, code, scopeText FROM role WHERE id IN (${values(ids)})`);
  const stored = new Map(found.map(([id, code, scopeText]) => [id, { code, scopeText } as StoredScopes]));
  return responses.map((response) => {
    const role = stored.get(response['id']) ?? { code: null, scopeText: null };
    return { ...response, scopes: [...scopesOf(role)], isBuiltIn: role.code !== null };
  });
}
