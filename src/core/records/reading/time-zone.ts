import { timeZone } from '../../config/parsers';
import { InvalidValue } from '../../config/setting';
import { PageQuery, QueryFields, QueryText } from '../../http';
import { InvalidRequest } from '../../problems';

/** The parameter `timeZone`. */
export const QueryTimeZone = (): PropertyDecorator =>
  QueryText({
    maxLength: 100,
    example: 'Australia/Sydney',
    description:
      'The IANA time zone for dates such as 2026-11-20 and relative times such as today; by default the time zone of the service.',
  });

/** Query parameters of a search that may use relative times. */
export class TimeZonePageQuery extends PageQuery {
  @QueryTimeZone()
  readonly timeZone?: string;

  @QueryFields()
  readonly fields?: string;
}

/** @throws InvalidRequest when no time zone has that name */
export function requestedTimeZone({ timeZone: sent }: Pick<TimeZonePageQuery, 'timeZone'>, otherwise: string): string {
  if (sent === undefined) return otherwise;
  try {
    return timeZone(sent);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    throw InvalidRequest.because([{ pointer: '/timeZone', in: 'query', detail: `must be ${error.message}` }]);
  }
}
