import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateField } from '../../core/fields/shapes';
import { textRule } from '../../core/fields/value-rules';

const MAX_LENGTH = 4000;

/** A credential of the payroll system: write-only; responses contain the placeholder instead. */
export const Credential = (placeholder: string, { optional = false } = {}): PropertyDecorator =>
  applyDecorators(
    ApiProperty({
      type: String,
      maxLength: MAX_LENGTH,
      required: !optional,
      nullable: optional,
      example: placeholder,
      description: `Shown as ${placeholder} once set; sending the placeholder keeps the value.`,
    }),
    ...(optional ? [ValidateField({ validate: textRule(MAX_LENGTH).validate, clearable: true, derived: false })] : []),
  );

/** The three credentials and their placeholders in responses. */
export const PLACEHOLDERS = { apiKey: '<API_KEY>', apiUsername: '<USERNAME>', apiPassword: '<PASSWORD>' } as const;
export type CredentialName = keyof typeof PLACEHOLDERS;
export const CREDENTIALS = Object.keys(PLACEHOLDERS) as CredentialName[];

/** What a credential belongs to when it is encrypted: it cannot be moved to another field or division. */
export const ownerOf = (divisionID: number, name: CredentialName): string => `${divisionID}/${name}`;
