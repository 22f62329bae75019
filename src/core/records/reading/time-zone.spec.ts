import { InvalidRequest } from '../../problems';
import { requestedTimeZone } from './time-zone';

describe('The time zone of a search', () => {
  const zone = (timeZone?: string): string => requestedTimeZone({ timeZone }, 'Australia/Perth');

  it('is that of the service where the request names none', () => expect(zone()).toBe('Australia/Perth'));

  it('is the one that the request names', () => expect(zone('Europe/Berlin')).toBe('Europe/Berlin'));

  it.each(['', 'Mars/Olympus', '+10:00'])('is refused when it is "%s"', (sent) => {
    expect(() => zone(sent)).toThrow(InvalidRequest);
    expect(() => zone(sent)).toThrow(
      expect.objectContaining({
        members: { errors: [{ pointer: '/timeZone', in: 'query', detail: 'must be an IANA time zone such as Australia/Sydney or UTC' }] },
      }),
    );
  });
});
