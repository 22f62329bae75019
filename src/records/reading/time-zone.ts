import { timeZone } from '../../config/checks';
import { NotAllowed } from '../../config/setting';
import { InvalidRequest, PageQuery, QueryText } from '../../http';

/** A page of a search that may ask for relative times. */
export class TimeZonePageQuery extends PageQuery {
  @QueryText({
    maxLength: 100,
    example: 'Australia/Sydney',
    description: 'The IANA time zone in which relative times such as today are meant; otherwise the one that the service is set to.',
  })
  readonly timeZone?: string;
}

/** @throws InvalidRequest when no time zone has that name */
export function timeZoneAsked({ timeZone: asked }: TimeZonePageQuery, otherwise: string): string {
  if (asked === undefined) return otherwise;
  try {
    return timeZone(asked);
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error;
    throw InvalidRequest.because([{ pointer: '/timeZone', in: 'query', detail: `must be ${error.message}` }]);
  }
}
