import type { OpenAPIObject } from '@nestjs/swagger';

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
      type: { ...text(200), example: '/problems/invalid-request', description: 'Identifies the kind of problem; stable.' },
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
        items: { $ref: '#/components/schemas/Complaint' },
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
  Use: {
    type: 'object',
    required: ['kind', 'count'],
    properties: {
      kind: { ...text(100), example: 'open job' },
      count: { type: 'integer', format: 'int32', minimum: 1, maximum: 2147483647, example: 2 },
    },
  },
  Complaint: {
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
  readonly type: string;
  readonly title: string;
  readonly detail: string;
  readonly more?: object;
}

const PROBLEMS: Readonly<Record<number, Documented>> = {
  400: {
    name: 'InvalidRequest',
    type: 'invalid-request',
    title: 'The request is not valid',
    detail: '/startDate must be an ISO 8601 date or date-time.',
    more: { errors: [{ pointer: '/startDate', detail: 'must be an ISO 8601 date or date-time' }] },
  },
  401: {
    name: 'Unauthenticated',
    type: 'unauthenticated',
    title: 'Unauthenticated',
    detail: 'Send an API key: Authorization: Bearer <key>.',
  },
  403: { name: 'Forbidden', type: 'forbidden', title: 'Forbidden', detail: 'This belongs to another division.' },
  404: { name: 'NotFound', type: 'not-found', title: 'Not found', detail: 'Contact 99 not found.' },
  406: {
    name: 'NotAcceptable',
    type: 'not-acceptable',
    title: 'Not acceptable',
    detail: 'The response is only available as application/json, which the Accept header excludes.',
  },
  409: {
    name: 'Conflict',
    type: 'conflict',
    title: 'The request conflicts with what is stored',
    detail: 'Candidate 7 already has this e-mail address.',
  },
  412: {
    name: 'PreconditionFailed',
    type: 'precondition-failed',
    title: 'The record has changed since it was read',
    detail: 'Read the record again and repeat the change.',
  },
  413: { name: 'BodyTooLarge', type: 'body-too-large', title: 'The body is too large', detail: 'The body is larger than 4 MB.' },
  415: {
    name: 'UnsupportedBody',
    type: 'unsupported-body',
    title: 'The format of the body is not supported',
    detail: 'The body must be JSON in UTF-8: Content-Type: application/json.',
  },
  416: {
    name: 'RangeNotSatisfiable',
    type: 'range-not-satisfiable',
    title: 'The file has no such part',
    detail: 'The file has 4711 bytes, and the part begins behind them.',
  },
  422: {
    name: 'Unprocessable',
    type: 'no-name-found',
    title: 'No name was found in the resume',
    detail: 'The resume does not clearly say whose it is. Send firstName and lastName in the query.',
  },
  429: { name: 'TooManyRequests', type: 'too-many-requests', title: 'Too many requests', detail: 'Try again in 5 seconds.' },
  500: {
    name: 'Unexpected',
    type: 'unexpected',
    title: 'Internal error',
    detail: 'An unexpected error occurred. Its log entry has the id 0b9f3c2e-8f5e-4a63-9a55-0d9b7f8f2a11.',
    more: { id: '0b9f3c2e-8f5e-4a63-9a55-0d9b7f8f2a11' },
  },
  503: { name: 'Unavailable', type: 'unavailable', title: 'Service unavailable', detail: 'The database cannot be reached.' },
};

export const isProblem = (status: number): boolean => status in PROBLEMS;
export const problemReference = (status: number): { $ref: string } => ({ $ref: `#/components/responses/${PROBLEMS[status]!.name}` });

/** One response per problem status, with an example. */
export const PROBLEM_RESPONSES: NonNullable<Components['responses']> = Object.fromEntries(
  Object.entries(PROBLEMS).map(([status, { name, type, title, detail, more }]) => [
    name,
    {
      description: `${title}.`,
      content: {
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          example: { type: `/problems/${type}`, title, status: Number(status), detail, instance: '/api/Contacts/99', ...more },
        },
      },
    },
  ]),
);
