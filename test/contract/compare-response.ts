import type { ContractField, ContractType } from './contract-field';

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const INT32_LIMIT = 2 ** 31;

/**
 * The differences between a response and the specification, one sentence each.
 * A `?` field is always present; no other field is null; an unset `dt` is omitted; dates are UTC with milliseconds.
 * @param allowed fields that may be present although the specification lacks them
 */
export function compareResponse(fields: readonly ContractField[], response: unknown, allowed: readonly string[] = [], at = ''): string[] {
  if (!isObject(response)) return [`${at || '/'}: is not an object but ${JSON.stringify(response)}`];
  const names = new Set([...fields.map(({ name }) => name), ...allowed]);
  const unknown = Object.keys(response).filter((name) => !names.has(name));
  return [
    ...unknown.map((name) => `${at}/${name}: is not in the specification`),
    ...fields.flatMap((field) => compareField(field, response[field.name], `${at}/${field.name}`)),
  ];
}

/** The same for an array response; an empty array is a difference, as it would prove nothing. */
export function compareResponses(fields: readonly ContractField[], responses: unknown, allowed: readonly string[] = []): string[] {
  if (!Array.isArray(responses)) return [`/: is not an array but ${JSON.stringify(responses)}`];
  if (responses.length === 0) return ['/: is empty'];
  return responses.flatMap((response, index) => compareResponse(fields, response, allowed, `/${index}`));
}

function compareField({ type, nullable }: ContractField, value: unknown, at: string): string[] {
  if (value === undefined) return type.kind === 'dt' && !nullable ? [] : [`${at}: is missing`];
  if (value === null) return nullable ? [] : [`${at}: is null`];
  return compareValue(type, value, at);
}

function compareValue(type: ContractType, value: unknown, at: string): string[] {
  if (type.kind === 'object') return compareResponse(type.fields, value, [], at);
  if (type.kind === 'array' && Array.isArray(value))
    return value.flatMap((element, index) => compareValue(type.of, element, `${at}/${index}`));
  return fits(type, value) ? [] : [`${at}: ${JSON.stringify(value)} is not a valid ${type.kind}`];
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

/** Rejects impossible dates such as 30 February. */
const isDate = (text: string): boolean => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
