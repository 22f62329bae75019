import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from './schemas';

type Item = OpenAPIObject['paths'][string];
type Described = NonNullable<Item['get']>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
}

/** One method of one path of a document, with what the tests ask about. */
export class Operation {
  readonly parameters: readonly Parameter[];

  constructor(
    readonly method: (typeof METHODS)[number],
    readonly path: string,
    readonly described: Described,
    private readonly document: OpenAPIObject,
  ) {
    this.parameters = (described.parameters ?? []).flatMap((each) => ('in' in each && each.schema ? [{ ...each, schema: each.schema }] : []));
  }

  /** "PUT /api/Candidates/{candidateId}/V2" */
  get name(): string {
    return `${this.method.toUpperCase()} ${this.path}`;
  }

  /** The JSON body that it takes. */
  get body(): Media | undefined {
    const { requestBody } = this.described;
    return requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined;
  }

  get statuses(): number[] {
    return Object.keys(this.described.responses).map(Number);
  }

  /** The JSON body of an answer, that of a problem included; undefined when it has none. */
  answer(status: number): Media | undefined {
    const written = this.described.responses[String(status)];
    const response = written && '$ref' in written ? this.document.components?.responses?.[written.$ref.split('/').at(-1) ?? ''] : written;
    const content = response && 'content' in response ? response.content : undefined;
    return content?.['application/json'] ?? content?.['application/problem+json'];
  }

  get takesId(): boolean {
    return this.parameters.some((each) => each.in === 'path' && 'format' in each.schema && each.schema.format === 'int32');
  }

  /** The path with the examples of its parameters in it, or with another text in their place. */
  pathWith(text?: string): string {
    const exampleOf = (name: string): unknown => this.parameters.find((each) => each.in === 'path' && each.name === name)?.example;
    return this.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(text ?? String(exampleOf(name))));
  }

  /** The query made of the examples of the parameters that have one. */
  get query(): string {
    const shown = this.parameters.filter((each) => each.in === 'query' && each.example !== undefined);
    return new URLSearchParams(shown.map(({ name, example }) => [name, String(example)] as [string, string])).toString();
  }
}

export const operationsOf = (document: OpenAPIObject): Operation[] =>
  Object.entries(document.paths).flatMap(([path, item]) => METHODS.flatMap((method) => (item[method] ? [new Operation(method, path, item[method], document)] : [])));
