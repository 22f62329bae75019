import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { decorateMethod } from './decorate-method';
import { InvalidRequest } from './problem';

/** Under which an answer carries the version of its record. JSON leaves symbols out. */
export const VERSION = Symbol('version');

export const versionOf = (answer: unknown): number | undefined =>
  typeof answer === 'object' && answer !== null && VERSION in answer ? (answer[VERSION] as number) : undefined;

/**
 * The ETag of an answer: the version of its record, which an editor's `If-Match` is held against, and a hash of the
 * whole text, which `If-None-Match` needs: names and figures change without the record.
 */
export const etagOf = (version: number, text: string): string =>
  `"${version}-${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`;

/** Does `If-None-Match` name the tag, weakly compared? */
export const isNamed = (header: string | undefined, etag: string): boolean => {
  const names = header?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? [];
  return names.includes('*') || names.includes(etag);
};

/** What `If-Match` expects of a record: one of the versions that the caller has seen, or any. */
export class Expected {
  private constructor(private readonly versions: readonly number[] | 'any') {}

  /** A proxy that packs answers marks their tags as weak; the version in them is as good. @throws InvalidRequest */
  static by(header: string): Expected {
    if (header.trim() === '*') return new Expected('any');
    const tags = header.split(',').map((tag) => /^(?:W\/)?"(?:(\d{1,10})-)?[^"]*"$/.exec(tag.trim()));
    if (tags.some((tag) => tag === null))
      throw new InvalidRequest('If-Match must be an ETag of this service in its quotes, several with commas between, or *.');
    // a tag of somebody else is no version of ours
    return new Expected(tags.flatMap((tag) => (tag?.[1] === undefined ? [] : [Number(tag[1])])));
  }

  matches(version: number): boolean {
    return this.versions === 'any' || this.versions.includes(version);
  }
}

const ExpectedOf = createParamDecorator((_: undefined, context: ExecutionContext): Expected | undefined => {
  const header = context.switchToHttp().getRequest<Request>().get('If-Match');
  return header === undefined ? undefined : Expected.by(header);
});

/** The version of the record that the caller has seen, undefined when it does not say: `@IfMatch() expected?: Expected`. */
export const IfMatch = (): ParameterDecorator => (target, key, index) => {
  ExpectedOf()(target, key, index);
  const schema = { type: 'string', maxLength: 1000 } as const;
  decorateMethod(
    target,
    key!,
    ApiHeader({
      name: 'If-Match',
      required: false,
      description: 'The ETag of the record as it was read: a record that has changed since is left alone (412).',
      schema,
    }),
  );
};
