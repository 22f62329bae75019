import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { NewOf, ResponseOf, UpdateOf, ValidateField } from '../../core/fields/shapes';
import { ignoredRule } from '../../core/fields/value-rules';
import { isRoleScope, ROLE_SCOPES, type RoleScope } from '../../core/terms/role-scopes';
import { Role } from './role.entity';

const SCOPES: ApiPropertyOptions = {
  type: 'array',
  maxItems: ROLE_SCOPES.length,
  uniqueItems: true,
  items: { type: 'string', enum: [...ROLE_SCOPES] },
  example: ['candidates:read', 'candidates:write', 'jobs:read'],
  description: 'What its users may do. A scope to write requires the one to read, and some require those of records that they also show.',
};
const BUILT_IN = {
  type: Boolean,
  example: false,
  readOnly: true,
  description: 'Ships with the service, and can be neither changed nor deleted.',
} as const;

function validateScopes(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'must be an array of scopes';
  const unknown = value.findIndex((each) => typeof each !== 'string' || !isRoleScope(each));
  if (unknown >= 0) return `must contain only these scopes: ${ROLE_SCOPES.join(', ')}; item ${unknown} is not one`;
  return new Set(value).size < value.length ? 'must not contain a scope twice' : undefined;
}

const Scopes = (required: boolean): PropertyDecorator =>
  ValidateField({ validate: validateScopes, clearable: false, derived: false }, required);
const Ignored = (): PropertyDecorator => ValidateField({ ...ignoredRule, clearable: true, derived: true });

/** A role. */
export class RoleDto extends ResponseOf(Role) {
  @ApiProperty(SCOPES) scopes!: RoleScope[];
  @ApiProperty(BUILT_IN) isBuiltIn!: boolean;
}

/** A change of a role: absent = unchanged. */
export class RoleUpdateDto extends UpdateOf(Role) {
  @ApiProperty({ ...SCOPES, required: false }) @Scopes(false) scopes?: RoleScope[];
  @ApiProperty({ ...BUILT_IN, required: false }) @Ignored() isBuiltIn?: boolean;
}

export class RoleNewDto extends NewOf(Role, ['name']) {
  @ApiProperty(SCOPES) @Scopes(true) scopes!: RoleScope[];
  @ApiProperty({ ...BUILT_IN, required: false }) @Ignored() isBuiltIn?: boolean;
}
