import { ADDRESSES, type PersonalChannel } from './addresses';
import type { Person } from './people';
import { nameOf } from './recipient';

/** Why no message may go to a person, as a sentence; undefined: one may. A deleted duplicate that had opted out does not count. */
export function optedOut({ own, others }: Person, channel: PersonalChannel): string | undefined {
  if (own.optOut) return `${nameOf(own)} has opted out of messages.`;
  const other = others.find(({ optOut, isDeleted }) => optOut && !isDeleted);
  return other && `${nameOf(other)}, the same person by ${ADDRESSES[channel].name} or link, has opted out of messages.`;
}
