import { applyDecorators, Delete, Get, Post, Put, type Type } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Answers, AnswersCreated, AnswersNothing, AnswersPage, Fails, OnlyReads } from '../http';
import type { RecordType } from '../fields/record-type';
import { pluralOf, spoken, withArticle } from './spoken';

/** The routes that every type of record has. A controller says which it has, and with which classes. */
interface Route {
  /** Below the path of the controller. */
  path?: string;
  description?: string;
  /** Of the operation, where the plural of the type is not what the controller is called: Contacts, JobAdverts. */
  group?: string;
}

/** What a step of a course is. */
interface Step {
  summary: string;
  description: string;
  headers?: NonNullable<Parameters<typeof Answers>[1]>['headers'];
}

const named = (type: RecordType, verb: string, summary: string, { description, group = pluralOf(type.name) }: Route): MethodDecorator =>
  ApiOperation({ operationId: `${group}_${verb}`, summary, ...(description === undefined ? {} : { description }) });

/** GET: a page of them, by their ids. */
export const ListRoute = (type: RecordType, answer: Type, route: Route = {}): MethodDecorator =>
  applyDecorators(Get(route.path), named(type, 'list', `The ${pluralOf(spoken(type))}, by their ids`, route), AnswersPage(answer));

/** POST …/Query: those that match a filter. */
export const QueryRoute = (type: RecordType, answer: Type, { path = 'Query', ...route }: Route = {}): MethodDecorator =>
  applyDecorators(
    Post(path),
    OnlyReads(),
    named(type, 'query', `${capital(pluralOf(spoken(type)))} that match a filter`, route),
    AnswersPage(answer),
  );

/** GET …/{id}. */
export const FindRoute = (type: RecordType, answer: Type, { path = ':id', ...route }: Route = {}): MethodDecorator =>
  applyDecorators(Get(path), named(type, 'find', `One ${spoken(type)}, whole`, route), Answers(answer, { headers: ETAG }));

/** POST: makes one. */
export const CreateRoute = (type: RecordType, answer: Type, { path, ...route }: Route = {}): MethodDecorator =>
  applyDecorators(Post(path), named(type, 'create', `Create ${withArticle(spoken(type))}`, route), AnswersCreated(answer), Fails(409));

/** PUT …/{id}: absent fields stay, null clears, a list replaces the list. */
export const UpdateRoute = (
  type: RecordType,
  answer: Type,
  { path = ':id', description = 'Absent fields stay, null clears, a list replaces the list.', ...route }: Route = {},
): MethodDecorator =>
  applyDecorators(
    Put(path),
    named(type, 'update', `Update ${withArticle(spoken(type))}`, { description, ...route }),
    Answers(answer, { description: `The ${spoken(type)} as stored.`, headers: ETAG }),
    Fails(409, 412),
  );

/** DELETE …/{id}: marks it as deleted. */
export const RemoveRoute = (type: RecordType, { path = ':id', ...route }: Route = {}): MethodDecorator =>
  applyDecorators(
    Delete(path),
    named(type, 'remove', `Delete ${withArticle(spoken(type))}`, {
      description: 'It is marked as deleted: found by its id, in no list; deleted: false in a PUT brings it back.',
      ...route,
    }),
    AnswersNothing('Deleted.'),
    Fails(409, 412),
  );

/** POST …/{id}/Approve and the like: a step of the record's course. Taken again it changes nothing. */
export const TransitionRoute = (
  type: RecordType,
  answer: Type,
  step: string,
  { description, headers = {}, ...words }: Step,
): MethodDecorator =>
  applyDecorators(
    Post(`:id/${step}`),
    named(type, step.toLowerCase(), words.summary, {
      description: `${description} A ${spoken(type)} that is there already stays as it is; 409 says what is allowed from where it stands.`,
    }),
    Answers(answer, { description: `The ${spoken(type)} as stored.`, headers: { ...ETAG, ...headers } }),
    Fails(409, 412),
  );

const ETAG = {
  ETag: {
    description: 'The version of the record, for If-Match and If-None-Match.',
    schema: { type: 'string' as const, maxLength: 100, example: '"3-2jmj7l5rSw0yVb_v"' },
  },
};
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
