import { Forbidden, type ProblemKind } from '../problems/problem';
import { READY_MADE_ROLES, type RoleScope } from '../terms/role-scopes';
import type { Caller } from './caller';

/** What a caller may do. */
export interface Rights {
  /** The name of the role. */
  readonly role: string;
  readonly scopes: ReadonlySet<RoleScope>;
}

/** Everything. */
export const ADMINISTRATOR: Rights = { role: 'Administrator', scopes: READY_MADE_ROLES['administrator']! };

/** The request requires scopes that the caller does not have. */
export class MissingScope extends Forbidden {
  static override readonly kind: ProblemKind = {
    type: '/problems/missing-scope',
    status: 403,
    title: 'A scope is missing',
    meaning: 'The request requires a scope that the role of the caller does not have. Those that are missing are in missing.',
    remedy: 'Use a key with another role, or ask an administrator to give you a role that has the scopes. GET /api/Me shows yours.',
  };

  constructor(missing: readonly RoleScope[], { role = 'none' }: Partial<Rights>, purpose = 'This') {
    super(
      `${purpose} requires ${missing.length === 1 ? 'the scope' : 'the scopes'} ${missing.join(', ')}, which you do not have. Your role: ${role}.`,
    );
    Object.assign(this, { members: { missing } });
  }
}

/** @param purpose the subject of the sentence that says what is missing @throws MissingScope */
export function requireScopes(caller: Caller, required: Iterable<RoleScope>, purpose?: string): void {
  const missing = [...required].filter((scope) => !caller.scopes?.has(scope));
  if (missing.length > 0) throw new MissingScope(missing, caller, purpose);
}
