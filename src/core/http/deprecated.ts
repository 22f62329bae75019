import { applyDecorators, Header } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

/** What is known of the end of a route. */
export interface Deprecation {
  /** The day since which it has been deprecated, and the first day on which it may be gone: 2027-01-31. */
  readonly since: string;
  readonly until: string;
  /** What to read: the address of the section of the changelog that says what to use instead. */
  readonly link: string;
}

/** The last day of a deprecated operation. */
export const SUNSET = 'x-sunset';

const at = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Deprecation (RFC 9745) and Sunset (RFC 8594). */
export const deprecationHeaders = ({ since, until }: Pick<Deprecation, 'since' | 'until'>) => ({
  Deprecation: `@${at(since).getTime() / 1000}`,
  Sunset: at(until).toUTCString(),
});

/**
 * A route that will be removed, `deprecated` in the OpenAPI document. Its responses say so: Deprecation (RFC 9745), Sunset (RFC 8594), and
 * a link to what to use instead.
 */
export const Deprecated = ({ since, until, link }: Deprecation): MethodDecorator =>
  applyDecorators(
    ApiExtension(SUNSET, until),
    ...Object.entries(deprecationHeaders({ since, until })).map(([name, value]) => Header(name, value)),
    Header('Link', `<${link}>; rel="deprecation"; type="text/html"`),
  );
