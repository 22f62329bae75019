import type { ContractField, ContractType } from './contract-field';

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const INT32_LIMIT = 2 ** 31;

/**
 * Where an answer differs from the specification and from the rules of every answer: one sentence each, none when all is well.
 * A `?` field is always there; no other is null; an unset `dt` is left out; dates are UTC to the millisecond.
 * @param allowed fields beyond the specification that may be there as well
 */
export function compareAnswer(fields: readonly ContractField[], answer: unknown, allowed: readonly string[] = [], at = ''): string[] {
  if (!isObject(answer)) return [`${at || '/'}: is no object but ${JSON.stringify(answer)}`];
  const names = new Set([...fields.map(({ name }) => name), ...allowed]);
  const unknown = Object.keys(answer).filter((name) => !names.has(name));
  return [
    ...unknown.map((name) => `${at}/${name}: is not in the specification`),
    ...fields.flatMap((field) => compareField(field, answer[field.name], `${at}/${field.name}`)),
  ];
}

/** The same for an answer that is an array; an empty one differs too: it would show nothing. */
export function compareAnswers(fields: readonly ContractField[], answers: unknown, allowed: readonly string[] = []): string[] {
  if (!Array.isArray(answers)) return [`/: is no array but ${JSON.stringify(answers)}`];
  if (answers.length === 0) return ['/: is empty'];
  return answers.flatMap((answer, index) => compareAnswer(fields, answer, allowed, `/${index}`));
}

function compareField({ type, nullable }: ContractField, value: unknown, at: string): string[] {
  if (value === undefined) return type.kind === 'dt' && !nullable ? [] : [`${at}: is missing`];
  if (value === null) return nullable ? [] : [`${at}: is null`];
  return compareValue(type, value, at);
}

function compareValue(type: ContractType, value: unknown, at: string): string[] {
  if (type.kind === 'object') return compareAnswer(type.fields, value, [], at);
  if (type.kind === 'array' && Array.isArray(value))
    return value.flatMap((element, index) => compareValue(type.of, element, `${at}/${index}`));
  return fits(type, value) ? [] : [`${at}: ${JSON.stringify(value)} is no ${type.kind}`];
}

function fits(type: ContractType, value: unknown): boolean {
  switch (type.kind) {
    case 'int32':
      return Number.isInteger(value) && Number(value) >= -INT32_LIMIT && Number(value) < INT32_LIMIT;
    case 'double':
      return typeof value === 'number';
    case 'enum':
      return typeof value === 'number' && type.values.includes(value);
    case 'dt':
      return typeof value === 'string' && MOMENT.test(value) && isDate(value);
    case 'string':
    case 'boolean':
      return typeof value === type.kind;
    default:
      return false;
  }
}

/** 30 February has the form but is no date. */
const isDate = (text: string): boolean => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
