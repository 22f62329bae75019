import type { Transaction } from '../../../core/database';
import type { Field } from '../../../core/fields/field';
import type { RecordType } from '../../../core/fields/record-type';
import { readResponses, load, type RecordResponse } from '../../../core/records';
import { fillTemplate, templateFields } from '../params/template';

/** Replaces the placeholders of templates with the values of a record. */
export async function fillTemplates<T extends readonly string[]>(
  transaction: Transaction,
  record: RecordType,
  recordID: number,
  ...texts: T
): Promise<{ [K in keyof T]: string }> {
  const fields = texts.flatMap((text) => templateFields(text, record));
  const [response = {}] = fields.length > 0 ? await readResponses(transaction, record, [recordID]) : [];
  const stored: RecordResponse = fields.some(({ inResponse }) => inResponse === 'nowhere')
    ? { ...(await load(transaction.em, record, recordID)) }
    : {};
  return texts.map((text) => fillTemplate(text, record, (field) => asText(valueOf(field, response, stored)))) as { [K in keyof T]: string };
}

function valueOf({ name, inResponse }: Field, response: RecordResponse, stored: RecordResponse): unknown {
  if (inResponse === 'field') return response[name];
  if (inResponse === 'nowhere') return stored[name];
  const entries = response[inResponse.list] as readonly { type: string; value: unknown }[];
  return entries.find(({ type }) => type === inResponse.type)?.value;
}

/** A value in a sentence; nothing for what is unset. */
function asText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
