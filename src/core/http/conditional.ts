import { hash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, RequestHandler } from 'express';
import { decorateMethod } from './decorate-method';
import { InvalidRequest } from '../problems/problem';

/** The key under which a response carries the version of its record. JSON omits symbols. */
export const VERSION = Symbol('version');

export const versionOf = (response: unknown): number | undefined =>
  typeof response === 'object' && response !== null && VERSION in response ? (response[VERSION] as number) : undefined;

/**
 * The ETag of a response: the version of its record, which `If-Match` is compared with, and a hash of the complete text,
 * which `If-None-Match` needs because names and figures change without the record.
 */
export const etagOf = (version: number, text: Buffer | string): string => `"${version}-${hash('sha256', text, 'base64url').slice(0, 16)}"`;

/**
 * `no-cache` tells caches to ask the service, which is none. Express would never send 304, not even to fetch, which adds it by itself to a
 * request with an `If-None-Match` of its own.
 */
export const conditionalRequests: RequestHandler = ({ headers }, _, next) => {
  if (headers['if-none-match'] !== undefined) delete headers['cache-control'];
  next();
};

type Versions = readonly number[] | 'any';

/** The versions of a record to be changed that `If-Match` accepts and `If-None-Match` does not exclude. */
export class ExpectedVersion {
  private constructor(
    private readonly accepted: Versions | undefined,
    private readonly excluded: Versions,
  ) {}

  /** Weak tags are accepted: proxies that compress responses weaken them. @throws InvalidRequest */
  static parse(ifMatch?: string, ifNoneMatch?: string): ExpectedVersion {
    return new ExpectedVersion(
      ifMatch === undefined ? undefined : versionsIn('If-Match', ifMatch),
      ifNoneMatch === undefined ? [] : versionsIn('If-None-Match', ifNoneMatch),
    );
  }

  /** @param version undefined for a record that does not exist yet */
  matches(version: number | undefined): boolean {
    if (version === undefined) return this.accepted === undefined;
    return (this.accepted === undefined || includes(this.accepted, version)) && !includes(this.excluded, version);
  }
}

const includes = (versions: Versions, version: number): boolean => versions === 'any' || versions.includes(version);

function versionsIn(header: string, value: string): Versions {
  if (value.trim() === '*') return 'any';
  const tags = value.split(',').map((tag) => /^(?:W\/)?"(?:(\d{1,10})-)?[^"]*"$/.exec(tag.trim()));
  if (tags.some((tag) => tag === null))
    throw new InvalidRequest(`${header} must be one or more quoted ETags of this service, comma-separated, or *.`);
  // a tag of another service matches no version
  return tags.flatMap((tag) => (tag?.[1] === undefined ? [] : [Number(tag[1])]));
}

const IfMatchHeader = createParamDecorator((_: undefined, context: ExecutionContext): ExpectedVersion | undefined => {
  const request = context.switchToHttp().getRequest<Request>();
  const [ifMatch, ifNoneMatch] = [request.get('If-Match'), request.get('If-None-Match')];
  return ifMatch === undefined && ifNoneMatch === undefined ? undefined : ExpectedVersion.parse(ifMatch, ifNoneMatch);
});

/** The versions that the caller accepts, undefined without conditions: `@IfMatch() expected?: ExpectedVersion`. */
export const IfMatch = (): ParameterDecorator => (target, key, index) => {
  IfMatchHeader()(target, key, index);
  const schema = { type: 'string', maxLength: 1000 } as const;
  decorateMethod(
    target,
    key!,
    ApiHeader({
      name: 'If-Match',
      required: false,
      description: 'The ETag of the record as it was read. If the record has changed since, the request fails with 412.',
      schema,
    }),
  );
};
