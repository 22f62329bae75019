import type { Type } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';
import { VERSION, versionOf } from './conditional';
import { bodyOf, memberNamesOf, onlyReads } from './documentation';
import { JsonText } from './json-text';
import { queryTypesOf } from './parameter-types';
import { queryParametersOf } from './query-parameters';
import { Constant, Page } from './response';
import { byLowerCase, FIELDS, wantedNames } from './wanted-names';

/*
 * `fields` of whatever reads and is no record: what is wanted is picked when the response is sent, for all routes alike. Routes that have
 * a parameter of this name themselves are left alone: records read only what is wanted, and changes are chosen by it.
 */

/** The class whose members can be picked of what a route returns; undefined if they cannot. */
export function pickedFrom(controller: Function, handler: Function): Type | undefined {
  if (!onlyReads(handler)) return undefined;
  const own = queryTypesOf(controller, handler.name).flatMap(queryParametersOf);
  return own.some(({ name }) => name === 'fields') ? undefined : bodyOf(handler);
}

const { description, ...schema } = { ...FIELDS, type: 'string' } as const;

/** The parameter in the documentation. */
export const DocumentsFields = (): MethodDecorator => ApiQuery({ name: 'fields', required: false, description, schema });

const wantedBy = new WeakMap<Request, ReadonlySet<string>>();

/** Has the members picked when the response is sent. @throws InvalidRequest for names that the class does not have */
export function pickFor(request: Request, fields: string, shape: Type): void {
  wantedBy.set(request, wantedNames(fields, byLowerCase(memberNamesOf(shape))));
}

/** What a route has returned, as far as it is wanted; HTML and text have no members. */
export function picked(request: Request, result: unknown): unknown {
  const wanted = wantedBy.get(request);
  return wanted === undefined || typeof result === 'string' ? result : pick(result, wanted);
}

function pick(result: unknown, wanted: ReadonlySet<string>): unknown {
  if (result instanceof Page) return pickPage(result, wanted);
  if (result instanceof Constant) return new Constant(membersOf(JSON.parse(result.bytes.toString()), wanted));
  return Array.isArray(result) ? result.map((each) => membersOf(each, wanted)) : membersOf(result, wanted);
}

function pickPage({ responses, end, following }: Page, wanted: ReadonlySet<string>): Page {
  return new Page(
    responses.map((each) => membersOf(each, wanted)),
    end,
    following && (async (cursor) => pickPage(await following(cursor), wanted)),
  );
}

/** With the version, of which the ETag is made. */
function membersOf(body: unknown, wanted: ReadonlySet<string>): object {
  const members = Object.entries((body instanceof JsonText ? body.toJSON() : body) as object).filter(([name]) => wanted.has(name));
  const version = versionOf(body);
  return { ...Object.fromEntries(members), ...(version === undefined ? {} : { [VERSION]: version }) };
}
