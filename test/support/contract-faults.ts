import type { Response } from 'supertest';
import { parseNdjson } from './bulk';
import type { Operation } from './operations';
import type { SchemaCheck } from './schemas';

/** What a response, read as text, has against its description: an undocumented status or media type, or a body that does not match. */
export function contractFaults(check: SchemaCheck, operation: Operation, { status, body, type }: Response): string[] {
  const text = body as string;
  const fault = (detail: string): string => `${operation.name}: ${status} ${detail}`;
  if (!operation.statuses.includes(status))
    return [fault(`is answered, documented are ${operation.statuses.join(', ')}: ${text.slice(0, 500)}`)];
  const documented = operation.response(status);
  if (!documented?.schema) return text ? [fault('has a body')] : [];
  const { schema } = documented;
  if (type !== operation.responseType(status)) return [fault(`is ${type}`)];
  return valuesIn(text, type).flatMap((value) => check.violations(schema, value).map(fault));
}

/** The values to validate against the schema: for NDJSON, each line. */
function valuesIn(text: string, type: string): unknown[] {
  if (type === 'application/x-ndjson') return parseNdjson(text);
  return [type.endsWith('json') ? JSON.parse(text) : text];
}
