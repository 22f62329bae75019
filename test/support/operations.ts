import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from './schemas';

type Item = OpenAPIObject['paths'][string];
type Described = NonNullable<Item['get']>;

const JSON_TYPE = 'application/json';
/** For a number as the id in a path that has UUIDs. */
const UNKNOWN_UUID = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
  readonly required?: boolean;
  readonly example?: unknown;
}

export interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
}

/** One method of one path of an OpenAPI document. */
export class Operation {
  readonly parameters: readonly Parameter[];

  constructor(
    readonly method: (typeof METHODS)[number],
    readonly path: string,
    readonly described: Described,
    private readonly document: OpenAPIObject,
  ) {
    this.parameters = (described.parameters ?? []).flatMap((each) =>
      'in' in each && each.schema ? [{ ...each, schema: each.schema }] : [],
    );
  }

  /** "PUT /api/Candidates/{id}/V2" */
  get name(): string {
    return `${this.method.toUpperCase()} ${this.path}`;
  }

  /** The request body; JSON where that is supported. */
  get body(): Media | undefined {
    return this.bodies[this.bodyType];
  }

  /** The media type of the request body. */
  get bodyType(): string {
    const [first = JSON_TYPE] = Object.keys(this.bodies);
    return JSON_TYPE in this.bodies ? JSON_TYPE : first;
  }

  private get bodies(): Readonly<Record<string, Media>> {
    const { requestBody } = this.described;
    return requestBody && 'content' in requestBody ? requestBody.content : {};
  }

  get statuses(): number[] {
    return Object.keys(this.described.responses).map(Number);
  }

  /** The response body, including problems; JSON where that is supported, undefined when there is none. */
  response(status: number): Media | undefined {
    return this.responses(status)[this.responseType(status)];
  }

  /** The media type of the response body. */
  responseType(status: number): string {
    const types = Object.keys(this.responses(status));
    return types.find((type) => /json$/.test(type) && !type.endsWith('ndjson')) ?? types[0] ?? JSON_TYPE;
  }

  private responses(status: number): Readonly<Record<string, Media>> {
    const written = this.described.responses[String(status)];
    const response = written && '$ref' in written ? this.document.components?.responses?.[written.$ref.split('/').at(-1) ?? ''] : written;
    return response && 'content' in response ? (response.content as Record<string, Media>) : {};
  }

  get takesId(): boolean {
    return this.parameters.some((each) => each.in === 'path' && 'format' in each.schema && each.schema.format === 'int32');
  }

  /** A stream of events, whose response does not end. */
  get isEndless(): boolean {
    return this.responseType(200) === 'text/event-stream';
  }

  /** The path with its parameters replaced by their examples, or by the given text. */
  pathWith(text?: string): string {
    const valueOf = (name: string): string => {
      const { schema, example } = this.parameters.find((each) => each.in === 'path' && each.name === name) ?? {};
      if (text === undefined) return String(example);
      return schema && 'format' in schema && schema.format === 'uuid' && /^\d+$/.test(text) ? UNKNOWN_UUID : text;
    };
    return this.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueOf(name)));
  }

  /** A query string of the examples of all query parameters that have one. */
  get query(): string {
    return new URLSearchParams(this.examplesIn('query')).toString();
  }

  /** The examples of all headers that have one. */
  get headers(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.examplesIn('header'));
  }

  private examplesIn(place: string): [name: string, example: string][] {
    const shown = this.parameters.filter((each) => each.in === place && each.example !== undefined);
    return shown.map(({ name, example }) => [name, String(example)]);
  }
}

export const operationsOf = (document: OpenAPIObject): Operation[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? [new Operation(method, path, item[method], document)] : [])),
  );
