import type { ContractField, ContractType } from './contract-field';

/** As much of a schema of OpenAPI 3.0 as the contract speaks of. */
export interface OpenApiSchema {
  readonly $ref?: string;
  readonly allOf?: readonly OpenApiSchema[];
  readonly type?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly items?: OpenApiSchema;
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly required?: readonly string[];
}

export interface SchemaOptions {
  /** `components.schemas`, in which references are looked up. */
  readonly schemas?: Readonly<Record<string, OpenApiSchema>>;
  /** Fields beyond the specification that may be there as well. */
  readonly allowed?: readonly string[];
  /**
   * An answer: exactly the `?` fields are nullable, and everything is required but a `dt`, which is left out when unset.
   * A request: the fields that must be sent; null may be allowed more widely than the specification shows it.
   */
  readonly body?: 'answer' | { readonly required: readonly string[] };
}

/** Where a published schema says something else than the specification: one sentence each, none when they agree. */
export const compareSchema = (fields: readonly ContractField[], schema: OpenApiSchema, options: SchemaOptions = {}): string[] =>
  new SchemaComparison(options).object(fields, schema, '');

class SchemaComparison {
  constructor(private readonly options: SchemaOptions) {}

  object(fields: readonly ContractField[], written: OpenApiSchema, at: string): string[] {
    const schema = this.resolved(written);
    const names = new Set([...fields.map(({ name }) => name), ...(this.options.allowed ?? [])]);
    const unknown = Object.keys(schema.properties ?? {}).filter((name) => !names.has(name));
    return [
      ...expected(at || '/', 'type', 'object', schema.type),
      ...unknown.map((name) => `${at}/${name}: is not in the specification`),
      ...fields.flatMap((field) => this.field(field, schema, `${at}/${field.name}`)),
    ];
  }

  private field(field: ContractField, parent: OpenApiSchema, at: string): string[] {
    const written = parent.properties?.[field.name];
    if (!written) return [`${at}: is missing`];
    const schema = this.resolved(written);
    const nullable = schema.nullable ?? false;
    const mayDiffer = this.inRequest && !field.nullable && field.type.kind !== 'enum';
    return [
      ...(mayDiffer ? [] : expected(at, 'nullable', field.nullable, nullable)),
      ...expected(at, 'required', this.isRequired(field, at), parent.required?.includes(field.name) ?? false),
      ...this.type(field.type, schema, at),
    ];
  }

  private type(type: ContractType, written: OpenApiSchema, at: string): string[] {
    const schema = this.resolved(written);
    switch (type.kind) {
      case 'int32':
        return [...expected(at, 'type', 'integer', schema.type), ...expected(at, 'format', 'int32', schema.format), ...open(at, schema)];
      case 'double':
        return [...expected(at, 'type', 'number', schema.type), ...expected(at, 'format', 'double', schema.format), ...open(at, schema)];
      case 'dt':
        return [...expected(at, 'type', 'string', schema.type), ...expected(at, 'format', 'date-time', schema.format)];
      case 'boolean':
        return expected(at, 'type', 'boolean', schema.type);
      case 'string':
        return [...expected(at, 'type', 'string', schema.type), ...plainText(at, schema), ...open(at, schema)];
      case 'enum':
        return [...expected(at, 'type', 'integer', schema.type), ...expected(at, 'enum', inOrder(type.values), inOrder(schema.enum ?? []))];
      case 'array':
        return [
          ...expected(at, 'type', 'array', schema.type),
          ...(schema.items ? this.type(type.of, schema.items, `${at}/0`) : [`${at}: says no items`]),
        ];
      case 'object':
        return this.object(type.fields, schema, at);
    }
  }

  private get inRequest(): boolean {
    return typeof this.options.body === 'object';
  }

  private isRequired({ name, type, nullable }: ContractField, at: string): boolean {
    const { body } = this.options;
    if (typeof body === 'object') return body.required.includes(at) || body.required.includes(name);
    return type.kind !== 'dt' || nullable;
  }

  /** A reference stands alone or, to say more beside it, in an `allOf`. */
  private resolved(schema: OpenApiSchema): OpenApiSchema {
    if (schema.$ref) return this.resolved(this.options.schemas?.[schema.$ref.replace('#/components/schemas/', '')] ?? {});
    const { allOf = [], ...own } = schema;
    return allOf.map((part) => this.resolved(part)).reduce<OpenApiSchema>((all, part) => ({ ...part, ...all }), own);
  }
}

const expected = (at: string, what: string, wanted: unknown, found: unknown): string[] =>
  JSON.stringify(wanted) === JSON.stringify(found) ? [] : [`${at}: ${what} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`];

const open = (at: string, schema: OpenApiSchema): string[] => (schema.enum ? [`${at}: is limited to ${JSON.stringify(schema.enum)}`] : []);

const plainText = (at: string, { format }: OpenApiSchema): string[] =>
  ['date', 'date-time', 'binary', 'byte'].includes(format ?? '') ? [`${at}: a text has the format ${format}`] : [];

const inOrder = (values: readonly unknown[]): unknown[] => [...values].sort((a, b) => Number(a) - Number(b));
