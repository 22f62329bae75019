import type { OpenAPIObject } from '@nestjs/swagger';
import { startApp, type TestApp } from './support/app';
import { operationsOf, type Operation } from './support/operations';
import type { Schema, Schemas } from './support/schemas';

let service: TestApp;
let schemas: Schemas;
let operations: Operation[];

beforeAll(async () => {
  service = await startApp();
  const document = (await service.http.get('/api/openapi.json').expect(200)).body as OpenAPIObject;
  schemas = document.components?.schemas ?? {};
  operations = operationsOf(document);
});
afterAll(() => service.close());

type Fields = Record<string, unknown>;
type Described = Exclude<Schema, { $ref: string }>;

function described(schema: Schema): Described {
  return '$ref' in schema ? described(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
}

/**
 * A field of a body, or of the items of a list in it: its path, and the example body with another value in its place, or, if undefined,
 * without it.
 */
interface Place {
  readonly pointer: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly bodyWith: (value: unknown) => unknown;
}

function placesIn(schema: Schema, example: unknown, pointer = ''): Place[] {
  const { type, items, properties = {}, required = [] } = described(schema);
  if (type === 'array' && items) {
    const [first = {}] = Array.isArray(example) ? (example as unknown[]) : [];
    return placesIn(items, first, `${pointer}/0`).map((place) => ({ ...place, bodyWith: (value) => [place.bodyWith(value)] }));
  }
  const fields = (example ?? {}) as Fields;
  return Object.entries(properties).flatMap(([name, property]) => {
    const at = {
      pointer: `${pointer}/${name}`,
      schema: property,
      isRequired: required.includes(name),
      bodyWith: (value: unknown) => ({ ...fields, [name]: value }),
    };
    const within = isComputed(property) ? [] : placesIn(property, fields[name], at.pointer);
    return [at, ...within.map((place) => ({ ...place, bodyWith: (value: unknown) => ({ ...fields, [name]: place.bodyWith(value) }) }))];
  });
}

const isComputed = (schema: Schema): boolean => !('$ref' in schema) && schema.readOnly === true;
/** Whether the schema allows null for the field. */
const isNullable = (schema: Schema): boolean => !('$ref' in schema) && (schema.nullable === true || (schema.oneOf ?? []).some(isNullable));
const placesOf = ({ body, bodyType }: Operation): Place[] =>
  body?.schema && bodyType === 'application/json' ? placesIn(body.schema, body.example) : [];

/** The errors reported for a field when the example of each operation has this value there: `POST /api/Users /name: is required`. */
async function problems(isMeant: (place: Place) => boolean, value: unknown): Promise<string[]> {
  const found: string[] = [];
  for (const operation of operations) {
    for (const { pointer, bodyWith } of placesOf(operation).filter(isMeant)) {
      const { status, body } = await service.http[operation.method](operation.pathWith()).send(bodyWith(value) as object);
      const { errors = [] } = body as { errors?: { pointer: string; detail: string }[] };
      found.push(`${operation.name} ${pointer}: ${errors.find((error) => error.pointer === pointer)?.detail ?? status}`);
    }
  }
  return found;
}

describe('A field of a body', () => {
  it('that is required is reported as such when it is missing', async () => {
    const sent = await problems(({ isRequired }) => isRequired, undefined);
    expect(sent.length).toBeGreaterThan(25);
    expect(sent.filter((each) => !each.endsWith(': is required'))).toEqual([]);
  });

  it('that cannot be null is reported with what is allowed', async () => {
    const sent = (await problems(({ schema }) => !isNullable(schema) && !isComputed(schema), null)).filter(
      (each) => !each.endsWith(': 200'),
    );
    expect(sent.length).toBeGreaterThan(50);
    // what every record has is refused by its rules, which know whether it was there
    expect(sent.filter((each) => !/: (must .+, not null|must .+, or be omitted|must not be cleared.*|is required)$/.test(each))).toEqual(
      [],
    );
  });
});

describe('An operation without a body', () => {
  const withoutBody = (): Operation[] =>
    operations.filter(({ method, body }) => ['post', 'put', 'patch'].includes(method) && body === undefined);
  const before = (): Promise<unknown> => service.http.get('/api/Changes?limit=1000').expect(200);

  it('rejects one that is sent, and does nothing', async () => {
    const wrong: string[] = [];
    const changes = ((await before()) as { body: unknown[] }).body.length;
    for (const operation of withoutBody())
      for (const sent of [{ note: 'ignored' }, [1], '"text"']) {
        const request = service.http[operation.method](operation.pathWith()).type('json');
        const { status, body } = await request.send(sent);
        if (status !== 400 || (body as { detail?: string }).detail !== 'This operation takes no body.')
          wrong.push(`${operation.name} ${status}`);
      }
    expect(withoutBody().length).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
    expect(((await before()) as { body: unknown[] }).body).toHaveLength(changes);
  });

  it('takes {} for none', async () => {
    const webhook = { name: 'Paused', url: 'https://example.com/hook' };
    const { body } = await service.http.post('/api/Webhooks').send(webhook).expect(201);
    const { id } = body as { id: number };
    await service.http.post(`/api/Webhooks/${id}/Pause`).send({}).expect(200);
  });
});
