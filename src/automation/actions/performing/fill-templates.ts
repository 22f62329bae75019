import type { Transaction } from '../../../core/database';
import type { Field } from '../../../core/fields/field';
import type { RecordType } from '../../../core/fields/record-type';
import { loadAll, readResponses, type RecordResponse } from '../../../core/records';
import { fillTemplate, templateFields } from '../params/template';
import type { RecordAndTarget } from './action-context';

/** Replaces the placeholders of templates with the values of each of some records. @returns the texts of each, in their order */
export async function fillTemplates<T extends readonly string[]>(
  transaction: Transaction,
  record: RecordType,
  subjects: readonly RecordAndTarget[],
  ...texts: T
): Promise<{ [K in keyof T]: string }[]> {
  const fields = texts.flatMap((text) => templateFields(text, record));
  const ids = subjects.map(({ recordID }) => recordID);
  const responses = fields.length > 0 ? await readResponses(transaction, record, ids) : [];
  const isHidden = fields.some(({ inResponse }) => inResponse === 'nowhere');
  const stored = isHidden ? ((await loadAll(transaction.em, record, ids)) as RecordResponse[]) : [];
  const [responseOf, storedOf] = [byID(responses), byID(stored)];
  return ids.map((id) => {
    const valueIn = (field: Field): string => asText(valueOf(field, responseOf.get(id) ?? {}, storedOf.get(id) ?? {}));
    return texts.map((text) => fillTemplate(text, record, valueIn)) as { [K in keyof T]: string };
  });
}

const byID = (responses: readonly RecordResponse[]): ReadonlyMap<unknown, RecordResponse> =>
  new Map(responses.map((response) => [response['id'], response]));

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
