import type { RecordTypes } from '../../core/fields/record-types';
import type { ValidationError } from '../../core/problems';
import { SMS_LENGTH, type TemplateKind } from '../automation.entity';
import type { Form } from './liquid';
import { templateErrors } from './template';
import type { Texts } from './texts';

/** The texts of a template, and of what. */
export interface TextsOfKind extends Texts {
  readonly kind: string;
  readonly recordType: string;
}

type Part = keyof Texts;

const PARTS: Readonly<Record<Part, Form>> = { subject: 'text', text: 'text', html: 'html' };
const PARTS_OF: Readonly<Record<TemplateKind, readonly Part[]>> = { email: ['subject', 'text', 'html'], sms: ['text'], text: ['text'] };

/** What prevents texts from being filled. */
export function textsErrors(types: RecordTypes, template: TextsOfKind): ValidationError[] {
  return [
    ...missingParts(template),
    ...(Object.keys(PARTS) as Part[]).flatMap((part) =>
      partErrors(types, template, part).map((detail) => ({ pointer: `/${part}`, detail })),
    ),
  ];
}

function missingParts({ kind, subject, text, html }: TextsOfKind): ValidationError[] {
  const noText = { pointer: '/text', detail: kind === 'email' ? 'is required, unless there is html' : 'is required' };
  return [
    ...(kind === 'email' && isBlank(subject) ? [{ pointer: '/subject', detail: 'is required for kind email' }] : []),
    ...(isBlank(text) && (kind !== 'email' || isBlank(html)) ? [noText] : []),
  ];
}

function partErrors(types: RecordTypes, template: TextsOfKind, part: Part): string[] {
  const text = template[part];
  if (isBlank(text)) return [];
  if (!PARTS_OF[template.kind as TemplateKind].includes(part)) return [`must be null for kind ${template.kind}: only e-mails have it`];
  if (template.kind === 'sms' && [...text].length > SMS_LENGTH) return [`must be at most ${SMS_LENGTH} characters long for kind sms`];
  return templateErrors(types, types.named(template.recordType), text, PARTS[part]);
}

const isBlank = (text: string | null | undefined): text is '' | null | undefined => !text?.trim();
