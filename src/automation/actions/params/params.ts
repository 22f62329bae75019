import { SchemaParser, type JsonSchema } from '../../definition/schema-parser';
import type { Targeted } from '../action';
import type { Param } from './param';

type ParamMap = Readonly<Record<string, Param>>;
type ValueOf<T> = T extends Param<infer V> ? V : never;
type ValuesOf<M extends ParamMap> = { readonly [K in keyof M]: ValueOf<M[K]> };

/** The params of a type of action: their JSON Schema, and the definition of each. */
export interface Params<P extends Targeted = Targeted> {
  readonly parser: SchemaParser<P>;
  readonly each: ParamMap;
}

/** The type of the parsed params: `ParamsOf<typeof TAG_PARAMS>`. */
export type ParamsOf<T> = T extends Params<infer P> ? P : never;

const TARGET: JsonSchema = { type: 'string', minLength: 1, maxLength: 100 };

/** The `optional` params and `target` may be absent; `more`: further keywords of the schema. */
export function params<R extends ParamMap, O extends ParamMap = Record<never, never>>(
  required: R,
  optional?: O,
  more: JsonSchema = {},
): Params<ValuesOf<R> & Partial<ValuesOf<O>> & Targeted> {
  const each: ParamMap = { ...required, ...optional };
  const schemas = Object.entries(each).map(([name, { schema }]): [string, JsonSchema] => [name, schema]);
  const schema: JsonSchema = {
    type: 'object',
    additionalProperties: false,
    required: Object.keys(required),
    properties: { ...Object.fromEntries(schemas), target: TARGET },
    ...more,
  };
  return { parser: new SchemaParser(schema), each };
}

/** The definitions of the params that an action has, with their values. */
export const givenParams = ({ each }: Params, values: object): { name: string; param: Param; value: unknown }[] =>
  Object.entries(each).flatMap(([name, param]) =>
    Object.hasOwn(values, name) ? [{ name, param, value: (values as Record<string, unknown>)[name] }] : [],
  );
