import { hash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
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

/** The record versions that `If-Match` accepts. */
export class ExpectedVersion {
  private constructor(private readonly versions: readonly number[] | 'any') {}

  /** Weak tags are accepted: proxies that compress responses weaken them. @throws InvalidRequest */
  static parse(header: string): ExpectedVersion {
    if (header.trim() === '*') return new ExpectedVersion('any');
    const tags = header.split(',').map((tag) => /^(?:W\/)?"(?:(\d{1,10})-)?[^"]*"$/.exec(tag.trim()));
    if (tags.some((tag) => tag === null))
      throw new InvalidRequest('If-Match must be one or more quoted ETags of this service, comma-separated, or *.');
    // a tag of another service matches no version
    return new ExpectedVersion(tags.flatMap((tag) => (tag?.[1] === undefined ? [] : [Number(tag[1])])));
  }

  matches(version: number): boolean {
    return this.versions === 'any' || this.versions.includes(version);
  }
}

const IfMatchHeader = createParamDecorator((_: undefined, context: ExecutionContext): ExpectedVersion | undefined => {
  const header = context.switchToHttp().getRequest<Request>().get('If-Match');
  return header === undefined ? undefined : ExpectedVersion.parse(header);
});

/** The versions that the caller accepts, undefined without `If-Match`: `@IfMatch() expected?: ExpectedVersion`. */
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
