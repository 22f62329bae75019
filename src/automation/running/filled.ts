import type { Unit } from '../../database';
import type { Field } from '../../fields/field';
import type { RecordType } from '../../fields/record-type';
import { answersOf, load, type Answer } from '../../records';
import { fillTemplate, templateFields } from '../actions/template';

/** The texts with the values of a record in their places. */
export async function filled<T extends readonly string[]>(
  unit: Unit,
  record: RecordType,
  recordID: number,
  ...texts: T
): Promise<{ [K in keyof T]: string }> {
  const fields = texts.flatMap((text) => templateFields(text, record));
  const [answer = {}] = fields.length > 0 ? await answersOf(unit, record, [recordID]) : [];
  const stored: Answer = fields.some(({ answered }) => answered === 'nowhere') ? { ...(await load(unit.em, record, recordID)) } : {};
  return texts.map((text) => fillTemplate(text, record, (field) => inWords(valueOf(field, answer, stored)))) as { [K in keyof T]: string };
}

function valueOf({ name, answered }: Field, answer: Answer, stored: Answer): unknown {
  if (answered === 'field') return answer[name];
  if (answered === 'nowhere') return stored[name];
  const entries = answer[answered.list] as readonly { type: string; value: unknown }[];
  return entries.find(({ type }) => type === answered.type)?.value;
}

/** A value in a sentence; nothing for what is unset. */
function inWords(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
