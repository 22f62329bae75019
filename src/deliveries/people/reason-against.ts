import { ADDRESSES, type PersonalChannel } from './addresses';
import type { Person } from './people';
import { nameOf } from './recipient';

/** Why a person gets no messages, as a sentence; undefined: they may. A deleted duplicate that had opted out does not count. */
export function reasonAgainst({ own, others }: Person, channel: PersonalChannel): string | undefined {
  if (own.isDeleted) return `${nameOf(own)} has been deleted.`;
  if (own.optOut) return `${nameOf(own)} has opted out of messages.`;
  const other = others.find(({ optOut, isDeleted }) => optOut && !isDeleted);
  return other && `${nameOf(other)}, the same person by ${ADDRESSES[channel].name} or link, has opted out of messages.`;
}
