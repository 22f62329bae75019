import { TOKEN_HEADER } from '../http';
import { InvalidRequest } from '../problems';

/** Says that reads must not be behind at all. */
export const LATEST = 'latest';

/** Up to where a caller knows what has been written: a beat of the process that answered. */
export interface Awaited {
  readonly process: string;
  readonly beat: number;
  /** When the token was made, in milliseconds since 1970. */
  readonly madeAt: number;
}

const FORM = /^([0-9a-f]{16})-(\d{1,15})-(\d{1,15})$/;

export const tokenOf = ({ process, beat, madeAt }: Awaited): string => `${process}-${beat}-${madeAt}`;

/** @throws InvalidRequest */
export function awaitedBy(token: string): Awaited | typeof LATEST {
  if (token === LATEST) return LATEST;
  const [, process, beat, madeAt] = FORM.exec(token) ?? [];
  if (process === undefined) throw new InvalidRequest(`${TOKEN_HEADER} must be that of a response, or ${LATEST}.`);
  return { process, beat: Number(beat), madeAt: Number(madeAt) };
}
