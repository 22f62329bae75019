import type { OpenAPIObject } from '@nestjs/swagger';
import { startApp, type TestApp } from './support/app';
import type { Body, RecordBody } from './support/api-client';
import { operationsOf, type Operation } from './support/operations';
import { SchemaCheck, type Schema, type Schemas } from './support/schemas';

type InlineSchema = Exclude<Schema, { $ref: string }>;

let service: TestApp;
let operations: Operation[];
let schemas: Schemas;
let check: SchemaCheck;
beforeAll(async () => {
  service = await startApp();
  const document = (await service.http.get('/api/openapi.json').expect(200)).body as OpenAPIObject;
  operations = operationsOf(document);
  schemas = document.components?.schemas ?? {};
  check = new SchemaCheck(schemas);
});
afterAll(() => service.close());

const inline = (schema: Schema = {}): InlineSchema => ('$ref' in schema ? inline(schemas[schema.$ref.split('/').at(-1) ?? '']) : schema);
const withBody = (method: string): Operation[] =>
  operations.filter((each) => each.method === method && each.bodyType === 'application/json' && each.body?.example !== undefined);
const writable = ({ body }: Operation): [name: string, schema: Schema][] =>
  Object.entries(inline(body?.schema).properties ?? {}).filter(([, schema]) => !inline(schema).readOnly);

/** The update of the records that an operation creates. */
const updateOf = ({ path }: Operation): Operation | undefined =>
  operations.find((each) => each.method === 'put' && new RegExp(`^${path}/\\{id\\}(/V2)?$`).test(each.path));
const creations = (): Operation[] => withBody('post').filter((each) => updateOf(each) !== undefined);

async function created(post: Operation): Promise<RecordBody> {
  const response = await service.http
    .post(post.pathWith())
    .query(post.query)
    .send(post.body?.example as object);
  if (response.status !== 201 && response.status !== 200) throw new Error(`${post.name} answers ${response.status}: ${response.text}`);
  return response.body as RecordBody;
}

/** Sends the value in each field by itself, and again while fewer are refused, since some depend on others. @returns those refused */
async function refused(put: Operation, id: number, names: readonly string[], value: unknown): Promise<string[]> {
  const left: string[] = [];
  for (const name of names) {
    const { status } = await service.http.put(put.path.replace('{id}', String(id))).send({ [name]: value });
    if (status !== 200) left.push(name);
  }
  return left.length > 0 && left.length < names.length ? refused(put, id, left, value) : left;
}

const mayBeNull = (schema: Schema): boolean => check.violations(schema, null).length === 0;

/** What the document says of a value in the fields of an update, unless it is so. */
async function untrue(post: Operation, put: Operation, value: unknown, fields: readonly (readonly [string, Schema])[]): Promise<string[]> {
  const { id } = await created(post);
  const names = fields.map(([name]) => name);
  const others = await refused(put, id, names, value);
  // there may be one only, such as the timesheet of a period
  await service.http.delete(`${post.path}/${id}`);
  return fields.flatMap(([name, schema]) =>
    mayBeNull(schema) === others.includes(name) ? [`${put.name} ${name}: may${mayBeNull(schema) ? '' : ' not'} be null`] : [],
  );
}

/** Jobs whose consultants have a share, which is to be cleared first. */
const WITH_SHARE = ['PUT /api/Jobs/{id} consultantID1: may be null', 'PUT /api/Jobs/{id} consultantID2: may be null'];
/** Records that need one of several fields, whichever it is. */
const ONE_OF_SEVERAL = [
  'PUT /api/Documents/{id} candidateID: may be null',
  'PUT /api/Automation/Templates/{id} subject: may be null',
  'PUT /api/Automation/Templates/{id} html: may be null',
];

describe('The document says which fields', () => {
  it('an update of a record can clear with null', async () => {
    const wrong: string[] = [];
    for (const post of creations()) {
      const put = updateOf(post)!;
      wrong.push(...(await untrue(post, put, null, writable(put))));
    }
    expect(wrong).toEqual(ONE_OF_SEVERAL);
  });

  it('an update of a record can clear with 0, being references', async () => {
    const isReference = ([name, schema]: readonly [string, Schema]): boolean => /ID\d?$/.test(name) && inline(schema).minimum === 0;
    const wrong: string[] = [];
    for (const post of creations()) {
      const put = updateOf(post)!;
      const references = writable(put).filter(isReference);
      const needed = references.filter(([, schema]) => !mayBeNull(schema) && /for none/.test(inline(schema).description ?? ''));
      wrong.push(...(await untrue(post, put, 0, references)), ...needed.map(([name]) => `${put.name} ${name}: for none`));
    }
    expect(wrong).toEqual([...WITH_SHARE, ...ONE_OF_SEVERAL.filter((each) => each.includes('ID:'))]);
  });

  it('take null in any request, and no others', async () => {
    const wrong: string[] = [];
    for (const operation of [...withBody('post'), ...withBody('put')]) {
      for (const [name] of writable(operation).filter(([, schema]) => !mayBeNull(schema))) {
        const body = { ...(operation.body?.example as Body), [name]: null };
        const { status } = await service.http[operation.method](operation.pathWith()).query(operation.query).send(body);
        if (status < 400) wrong.push(`${operation.name} ${name}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('cannot refer to nothing, in the words of a problem, too', async () => {
    const { body } = await service.http.put('/api/Applications/1').send({ jobID: 2147483647, ownerID: 2147483647 }).expect(400);
    expect((body as Body)['errors']).toEqual([
      { pointer: '/jobID', detail: 'must be the id of an existing job' },
      { pointer: '/ownerID', detail: 'must be the id of an existing user, or 0 for none' },
    ]);
  });
});
