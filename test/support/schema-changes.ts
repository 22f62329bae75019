import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from './schemas';

/** Clients are asked for what is in requests, and are answered with what is in responses. */
export type Way = 'asked' | 'answered';
type Whole = Exclude<Schema, { $ref: string }>;

const PREFIX = '#/components/schemas/';
/** What may grow at any time, VERSIONING.md says: record types, events, and what roles are made of. */
const GROWS = /\/(recordType|eventID|scopes\/0)$/;
const MOST = ['maxLength', 'maxItems', 'maximum', 'maxProperties'] as const;
const LEAST = ['minLength', 'minItems', 'minimum', 'minProperties'] as const;
const FORMS = ['pattern', 'multipleOf', 'uniqueItems'] as const;

/** Compares schemas of two documents. What of them has a name is compared once for each way. */
export class SchemaChanges {
  private readonly compared = new Set<string>();

  constructor(
    private readonly before: OpenAPIObject,
    private readonly after: OpenAPIObject,
  ) {}

  /** What breaks clients that know the first schema. */
  between(was: Schema, is: Schema, at: string, way: Way): string[] {
    const [name, other] = [nameOf(was), nameOf(is)];
    if (name === undefined || name !== other) return this.betweenWhole(whole(was, this.before), whole(is, this.after), at, way);
    if (this.compared.has(`${name} ${way}`)) return [];
    this.compared.add(`${name} ${way}`);
    return this.betweenWhole(whole(was, this.before), whole(is, this.after), name, way);
  }

  private betweenWhole(was: Whole, is: Whole, at: string, way: Way): string[] {
    if (kindOf(was) !== kindOf(is)) return [`no more ${at}: ${kindOf(was)}`];
    return [
      ...(way === 'asked' ? changesOfDemands(was, is, at) : changesOfAnswers(was, is, at)),
      ...this.betweenProperties(was, is, at, way),
      ...(was.items && is.items ? this.between(was.items, is.items, `${at}/0`, way) : []),
      ...this.betweenChoices(was, is, at, way),
    ];
  }

  private betweenProperties(was: Whole, is: Whole, at: string, way: Way): string[] {
    return Object.entries(was.properties ?? {}).flatMap(([field, schema]) => {
      const other = is.properties?.[field];
      if (other) return this.between(schema, other, `${at}/${field}`, way);
      return [`no more ${at}/${field}: ${kindOf(whole(schema, this.before))}`];
    });
  }

  private betweenChoices({ oneOf: was = [] }: Whole, { oneOf: is = [] }: Whole, at: string, way: Way): string[] {
    const [earlier, present] = [was.map((each) => choiceOf(each)), is.map((each) => choiceOf(each))];
    const lost = (way === 'asked' ? earlier : []).filter((choice) => !present.includes(choice));
    const found = (way === 'answered' ? present : []).filter((choice) => !earlier.includes(choice));
    const both = was.flatMap((each) => {
      const other = is[present.indexOf(choiceOf(each))];
      return other ? this.between(each, other, `${at}|${choiceOf(each)}`, way) : [];
    });
    return [...lost.map((choice) => `no more ${at}: ${choice}`), ...found.map((choice) => `now ${at}: can be ${choice}`), ...both];
  }
}

const nameOf = (schema: Schema): string | undefined => ('$ref' in schema ? schema.$ref.replace(PREFIX, '') : undefined);

/** A schema with what it refers to and is composed of. */
function whole(schema: Schema, document: OpenAPIObject): Whole {
  const name = nameOf(schema);
  if (name !== undefined) return whole(document.components?.schemas?.[name] ?? {}, document);
  const { allOf = [], ...own } = schema as Whole;
  const all = [...allOf.map((part) => whole(part, document)), own];
  const properties = Object.assign({}, ...all.map((part) => part.properties ?? {})) as NonNullable<Whole['properties']>;
  return { ...(Object.assign({}, ...all) as Whole), properties, required: all.flatMap(({ required = [] }) => required) };
}

/** One of a choice has a name, or is the only one of its kind. */
const choiceOf = (schema: Schema): string => nameOf(schema) ?? kindOf(schema as Whole);

const kindOf = ({ type, oneOf }: Whole): string => (oneOf ? 'a choice' : String(type ?? 'anything'));

/** What was accepted and is refused. */
function changesOfDemands(was: Whole, is: Whole, at: string): string[] {
  const required = (is.required ?? []).filter((field) => !was.required?.includes(field) && field in (was.properties ?? {}));
  const added = (is.required ?? []).filter((field) => !(field in (was.properties ?? {})));
  const closed = was.additionalProperties && !is.additionalProperties;
  return [
    ...[...required, ...added].map((field) => `now ${at}: requires ${field}`),
    ...(was.nullable && !is.nullable ? [`no more ${at}: null`] : []),
    ...(closed ? [`no more ${at}: further fields`] : []),
    ...changesOfValues(was, is, at),
    ...MOST.filter((limit) => (is[limit] ?? Infinity) < (was[limit] ?? Infinity)).map((limit) => `now ${at}: ${limit} ${is[limit]}`),
    ...LEAST.filter((limit) => (is[limit] ?? -Infinity) > (was[limit] ?? -Infinity)).map((limit) => `now ${at}: ${limit} ${is[limit]}`),
    ...FORMS.filter((form) => is[form] && is[form] !== was[form]).map((form) => `now ${at}: ${form} ${String(is[form])}`),
    ...(is.format && is.format !== was.format ? [`now ${at}: format ${is.format}`] : []),
  ];
}

function changesOfValues({ enum: was }: Whole, { enum: is }: Whole, at: string): string[] {
  if (!is) return [];
  if (!was) return [`now ${at}: only ${is.join(', ')}`];
  return was.filter((value) => !is.includes(value)).map((value) => `no more ${at}: ${value}`);
}

/** What clients relied on in responses. */
function changesOfAnswers(was: Whole, is: Whole, at: string): string[] {
  const optional = (was.required ?? []).filter((field) => !is.required?.includes(field) && field in (is.properties ?? {}));
  const grown = (was.enum && !GROWS.test(at) ? (is.enum ?? ['anything']) : []).filter((value) => !was.enum?.includes(value));
  return [
    ...optional.map((field) => `no more ${at}: always ${field}`),
    ...(is.nullable && !was.nullable ? [`now ${at}: can be null`] : []),
    ...grown.map((value) => `now ${at}: can be ${value}`),
    ...(was.format !== is.format ? [`no more ${at}: format ${was.format ?? 'free'}`] : []),
  ];
}
