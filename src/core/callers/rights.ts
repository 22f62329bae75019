import { Forbidden } from '../problems/problem';
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
  override readonly type = '/problems/missing-scope';
  override readonly title = 'A scope is missing';

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
