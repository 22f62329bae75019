import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/internal';
import { ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';
import { FilterError } from '../query/parse-context';
import { parseOrderNames, type NamedOrder } from '../query/parse-order';
import { nearestName } from '../problems/near-names';
import { InvalidRequest } from '../problems/problem';
import { compareValues } from '../text/compare-values';
import { itemOf, plainMemberNamesOf } from './documentation';
import { queryTypesOf } from './parameter-types';
import { queryParametersOf, QueryText } from './query-parameters';
import { byLowerCase } from './wanted-names';

/*
 * `orderBy` of lists that are returned as a whole: they are sorted when they are sent, for all routes alike. What returns a part of a list
 * has a `limit`, and sorts itself: the first of all are not the first of a part.
 */

/** The class of the items that a route returns all of; undefined if it returns something else. */
export function sortedBy(controller: Function, handler: Function): Type | undefined {
  if (Reflect.getMetadata(METHOD_METADATA, handler) !== RequestMethod.GET) return undefined;
  const own = queryTypesOf(controller, handler.name).flatMap(queryParametersOf);
  return own.some(({ name }) => name === 'limit' || name === 'orderBy') ? undefined : itemOf(handler);
}

const ORDER = {
  maxLength: 300,
  description:
    'Up to three members of the items by which these are sorted: commas between, a minus before those that descend. Text is sorted ' +
    'ignoring case and accents, unset values come last, equal ones stay in the order that the list has otherwise.',
} as const;

/** The parameter of routes that have no others. */
export class OrderQuery {
  @QueryText(ORDER)
  readonly orderBy?: string;
}

/** The parameter in the documentation, with a member as its example. */
export function DocumentsOrder(item: Type): MethodDecorator {
  const { description, maxLength } = ORDER;
  const [example] = plainMemberNamesOf(item);
  return ApiQuery({ name: 'orderBy', required: false, description, schema: { type: 'string', maxLength, example } });
}

const orderOf = new WeakMap<Request, readonly NamedOrder<string>[]>();

/** Has the list sorted when it is sent. @throws InvalidRequest for names that the items do not have */
export function sortFor(request: Request, orderBy: string, item: Type): void {
  const names = plainMemberNamesOf(item);
  const known = byLowerCase(names);
  const find = (name: string): string | undefined => known.get(name.toLowerCase());
  orderOf.set(
    request,
    refusedAsQuery(() => parseOrderNames(orderBy, find, (name) => unknownMessage(name, names))),
  );
}

/** What a route has returned, in the requested order. */
export function sorted(request: Request, result: unknown): unknown {
  const order = orderOf.get(request);
  return order === undefined || !Array.isArray(result) ? result : result.toSorted(comparing(order));
}

const comparing =
  (order: readonly NamedOrder<string>[]) =>
  (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): number => {
    for (const { field, isAscending } of order) {
      const compared = compareValues(one[field], other[field], isAscending);
      if (compared !== 0) return compared;
    }
    return 0;
  };

function unknownMessage(name: string, names: readonly string[]): string {
  const meant = nearestName(name, names);
  return `must be one of the fields of the items${meant ? `, perhaps ${meant}` : ''}: ${names.join(', ')}`;
}

function refusedAsQuery<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    throw InvalidRequest.because(error.errors.map(({ detail }) => ({ pointer: '/orderBy', in: 'query', detail })));
  }
}
