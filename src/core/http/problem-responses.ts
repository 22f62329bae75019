import type { OpenAPIObject } from '@nestjs/swagger';
import * as problems from '../problems';
import type { ProblemClass } from '../problems';

type Headers = NonNullable<Components['headers']>;
type Components = NonNullable<OpenAPIObject['components']>;

const text = (maxLength: number) => ({ type: 'string', maxLength }) as const;
const sequence = { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, example: 4711 } as const;

/** The schema of every error body. */
export const PROBLEM_SCHEMAS: NonNullable<Components['schemas']> = {
  Problem: {
    type: 'object',
    description: 'An error, according to RFC 9457.',
    required: ['type', 'title', 'status', 'detail', 'instance'],
    properties: {
      type: {
        ...text(200),
        example: '/problems/invalid-request',
        description: 'Identifies the kind of problem; stable. It is the path of a page that says what it means and what to do.',
      },
      title: { ...text(200), example: 'The request is not valid', description: 'A summary of the kind of problem.' },
      status: { type: 'integer', format: 'int32', minimum: 400, maximum: 599, example: 400, description: 'The status of the response.' },
      detail: {
        ...text(20_000),
        example: '/startDate must be an ISO 8601 date or date-time.',
        description: 'What is wrong with this request, and what to do.',
      },
      instance: { ...text(20_000), example: '/api/Candidates/1/V2', description: 'The path of the request.' },
      errors: {
        type: 'array',
        maxItems: 1000,
        description: 'For an invalid request: every error found.',
        items: { $ref: '#/components/schemas/InvalidValue' },
      },
      pointer: {
        ...text(100),
        example: '/operations/3',
        description: 'For a batch that saves all or nothing: JSON pointer to the operation that failed.',
      },
      parameter: {
        ...text(100),
        example: 'allowSecondApplication',
        description: 'For what is probably a mistake: the query parameter that confirms it.',
      },
      recordType: { ...text(40), example: 'Application', description: 'The type of the other record that makes it look like a mistake.' },
      recordID: { type: 'integer', format: 'int32', minimum: 0, maximum: 2147483647, example: 12, description: 'Its id.' },
      usedBy: {
        type: 'array',
        maxItems: 100,
        description: 'For a record in use: how many records of each kind need it.',
        items: { $ref: '#/components/schemas/Use' },
      },
      missing: {
        type: 'array',
        maxItems: 100,
        items: { ...text(100), example: 'jobs:write' },
        description: 'For a missing scope: those that the request requires and the caller does not have.',
      },
      missingSettings: {
        type: 'array',
        maxItems: 100,
        items: { $ref: '#/components/schemas/MissingSettings' },
        description: 'For payroll settings that are missing: where, and which.',
      },
      items: {
        type: 'array',
        maxItems: 50,
        items: { $ref: '#/components/schemas/LackingItem' },
        description: 'For a placement that does not meet the checklist of its job: the required items that are not met.',
      },
      timesheetIDs: {
        type: 'array',
        maxItems: 20,
        items: { type: 'integer', format: 'int32', minimum: 1, maximum: 2147483647, example: 7 },
        description: 'For a conflict with timesheets: some of them.',
      },
      oldest: { ...sequence, description: 'For changes that are no longer available: the sequence of the oldest one that is.' },
      last: { ...sequence, description: 'For changes that are no longer available: the sequence of the newest one.' },
      id: {
        ...text(100),
        example: '0b9f3c2e-8f5e-4a63-9a55-0d9b7f8f2a11',
        description: 'For an internal error: the id of its log entry.',
      },
    },
  },
  LackingItem: {
    type: 'object',
    required: ['itemID', 'name', 'state'],
    properties: {
      itemID: { type: 'integer', format: 'int32', minimum: 1, maximum: 2147483647, example: 1 },
      name: { ...text(200), example: 'White card' },
      state: { type: 'string', enum: ['missing', 'expired', 'unverified'], example: 'missing' },
    },
  },
  MissingSettings: {
    type: 'object',
    required: ['divisionID', 'region', 'settings'],
    properties: {
      divisionID: { type: 'integer', format: 'int32', minimum: 1, maximum: 2147483647, example: 1 },
      region: { ...text(100), example: 'NSW', description: 'Empty: where the work is done is not known.' },
      workerKind: { type: 'string', enum: ['employee', 'subcontractor'], example: 'employee', description: 'Absent for what fees need.' },
      settings: { type: 'array', maxItems: 20, items: { ...text(100), example: 'glGroupID' } },
    },
  },
  Use: {
    type: 'object',
    required: ['kind', 'count'],
    properties: {
      kind: { ...text(100), example: 'open job' },
      count: { type: 'integer', format: 'int32', minimum: 1, maximum: 2147483647, example: 2 },
    },
  },
  InvalidValue: {
    type: 'object',
    required: ['pointer', 'detail'],
    properties: {
      pointer: {
        ...text(20_000),
        example: '/startDate',
        description: 'JSON pointer into the body, or a slash and the name of the parameter.',
      },
      in: { type: 'string', enum: ['query', 'path'], example: 'query', description: 'What the pointer refers to, if not the body.' },
      detail: { ...text(20_000), example: 'must be an ISO 8601 date or date-time', description: 'What the value must be.' },
    },
  },
};

interface Documented {
  readonly name: string;
  readonly of: ProblemClass;
  readonly detail: string;
  readonly more?: object;
  readonly headers?: Headers;
}

const RETRY_AFTER: Headers = {
  'Retry-After': {
    description: 'The seconds after which to send the request again.',
    schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 2147483647, example: 5 },
  },
};

const DOCUMENTED: readonly Documented[] = [
  {
    name: 'InvalidRequest',
    of: problems.InvalidRequest,
    detail: '/startDate must be an ISO 8601 date or date-time.',
    more: { errors: [{ pointer: '/startDate', detail: 'must be an ISO 8601 date or date-time' }] },
  },
  { name: 'Unauthenticated', of: problems.Unauthenticated, detail: 'Send an API key: Authorization: Bearer <key>.' },
  { name: 'Forbidden', of: problems.Forbidden, detail: 'This belongs to another division.' },
  { name: 'NotFound', of: problems.NotFound, detail: 'Contact 99 not found.' },
  {
    name: 'NotAcceptable',
    of: problems.NotAcceptable,
    detail: 'The response is only available as application/json, which the Accept header excludes.',
  },
  { name: 'Conflict', of: problems.Conflict, detail: 'Candidate 7 already has this e-mail address.' },
  { name: 'PreconditionFailed', of: problems.PreconditionFailed, detail: 'Read the record again and repeat the change.' },
  { name: 'BodyTooLarge', of: problems.BodyTooLarge, detail: 'The body is larger than 4 MB.' },
  {
    name: 'UnsupportedBody',
    of: problems.UnsupportedBody,
    detail: 'The body must be JSON in UTF-8: Content-Type: application/json.',
  },
  { name: 'RangeNotSatisfiable', of: problems.RangeNotSatisfiable, detail: 'The file has 4711 bytes, and the part begins behind them.' },
  { name: 'TooManyRequests', of: problems.TooManyRequests, detail: 'Try again in 5 seconds.', headers: RETRY_AFTER },
  {
    name: 'Unexpected',
    of: problems.InternalError,
    detail: 'An unexpected error occurred. Its log entry has the id 0b9f3c2e-8f5e-4a63-9a55-0d9b7f8f2a11.',
    more: { id: '0b9f3c2e-8f5e-4a63-9a55-0d9b7f8f2a11' },
  },
  { name: 'Unavailable', of: problems.Unavailable, detail: 'The database cannot be reached.', headers: RETRY_AFTER },
];

const NAMES: ReadonlyMap<number, string> = new Map(DOCUMENTED.map(({ name, of }) => [of.kind.status, name]));

export const isProblem = (status: number): boolean => NAMES.has(status);
export const problemReference = (status: number): { $ref: string } => ({ $ref: `#/components/responses/${NAMES.get(status)!}` });

/** One response per problem status, with an example. */
export const PROBLEM_RESPONSES: NonNullable<Components['responses']> = Object.fromEntries(
  DOCUMENTED.map(({ name, of: { kind }, detail, more, headers }) => [
    name,
    {
      description: `${kind.title}.`,
      ...(headers && { headers }),
      content: {
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          example: { type: kind.type, title: kind.title, status: kind.status, detail, instance: '/api/Contacts/99', ...more },
        },
      },
    },
  ]),
);
