import { applyDecorators, Delete, Get, Post, Put, SetMetadata, type Type } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { AlsoAsLines, ETAG, Returns, ReturnsCreated, ReturnsNoContent, ReturnsPage, Fails, Safe } from '../http';
import type { RecordType } from '../fields/record-type';
import { displayName, pluralOf, withArticle } from './display-name';
import { RESOURCE, type RouteSubject } from './resource';

/** Options of the standard CRUD routes. A controller picks the routes it offers and their DTO classes. */
interface Route {
  /** Relative to the path of the controller. */
  path?: string;
  description?: string;
  /** Of the operation, where the plural of the type is not what the controller is called: Contacts, JobAdverts. */
  group?: string;
}

/** OpenAPI texts of a transition. */
interface TransitionTexts {
  summary: string;
  description: string;
  headers?: NonNullable<Parameters<typeof Returns>[1]>['headers'];
}

const LISTED = 'Deleted ones are left out. By default in the order of their ids; orderBy sorts them otherwise.';
const QUERIED =
  'Those that match the filter of the body, in its order. Fields, operators and relations are those of GET /api/Automation/Catalogue. ' +
  'Deleted ones are left out.';
const FOUND = 'The ETag is its version: send it as If-Match with a change, or as If-None-Match to read it only if it has changed.';
const CREATED = 'Fields that are not sent are unset or have their defaults. The response is the record as stored, and Location its path.';

const named = (type: RecordType, verb: string, summary: string, { description, group = pluralOf(type.name) }: Route): MethodDecorator =>
  ApiOperation({ operationId: `${group}_${verb}`, summary, ...(description === undefined ? {} : { description }) });

/** What a route is about, for those that work with the others of its controller. */
const about = (subject: RouteSubject): MethodDecorator => SetMetadata(RESOURCE, subject);

/** GET: a page of records in the order of their ids. */
export const ListRoute = (type: RecordType, answer: Type, route: Route = {}): MethodDecorator =>
  applyDecorators(
    Get(route.path),
    named(type, 'list', `List ${pluralOf(displayName(type))}`, { description: LISTED, ...route }),
    ReturnsPage(answer),
    AlsoAsLines(),
  );

/** POST …/Query: records that match a filter. */
export const QueryRoute = (type: RecordType, answer: Type, { path = 'Query', ...route }: Route = {}): MethodDecorator =>
  applyDecorators(
    Post(path),
    Safe(),
    named(type, 'query', `Search ${pluralOf(displayName(type))} by filter`, { description: QUERIED, ...route }),
    ReturnsPage(answer),
    AlsoAsLines(),
  );

/** GET …/{id}. */
export const FindRoute = (type: RecordType, answer: Type, { path = ':id', ...route }: Route = {}): MethodDecorator =>
  applyDecorators(
    Get(path),
    named(type, 'find', `Get ${withArticle(displayName(type))}`, { description: FOUND, ...route }),
    Returns(answer, { headers: ETAG }),
  );

/** POST: creates one. */
export const CreateRoute = (type: RecordType, answer: Type, { path, ...route }: Route = {}): MethodDecorator =>
  applyDecorators(
    Post(path),
    about({ type, answer, group: route.group }),
    named(type, 'create', `Create ${withArticle(displayName(type))}`, { description: CREATED, ...route }),
    ReturnsCreated(answer, ETAG),
    Fails(409),
  );

/** PUT …/{id}: absent fields stay, null clears, a list replaces the list. */
export const UpdateRoute = (
  type: RecordType,
  answer: Type,
  {
    path = ':id',
    description = 'Absent fields stay unchanged, null clears a field, an array replaces the whole array.',
    ...route
  }: Route = {},
): MethodDecorator =>
  applyDecorators(
    Put(path),
    named(type, 'update', `Update ${withArticle(displayName(type))}`, { description, ...route }),
    Returns(answer, { description: `The ${displayName(type)} as stored.`, headers: ETAG }),
    Fails(409, 412),
  );

/** DELETE …/{id}: marks it as deleted. */
export const RemoveRoute = (type: RecordType, { path = ':id', ...route }: Route = {}): MethodDecorator =>
  applyDecorators(
    Delete(path),
    named(type, 'remove', `Delete ${withArticle(displayName(type))}`, {
      description:
        'Soft delete: the record can still be read by its id but no longer appears in lists. A PUT with deleted: false restores it.',
      ...route,
    }),
    ReturnsNoContent('Deleted.'),
    Fails(409, 412),
  );

/** POST …/{id}/Approve and the like: moves the record to another state. Idempotent. */
export const TransitionRoute = (
  type: RecordType,
  answer: Type,
  step: string,
  { description, headers = {}, ...words }: TransitionTexts,
): MethodDecorator =>
  applyDecorators(
    Post(`:id/${step}`),
    named(type, step.toLowerCase(), words.summary, {
      description: `${description} It is left unchanged if it is already in that state; 409 lists the transitions allowed from its current state.`,
    }),
    Returns(answer, { description: `The ${displayName(type)} as stored.`, headers }),
    Fails(409, 412),
  );
