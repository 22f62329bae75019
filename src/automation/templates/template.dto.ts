import { ApiProperty } from '@nestjs/swagger';
import { timeZone } from '../../core/config/parsers';
import { InvalidValue } from '../../core/config/setting';
import { ComposedOrNull } from '../../core/fields/decorators';
import { NewOf, PartOf, ResponseOf, UpdateOf, ValidateField } from '../../core/fields/shapes';
import { booleanRule, INT32, intRule } from '../../core/fields/value-rules';
import { LONG_TEXT } from '../../core/sql/columns';
import { AutomationTemplate } from '../automation.entity';

/** Texts to which the actions of automations refer by `templateId`. */
export class AutomationTemplateDto extends ResponseOf(AutomationTemplate) {
  @ComposedOrNull(
    { type: String, nullable: true, maxLength: 100, example: 'Contacts', readOnly: true, description: 'The module of the record type.' },
    { derived: true },
  )
  module!: string | null;
}

export class AutomationTemplateCreateDto extends NewOf(AutomationTemplateDto, ['name', 'kind', 'recordType']) {}

export class AutomationTemplateUpdateDto extends UpdateOf(AutomationTemplateDto, [], { name: 'Welcome to new contacts' }) {
  @ApiProperty({ type: Boolean, required: false, example: false, description: 'false restores a deleted record.' })
  @ValidateField({ validate: booleanRule.validate, clearable: false, derived: false })
  override deleted?: boolean;
}

function validateTimeZone(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  try {
    timeZone(value);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidValue) return `must be ${error.message}`;
    throw error;
  }
}

const recordID = (target: object, name: string): void => {
  const description = 'The record whose values are shown.';
  ApiProperty({ type: 'integer', format: 'int32', minimum: 1, maximum: INT32.maximum, example: 1, description })(target, name);
  ValidateField({ validate: intRule(1).validate, clearable: false, derived: false }, true)(target, name);
};

const optionalTimeZone = (target: object, name: string): void => {
  const description = 'The IANA time zone of dates, as in the schedule of the automation; by default that of the service.';
  ApiProperty({ type: String, maxLength: 100, required: false, nullable: true, example: 'Australia/Sydney', description })(target, name);
  ValidateField({ validate: validateTimeZone, clearable: true, derived: false })(target, name);
};

/** For which record a template is shown. */
export class TemplatePreviewRequestDto {
  @recordID recordId!: number;
  @optionalTimeZone timeZone?: string | null;
}

const TEXTS = ['kind', 'recordType', 'subject', 'text', 'html'] as const;

/** A template that is not saved, and the record for which it is shown. */
export class UnsavedTemplatePreviewDto extends PartOf(AutomationTemplateDto, TEXTS, ['kind', 'recordType']) {
  @recordID recordId!: number;
  @optionalTimeZone timeZone?: string | null;
}

const filled = (example: string, description: string, required = true) =>
  ({ type: String, maxLength: LONG_TEXT, required, example, description }) as const;

/** Texts with the values of a record. */
export class FilledTextsDto {
  @ApiProperty(filled('Welcome, Ann', 'Of an e-mail.', false)) subject?: string;
  @ApiProperty(filled('Dear Ann,\nyour consultant is Amelia Hart.', 'Derived from html if there is no plain text.')) text!: string;
  @ApiProperty(filled('<p>Dear Ann,<br>your consultant is Amelia Hart.</p>', 'Of an e-mail in HTML.', false)) html?: string;
}
