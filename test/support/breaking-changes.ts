import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations';
import { withinSchema } from './schemas';

/** What clients rely on: gone, it breaks them. */
function promisesOf(document: OpenAPIObject): Set<string> {
  const operations = operationsOf(document).flatMap(({ name, parameters, statuses }) => [
    name,
    ...parameters.map((each) => `${name}: parameter ${each.in === 'path' ? 'in the path' : each.name}`),
    ...statuses.filter((status) => status < 300).map((status) => `${name}: ${status}`),
  ]);
  const fields = Object.entries(document.components?.schemas ?? {}).flatMap(([schema, described]) =>
    [...withinSchema(described, schema)].map(([at, part]) => `${at}: ${String(part.type ?? 'a schema')}`),
  );
  return new Set([...operations, ...fields]);
}

/** What clients must send: new, it breaks them. */
function demandsOf(document: OpenAPIObject): Set<string> {
  const parameters = operationsOf(document).flatMap(({ name, described }) =>
    (described.parameters ?? []).flatMap((each) =>
      'name' in each && each.required && each.in !== 'path' ? [`${name}: requires ${each.name}`] : [],
    ),
  );
  const bodies = operationsOf(document).flatMap(({ body }) => (body?.schema && '$ref' in body.schema ? [body.schema.$ref] : []));
  const fields = [...new Set(bodies)].flatMap((reference) => {
    const name = reference.split('/').at(-1) ?? '';
    const schema = document.components?.schemas?.[name];
    return schema && 'required' in schema ? (schema.required ?? []).map((field) => `${name}: requires ${field}`) : [];
  });
  return new Set([...parameters, ...fields]);
}

/** What a document takes from the clients of an earlier one, and what it newly asks of them. */
export function breakingChanges(before: OpenAPIObject, after: OpenAPIObject): string[] {
  const [promises, demands] = [promisesOf(after), demandsOf(before)];
  const gone = [...promisesOf(before)].filter((promise) => !promises.has(promise)).map((promise) => `no more ${promise}`);
  const known = promisesOf(before);
  const newDemands = [...demandsOf(after)]
    .filter((demand) => !demands.has(demand) && isKnown(known, demand))
    .map((demand) => `now ${demand}`);
  return [...gone, ...newDemands].sort();
}

/** What is new as a whole may ask for anything. */
const isKnown = (promises: ReadonlySet<string>, demand: string): boolean => {
  const [of = ''] = demand.split(': requires ');
  return promises.has(of) || promises.has(`${of}: object`);
};
