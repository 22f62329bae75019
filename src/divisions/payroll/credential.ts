import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { CheckedAs } from '../../fields/shapes';
import { textRule } from '../../fields/values';

const LONGEST = 4000;

/** A credential of the payroll system: written, never shown again; an answer has the placeholder in its stead. */
export const Credential = (placeholder: string, { optional = false } = {}): PropertyDecorator =>
  applyDecorators(
    ApiProperty({
      type: String,
      maxLength: LONGEST,
      required: !optional,
      nullable: optional,
      example: placeholder,
      description: `Shown as ${placeholder} once set; the placeholder sent back keeps the value.`,
    }),
    ...(optional ? [CheckedAs({ complaint: textRule(LONGEST).complaint, clearable: true, derived: false })] : []),
  );

/** The three credentials and what an answer shows for them. */
export const PLACEHOLDERS = { apiKey: '<API_KEY>', apiUsername: '<USERNAME>', apiPassword: '<PASSWORD>' } as const;
export type CredentialName = keyof typeof PLACEHOLDERS;
export const CREDENTIALS = Object.keys(PLACEHOLDERS) as CredentialName[];
