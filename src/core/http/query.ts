import { Injectable, type ArgumentMetadata, type CanActivate, type ExecutionContext, type PipeTransform, type Type } from '@nestjs/common';
import type { Request } from 'express';
import { nearestName } from '../problems/near-names';
import { InvalidRequest, type ValidationError } from '../problems/problem';
import { queryTypesOf } from './parameter-types';
import { pickedFrom, pickFor } from './picked-members';
import { queryParametersOf, type QueryParameter } from './query-parameters';
import { queryOf, queryPairs, type QueryPairs } from './query-text';
import { OrderQuery, sortedBy, sortFor } from './sorted-lists';
import { FieldsQuery } from './wanted-names';

/** What a route does with its query. */
interface Route {
  readonly parameters: readonly string[];
  /** The class whose members `fields` picks, if the route leaves that to us. */
  readonly shape?: Type;
  /** The class of the items that `orderBy` sorts, if the route leaves that to us. */
  readonly item?: Type;
}

/** Rejects unknown and repeated query parameters, on every route, and has picked and sorted what `fields` and `orderBy` name. */
@Injectable()
export class QueryGuard implements CanActivate {
  private readonly routes = new WeakMap<Function, Route>();

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const pairs = pairsOf(request);
    if (pairs.length === 0) return true;
    const { parameters, shape, item } = this.routeOf(context);
    const errors = [...unknownParameters(pairs, parameters), ...repeatedParameters(pairs)];
    if (errors.length > 0) throw InvalidRequest.because(errors);
    const fields = shape && parsed(pairs, FieldsQuery).fields;
    if (shape && fields !== undefined) pickFor(request, fields, shape);
    const orderBy = item && parsed(pairs, OrderQuery).orderBy;
    if (item && orderBy !== undefined) sortFor(request, orderBy, item);
    return true;
  }

  private routeOf(context: ExecutionContext): Route {
    const route = this.routes.get(context.getHandler()) ?? describe(context.getClass(), context.getHandler());
    this.routes.set(context.getHandler(), route);
    return route;
  }
}

/** Parses the query into its class. Global, so that controllers only declare `@Query() page: PageQuery`. */
@Injectable()
export class QueryPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'query' || !metatype) return value;
    return parsed(value as QueryPairs, metatype as Type<object>);
  }
}

/** A query as an object of its class. @throws InvalidRequest */
function parsed<T extends object>(pairs: QueryPairs, type: Type<T>): T {
  const texts = new Map(pairs.map(([name, text]) => [name.toLowerCase(), text]));
  const parameters = queryParametersOf(type).map((parameter) => ({ parameter, text: texts.get(parameter.name.toLowerCase()) }));
  const errors = parameters.flatMap(({ parameter, text }) => errorsIn(parameter, text));
  if (errors.length > 0) throw InvalidRequest.because(errors);
  return Object.assign(
    Object.create(type.prototype as object) as T,
    Object.fromEntries(parameters.map(({ parameter, text }) => [parameter.name, valueOf(parameter, text)])),
  );
}

const pairsOf = (request: Request): QueryPairs => queryPairs(queryOf(request.originalUrl));

function describe(controller: Function, handler: Function): Route {
  const shape = pickedFrom(controller, handler);
  const item = sortedBy(controller, handler);
  const types = [...queryTypesOf(controller, handler.name), ...(shape ? [FieldsQuery] : []), ...(item ? [OrderQuery] : [])];
  return { parameters: types.flatMap(queryParametersOf).map(({ name }) => name), shape, item };
}

function unknownParameters(pairs: QueryPairs, known: readonly string[]): ValidationError[] {
  const lower = new Set(known.map((name) => name.toLowerCase()));
  return pairs
    .filter(([name]) => !lower.has(name.toLowerCase()))
    .map(([name]) => parameterError(name.slice(0, 100), unknownMessage(name, known)));
}

function unknownMessage(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known);
  const allowed = known.length > 0 ? `; allowed: ${known.join(', ')}` : '; this path takes none';
  return `is not a parameter${meant ? ` (did you mean ${meant}?)` : ''}${allowed}`;
}

function repeatedParameters(pairs: QueryPairs): ValidationError[] {
  const seen = new Set<string>();
  return pairs
    .filter(([name]) => seen.size === seen.add(name.toLowerCase()).size)
    .map(([name]) => parameterError(name, 'must be given once'));
}

function errorsIn({ name, required, validate }: QueryParameter, text: string | undefined): ValidationError[] {
  const detail = text === undefined ? (required ? 'is required' : undefined) : validate(text);
  return detail === undefined ? [] : [parameterError(name, detail)];
}

const valueOf = (parameter: QueryParameter, text: string | undefined): unknown =>
  text === undefined ? parameter.default : parameter.parse(text);
const parameterError = (name: string, detail: string): ValidationError => ({ pointer: `/${name}`, in: 'query', detail });
