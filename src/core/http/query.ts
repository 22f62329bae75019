import { Injectable, type ArgumentMetadata, type CanActivate, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import { nearestName } from '../problems/near-names';
import { InvalidRequest, type ValidationError } from '../problems/problem';
import { queryTypesOf } from './parameter-types';
import { queryParametersOf, type QueryParameter } from './query-parameters';
import { queryOf, queryPairs, type QueryPairs } from './query-text';

/** Rejects unknown and repeated query parameters, on every route. */
@Injectable()
export class QueryGuard implements CanActivate {
  private readonly known = new WeakMap<Function, readonly string[]>();

  canActivate(context: ExecutionContext): boolean {
    const pairs = pairsOf(context.switchToHttp().getRequest<Request>());
    if (pairs.length === 0) return true;
    const errors = [...unknownParameters(pairs, this.knownTo(context)), ...repeatedParameters(pairs)];
    if (errors.length > 0) throw InvalidRequest.because(errors);
    return true;
  }

  private knownTo(context: ExecutionContext): readonly string[] {
    const names = this.known.get(context.getHandler()) ?? namesOf(context.getClass(), context.getHandler().name);
    this.known.set(context.getHandler(), names);
    return names;
  }
}

/** Parses the query into its class. Global, so that controllers only declare `@Query() page: PageQuery`. */
@Injectable()
export class QueryPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'query' || !metatype) return value;
    const texts = new Map((value as QueryPairs).map(([name, text]) => [name.toLowerCase(), text]));
    const parameters = queryParametersOf(metatype).map((parameter) => ({ parameter, text: texts.get(parameter.name.toLowerCase()) }));
    const errors = parameters.flatMap(({ parameter, text }) => errorsIn(parameter, text));
    if (errors.length > 0) throw InvalidRequest.because(errors);
    return Object.assign(
      Object.create(metatype.prototype as object) as object,
      Object.fromEntries(parameters.map(({ parameter, text }) => [parameter.name, valueOf(parameter, text)])),
    );
  }
}

const pairsOf = (request: Request): QueryPairs => queryPairs(queryOf(request.originalUrl));

/** The query parameters of a handler. */
const namesOf = (controller: Function, method: string): readonly string[] =>
  queryTypesOf(controller, method)
    .flatMap(queryParametersOf)
    .map(({ name }) => name);

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
