import type { Type } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/internal';
import type { Caller } from '../callers';
import type { RecordType } from '../fields/record-type';
import { exampleIdOf, type Created } from '../http';
import type { Shape } from '../http/body-shape';
import { bodyTypesOf, queryTypesOf } from '../http/parameter-types';
import { pluralOf } from './display-name';

/** Holds on a handler what its route is about. */
export const RESOURCE = 'resource';

export interface RouteSubject {
  readonly type: RecordType;
  readonly answer: Type;
  /** Of the operation, where it is not the plural of the type. */
  readonly group?: string;
}

/** A controller with the standard routes that write. The order of parameters: caller, id, confirmations if there are any, body, version. */
export interface WritingController {
  create(caller: Caller, ...confirmedAndBody: object[]): Promise<Created>;
  update(caller: Caller, id: number, ...confirmedBodyAndVersion: (object | undefined)[]): Promise<object>;
  remove(caller: Caller, id: number, expected?: object): Promise<void>;
}

/** The names of its methods. */
export type WritingMethod = keyof WritingController;

/** What the standard routes of a controller declare. */
export interface Resource {
  readonly controller: Type<WritingController>;
  readonly type: RecordType;
  /** The class of responses. */
  readonly response: Type;
  /** The bodies of its POST and its PUT. */
  readonly created: Shape;
  readonly updated: Shape;
  /** The class of the query parameters that confirm what is probably a mistake. */
  readonly confirmations?: Type;
  /** Where records are created. */
  readonly path: string;
  /** The first part of the names of its operations. */
  readonly group: string;
  /** The id of a record that can be updated with the example of the body. */
  readonly exampleID: number;
}

/** The method that handles a route. */
export const handlerOf = (controller: Type<WritingController>, name: WritingMethod): Function =>
  Object.getOwnPropertyDescriptor(controller.prototype, name)?.value as Function;

/** @throws Error for a controller without the standard routes that write */
export function resourceOf(controller: Type<WritingController>): Resource {
  const create = handlerOf(controller, 'create');
  const subject = Reflect.getMetadata(RESOURCE, create) as RouteSubject | undefined;
  if (!subject) throw new Error(`${controller.name} has no routes that create, update and delete records.`);
  const { type, answer, group = pluralOf(type.name) } = subject;
  const [created, updated] = [bodyTypesOf(controller, 'create')[0], bodyTypesOf(controller, 'update')[0]] as [Shape, Shape];
  const path = [controller, create].map((part) => String(Reflect.getMetadata(PATH_METADATA, part)).replace(/^\/$/, ''));
  return {
    controller,
    type,
    response: answer,
    created,
    updated,
    confirmations: queryTypesOf(controller, 'create')[0] as Type | undefined,
    path: path.filter(Boolean).join('/'),
    group,
    exampleID: exampleIdOf(handlerOf(controller, 'update')),
  };
}
