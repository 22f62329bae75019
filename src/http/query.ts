import { Injectable, type ArgumentMetadata, type CanActivate, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/internal';
import type { Request } from 'express';
import { nearestName } from './near-names';
import { InvalidRequest, type Complaint } from './problem';
import { queryParametersOf, type QueryParameter } from './query-parameters';
import { queryOf, queryPairs, type QueryPairs } from './query-text';

/** Refuses query parameters that a route does not take, on routes that take none as well, and repeated ones. */
@Injectable()
export class QueryGuard implements CanActivate {
  private readonly known = new WeakMap<Function, readonly string[]>();

  canActivate(context: ExecutionContext): boolean {
    const pairs = pairsOf(context.switchToHttp().getRequest<Request>());
    if (pairs.length === 0) return true;
    const complaints = [...strangers(pairs, this.knownTo(context)), ...repetitions(pairs)];
    if (complaints.length > 0) throw InvalidRequest.because(complaints);
    return true;
  }

  private knownTo(context: ExecutionContext): readonly string[] {
    const names = this.known.get(context.getHandler()) ?? namesOf(context.getClass(), context.getHandler().name);
    this.known.set(context.getHandler(), names);
    return names;
  }
}

/** Reads the query into its class. Global: `@Query() page: PageQuery` is all a controller says. */
@Injectable()
export class QueryPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'query' || !metatype) return value;
    const texts = new Map((value as QueryPairs).map(([name, text]) => [name.toLowerCase(), text]));
    const parameters = queryParametersOf(metatype).map((parameter) => ({ parameter, text: texts.get(parameter.name.toLowerCase()) }));
    const complaints = parameters.flatMap(({ parameter, text }) => complaintAbout(parameter, text));
    if (complaints.length > 0) throw InvalidRequest.because(complaints);
    return Object.assign(
      Object.create(metatype.prototype as object) as object,
      Object.fromEntries(parameters.map(({ parameter, text }) => [parameter.name, valueOf(parameter, text)])),
    );
  }
}

const pairsOf = (request: Request): QueryPairs => queryPairs(queryOf(request.originalUrl));

/** The names a handler takes: those of the classes of its parameters marked `@Query()`. */
function namesOf(controller: Function, method: string): readonly string[] {
  const marked = Object.keys((Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) as object | undefined) ?? {});
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, method) as Function[] | undefined) ?? [];
  const queries = marked.filter((key) => key.startsWith(`${QUERY}:`)).flatMap((key) => types[Number(key.split(':')[1])] ?? []);
  return queries.flatMap(queryParametersOf).map(({ name }) => name);
}

/** Nest's number for a parameter that takes the query. */
const QUERY = 4;

function strangers(pairs: QueryPairs, known: readonly string[]): Complaint[] {
  const lower = new Set(known.map((name) => name.toLowerCase()));
  return pairs.filter(([name]) => !lower.has(name.toLowerCase())).map(([name]) => complain(name.slice(0, 100), notKnown(name, known)));
}

function notKnown(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known);
  const allowed = known.length > 0 ? `; allowed: ${known.join(', ')}` : '; there are none';
  return `is not a parameter here${meant ? `, the nearest is ${meant}` : ''}${allowed}`;
}

function repetitions(pairs: QueryPairs): Complaint[] {
  const seen = new Set<string>();
  return pairs
    .filter(([name]) => seen.size === seen.add(name.toLowerCase()).size)
    .map(([name]) => complain(name, 'must be given only once'));
}

function complaintAbout({ name, required, complaint }: QueryParameter, text: string | undefined): Complaint[] {
  const detail = text === undefined ? (required ? 'is required' : undefined) : complaint(text);
  return detail === undefined ? [] : [complain(name, detail)];
}

const valueOf = (parameter: QueryParameter, text: string | undefined): unknown =>
  text === undefined ? parameter.default : parameter.parse(text);
const complain = (name: string, detail: string): Complaint => ({ pointer: `/${name}`, in: 'query', detail });
