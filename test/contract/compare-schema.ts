import type { ContractField, ContractType } from './contract-field';

/** The part of an OpenAPI 3.0 schema that the contract covers. */
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
  /** Fields that may be present although the specification lacks them. */
  readonly allowed?: readonly string[];
  /**
   * A response: exactly the `?` fields are nullable, and all fields are required except a `dt`, which is omitted when unset.
   * A request: the required fields; more fields than specified may accept null.
   */
  readonly body?: 'response' | { readonly required: readonly string[] };
}

/** The differences between a published schema and the specification, one sentence each. */
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
          ...(schema.items ? this.type(type.of, schema.items, `${at}/0`) : [`${at}: has no items`]),
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

  /** A reference stands alone or, with further keywords, in an `allOf`. */
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
  ['date', 'date-time', 'binary', 'byte'].includes(format ?? '') ? [`${at}: a string has the format ${format}`] : [];

const inOrder = (values: readonly unknown[]): unknown[] => [...values].sort((a, b) => Number(a) - Number(b));
