import { ApiProperty } from '@nestjs/swagger';
import { ValidateField } from '../core/fields/shapes';
import { INT32, intRule, momentRule, textRule, type ValueRule } from '../core/fields/value-rules';
import { PageQuery, QueryDirection } from '../core/http';
import { NAME_LENGTH, type ApiKey } from './api-key.entity';

/** How long a replaced key may stay live. */
const MAX_GRACE_HOURS = 168;
const DEFAULT_GRACE_HOURS = 24;

const NUMBER = { type: 'integer', format: 'int32', minimum: 1, maximum: INT32.maximum, example: 1 } as const;
const WHEN = { type: 'string', format: 'date-time', maxLength: 40 } as const;
const EXPIRY = { ...WHEN, example: '2036-11-20T03:00:00.000Z' } as const;

const nameRule: Pick<ValueRule, 'validate'> = {
  validate: (value) =>
    typeof value === 'string' && value.trim() === ''
      ? `must be a name of 1 to ${NAME_LENGTH} characters`
      : textRule(NAME_LENGTH).validate(value),
};
const graceRule: Pick<ValueRule, 'validate'> = {
  validate: (value) =>
    intRule(0).validate(value) === undefined && Number(value) <= MAX_GRACE_HOURS
      ? undefined
      : `must be a whole number from 0 to ${MAX_GRACE_HOURS}`,
};
const field = ({ validate }: Pick<ValueRule, 'validate'>, required = false): PropertyDecorator =>
  ValidateField({ validate, clearable: !required, derived: false }, required);

/** Pages of keys. */
export class ApiKeyListQuery extends PageQuery {
  @QueryDirection('id', 'lowest first')
  readonly orderBy?: string;
}

/** An API key, without the key itself. */
export class ApiKeyDto {
  @ApiProperty(NUMBER) id!: number;
  @ApiProperty({ type: String, maxLength: NAME_LENGTH, example: 'Website' }) name!: string;
  @ApiProperty({ ...NUMBER, description: 'The user as whom it acts.' }) userID!: number;
  @ApiProperty({ ...NUMBER, example: 4, nullable: true, description: 'The role that narrows that of the user; null: none does.' })
  roleID!: number | null;
  @ApiProperty({ type: String, maxLength: 20, example: 'rms_0jZ4qX1v', description: 'The first characters of the key.' }) prefix!: string;
  @ApiProperty({ type: Boolean, example: true, description: 'Neither revoked nor expired.' }) isLive!: boolean;
  @ApiProperty({ ...WHEN, example: '2026-11-20T03:00:00.000Z' }) createdDate!: string;
  @ApiProperty({ ...NUMBER, description: 'The user who created it.' }) createdByID!: number;
  @ApiProperty({ ...EXPIRY, nullable: true, description: 'From then on it is rejected; null: never.' }) expiresDate!: string | null;
  @ApiProperty({ ...WHEN, nullable: true, example: null, description: 'To the minute; null: never used.' }) lastUsedDate!: string | null;
  @ApiProperty({ ...WHEN, nullable: true, example: null }) revokedDate!: string | null;
  @ApiProperty({ ...NUMBER, nullable: true, example: null, description: 'The key that has replaced it.' }) replacedByID!: number | null;
}

/** A new key: the only response that contains it. */
export class ApiKeyWithSecretDto extends ApiKeyDto {
  @ApiProperty({
    type: String,
    maxLength: 100,
    required: false,
    example: 'rms_0jZ4qX1v…',
    description: 'The key. Shown only here: it is not stored, so the response to a repeated Idempotency-Key does not contain it.',
  })
  key?: string;
}

export class ApiKeyCreateDto {
  @ApiProperty({ type: String, minLength: 1, maxLength: NAME_LENGTH, pattern: '\\S', example: 'Website' })
  @field(nameRule, true)
  name!: string;

  @ApiProperty({ ...NUMBER, required: false, nullable: true, description: 'The user as whom it acts; absent or null: you.' })
  @field(intRule(1))
  userID?: number | null;

  @ApiProperty({
    ...NUMBER,
    example: 4,
    required: false,
    nullable: true,
    description: 'A role that narrows that of the user: the key may do what both allow. Absent or null: all that the user may do.',
  })
  @field(intRule(1))
  roleID?: number | null;

  @ApiProperty({ ...EXPIRY, required: false, nullable: true, description: 'From then on it is rejected; absent or null: never.' })
  @field(momentRule)
  expiresDate?: string | null;
}

export class ApiKeyRotateDto {
  @ApiProperty({
    type: 'integer',
    format: 'int32',
    minimum: 0,
    maximum: MAX_GRACE_HOURS,
    default: DEFAULT_GRACE_HOURS,
    required: false,
    nullable: true,
    example: DEFAULT_GRACE_HOURS,
    description: 'How long the old key stays live besides the new one; 0: it ends at once.',
  })
  @field(graceRule)
  graceHours?: number | null;

  @ApiProperty({
    ...EXPIRY,
    required: false,
    nullable: true,
    description:
      'When the new key expires. Absent or null: it lives as long as the old one was to live when it was created; if the rotation is ' +
      'repeated, as long as the key that it made before.',
  })
  @field(momentRule)
  expiresDate?: string | null;
}

export const graceHoursOf = ({ graceHours }: ApiKeyRotateDto): number => graceHours ?? DEFAULT_GRACE_HOURS;

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;

export const apiKeyResponse = (
  { id, name, userID, roleID, prefix, createdDate, createdByID, expiresDate, lastUsedDate, revokedDate, replacedByID }: ApiKey,
  isLive: boolean,
): ApiKeyDto => ({
  id,
  name,
  userID,
  roleID,
  prefix,
  isLive,
  createdDate: createdDate.toISOString(),
  createdByID,
  expiresDate: iso(expiresDate),
  lastUsedDate: iso(lastUsedDate),
  revokedDate: iso(revokedDate),
  replacedByID,
});
