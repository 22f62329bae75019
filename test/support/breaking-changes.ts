import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, type Operation, type Parameter } from './operations';
import { SchemaChanges, type Way } from './schema-changes';

type Described = Operation['described'];
type Answer = Extract<NonNullable<Described['responses'][string]>, { description: string }>;
type Contents = NonNullable<Answer['content']>;

/** What a document takes from the clients of an earlier one, and what it newly asks of them. */
export function breakingChanges(before: OpenAPIObject, after: OpenAPIObject): string[] {
  const present = new Map(operationsOf(after).map((operation) => [operation.name, operation]));
  const schemas = new SchemaChanges(before, after);
  const changes = operationsOf(before).flatMap((was) => {
    const is = present.get(was.name);
    return is ? changesOf(was, is, { before, after, schemas }) : [`no more ${was.name}`];
  });
  return [...new Set(changes)].sort();
}

interface Compared {
  readonly before: OpenAPIObject;
  readonly after: OpenAPIObject;
  readonly schemas: SchemaChanges;
}

/** The parameters by their place: an id in a path may be called anything. */
function places({ parameters }: Operation): ReadonlyMap<string, Parameter> {
  const inPath = parameters.filter((each) => each.in === 'path');
  const others = parameters.filter((each) => each.in !== 'path');
  return new Map([
    ...inPath.map((each, index) => [`${index + 1} in the path`, each] as const),
    ...others.map((each) => [each.in === 'query' ? each.name : `${each.name} in the ${each.in}`, each] as const),
  ]);
}

const changesOf = (was: Operation, is: Operation, compared: Compared): string[] => [
  ...changesOfParameters(was, is, compared),
  ...changesOfBody(was, is, compared),
  ...changesOfResponses(was, is, compared),
  ...changesOfSecurity(was, is, compared),
];

function changesOfParameters(was: Operation, is: Operation, { schemas }: Compared): string[] {
  const { name } = was;
  const [earlier, present] = [places(was), places(is)];
  const gone = [...earlier].flatMap(([place, parameter]) => {
    const other = present.get(place);
    return other ? schemas.between(parameter.schema, other.schema, `${name}: ${place}`, 'asked') : [`no more ${name}: parameter ${place}`];
  });
  const required = [...present].filter(([place, { required: isNow }]) => isNow && !earlier.get(place)?.required);
  return [...gone, ...required.map(([place]) => `now ${name}: requires ${place}`)];
}

function changesOfBody(was: Operation, is: Operation, { schemas }: Compared): string[] {
  const [earlier, present] = [bodyOf(was), bodyOf(is)];
  const isRequired = present?.required && !earlier?.required;
  return [
    ...(isRequired ? [`now ${was.name}: requires a body`] : []),
    ...changesOfContents(earlier?.content ?? {}, present?.content ?? {}, `${was.name}: body`, 'asked', schemas),
  ];
}

const bodyOf = ({ described: { requestBody } }: Operation) => (requestBody && 'content' in requestBody ? requestBody : undefined);

function changesOfResponses(was: Operation, is: Operation, { before, after, schemas }: Compared): string[] {
  return Object.entries(was.described.responses).flatMap(([status, written]) => {
    const at = `${was.name}: ${status}`;
    const [earlier, present] = [answerOf(written, before), answerOf(is.described.responses[status], after)];
    if (!present) return [`no more ${at}`];
    const headers = Object.keys(earlier?.headers ?? {}).filter((header) => !(header in (present.headers ?? {})));
    return [
      ...headers.map((header) => `no more ${at}: header ${header}`),
      ...changesOfContents(earlier?.content ?? {}, present.content ?? {}, at, 'answered', schemas),
    ];
  });
}

function answerOf(written: Described['responses'][string] | undefined, { components }: OpenAPIObject): Answer | undefined {
  const found = written && '$ref' in written ? components?.responses?.[written.$ref.split('/').at(-1) ?? ''] : written;
  return found && !('$ref' in found) ? found : undefined;
}

const changesOfContents = (was: Contents, is: Contents, at: string, way: Way, schemas: SchemaChanges): string[] =>
  Object.entries(was).flatMap(([type, { schema }]) => {
    const other = is[type];
    if (!other) return [`no more ${at}: ${type}`];
    return schema && other.schema ? schemas.between(schema, other.schema, at, way) : [];
  });

/** Whoever met a requirement must meet one still. */
function changesOfSecurity(was: Operation, is: Operation, { before, after }: Compared): string[] {
  const present = requirementsOf(is, after);
  const isMet = (credentials: object): boolean => present.some((needed) => Object.keys(needed).every((scheme) => scheme in credentials));
  const refused = requirementsOf(was, before).filter((credentials) => !isMet(credentials));
  return refused.map((credentials) => `no more ${was.name}: with ${Object.keys(credentials).join(' and ') || 'nothing'}`);
}

function requirementsOf({ described }: Operation, document: OpenAPIObject): readonly object[] {
  const any = described.security ?? document.security ?? [];
  return any.length > 0 ? any : [{}];
}
