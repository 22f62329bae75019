import { applyDecorators, HttpCode, RequestMethod, SetMetadata, type Type } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/internal';
import { ApiExtension, ApiResponse, ApiSecurity, ApiTags, type ApiPropertyOptions, type ApiResponseOptions } from '@nestjs/swagger';
import { fieldsOf } from '../fields/field';

/** Problem statuses that a route can have beyond the common ones. */
export type FailureStatus = 404 | 409 | 412 | 416 | 429 | 503;

/** The extension that holds the statuses until the document is completed. */
export const FAILS = 'x-fails';

interface ResponseOptions {
  status?: number;
  description?: string;
  headers?: NonNullable<ApiResponseOptions['headers']>;
  /** Of the complete body, if those of its fields are not enough. */
  example?: unknown;
}

const PATH = { type: 'string', maxLength: 20_000 } as const;
/** The header with the number of records. */
export const COUNT_HEADER = { type: 'integer', format: 'int32', minimum: 0, maximum: 2147483647, example: 250 } as const;

/** The headers of a count that stops at a limit. */
export const COUNT_HEADERS = {
  'X-Total-Count': { description: 'The number of matches, counted up to 10,000.', schema: COUNT_HEADER },
  'X-Total-Count-Capped': {
    description: 'true: there are more matches than were counted.',
    schema: { type: 'string', enum: ['true'], example: 'true' },
  },
} satisfies ApiResponseOptions['headers'];

const PAGE_HEADERS: NonNullable<ApiResponseOptions['headers']> = {
  Link: {
    description: 'rel="next": the next page; absent on the last one.',
    schema: { ...PATH, example: '</api/Jobs/Search?limit=2&cursor=eyJpZCI6Mn0>; rel="next"' },
  },
  ...COUNT_HEADERS,
  'X-Total-Count': {
    ...COUNT_HEADERS['X-Total-Count'],
    description: 'On the first page: the number of matches, counted up to 1,000, with count=exact up to 10,000.',
  },
};

/** The header by which reads from a replica are not behind what the client has written. */
export const TOKEN_HEADER = 'X-Consistency-Token';

/** The header of a response that can be read only if it has changed. */
export const ETAG = {
  ETag: {
    description: 'The version of the record, for If-Match and If-None-Match.',
    schema: { type: 'string' as const, maxLength: 100, example: '"3-2jmj7l5rSw0yVb_v"' },
  },
} satisfies ApiResponseOptions['headers'];

/** Is the version of a record sent with responses of the class? */
const hasVersion = (type: Type): boolean => fieldsOf(type).some(({ name, inResponse }) => name === 'version' && inResponse === 'nowhere');

/** The successful response of a route: its status (200 by default) and the class of its body, in brackets for an array. */
export function Returns(type: Type | [Type], { status = 200, description = 'OK', ...more }: ResponseOptions = {}): MethodDecorator {
  const headers = { ...(!Array.isArray(type) && hasVersion(type) ? ETAG : {}), ...more.headers };
  return applyDecorators(HttpCode(status), Shaped(type), ApiResponse({ status, type, description, ...more, headers }));
}

/** The class of the body of a route whose response is described elsewhere: `fields` and `orderBy` follow from it. */
export const Shaped = (type: Type | [Type]): MethodDecorator =>
  applyDecorators(SetMetadata(BODY, Array.isArray(type) ? type[0] : type), SetMetadata(LIST, Array.isArray(type)));

const BODY = 'body';
const LIST = 'list';

/** The class of the body of a route, or of the items in it; undefined if it is described otherwise. */
export const bodyOf = (handler: Function): Type | undefined => Reflect.getMetadata(BODY, handler) as Type | undefined;

/** The class of the items of the array that a route returns; undefined if it returns something else. */
export const itemOf = (handler: Function): Type | undefined => (Reflect.getMetadata(LIST, handler) === true ? bodyOf(handler) : undefined);

/** One page of an array, with its headers. */
export const ReturnsPage = (type: Type, description = 'OK'): MethodDecorator => Returns([type], { description, headers: PAGE_HEADERS });

/** 201 with the Location of the created record. */
export const ReturnsCreated = (type: Type, headers: ResponseOptions['headers'] = {}): MethodDecorator =>
  Returns(type, {
    status: 201,
    description: 'Created',
    headers: { Location: { description: 'The path of the created record.', schema: PATH }, ...headers },
  });

/** 200, the record already exists. In addition to {@link ReturnsCreated}. */
export const ReturnsExisting = (type: Type): MethodDecorator =>
  ApiResponse({ status: 200, type, description: 'Already exists', headers: hasVersion(type) ? ETAG : {} });

export const ReturnsNoContent = (description = 'No content'): MethodDecorator =>
  applyDecorators(HttpCode(204), ApiResponse({ status: 204, description }));

/** Problems of a route beyond the common ones and the 404 for an id in its path. */
export const Fails = (...statuses: readonly FailureStatus[]): MethodDecorator => ApiExtension(FAILS, statuses);

/** Marks a POST that changes nothing, so it needs no idempotency key. */
export const SAFE = 'x-only-reads';
export const Safe = (): MethodDecorator => applyDecorators(SetMetadata(SAFE, true), ApiExtension(SAFE, true));

/** Does a route change nothing: a GET, or what is marked `Safe`? */
export const onlyReads = (handler: Function): boolean =>
  Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.GET || Reflect.getMetadata(SAFE, handler) === true;

/** Marks a POST whose example can be carried out only once: it has a key, so that sent again it returns the stored response. */
export const CREATES_ONCE = 'x-creates-once';
export const CreatesOnce = (): MethodDecorator => ApiExtension(CREATES_ONCE, true);

/** Documents that a route needs no API key; the public paths themselves are listed in src/callers. */
export const Public = (): ClassDecorator & MethodDecorator => ApiSecurity({});

/** A group of routes in the documentation. */
export interface TagDescription {
  readonly name: string;
  readonly description: string;
}

const TAG = 'described-tag';

/** Puts the routes of a controller under a tag, and describes the tag. Further controllers of the tag have only `ApiTags`. */
export const DescribedTag = (name: string, description: string): ClassDecorator =>
  applyDecorators(ApiTags(name), SetMetadata(TAG, { name, description }));

export const tagDescribedBy = (controller: Function): readonly TagDescription[] => {
  const tag = Reflect.getMetadata(TAG, controller) as TagDescription | undefined;
  return tag ? [tag] : [];
};

/** The tags of a controller in the documentation. */
export const tagNamesOf = (controller: Function): readonly string[] =>
  (Reflect.getMetadata('swagger/apiUseTags', controller) as readonly string[] | undefined) ?? [];

/** The names of the documented members of a class, inherited ones included. */
export const memberNamesOf = (shape: Type): readonly string[] =>
  ((Reflect.getMetadata('swagger/apiModelPropertiesArray', shape.prototype as object) as readonly string[] | undefined) ?? []).map((name) =>
    name.slice(1),
  );

const PLAIN: readonly unknown[] = [String, Number, Boolean, 'string', 'number', 'integer', 'boolean'];

/** Those of them that are single texts, numbers, flags or moments. */
export const plainMemberNamesOf = (shape: Type): readonly string[] =>
  memberNamesOf(shape).filter((name) => {
    const { type, isArray } = Reflect.getMetadata('swagger/apiModelProperties', shape.prototype as object, name) as ApiPropertyOptions;
    return isArray !== true && PLAIN.includes(type);
  });
