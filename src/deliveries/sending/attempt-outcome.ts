import { ATTEMPTS, delayAfter } from './backoff';
import { DELIVERY_LENGTHS, type DeliveryState } from '../delivery.entity';
import { NotSent, type Reply } from '../senders/sender';

/** Result of one delivery attempt. */
export interface AttemptOutcome {
  readonly state: DeliveryState;
  readonly lastError?: string;
  /** Seconds until the next attempt; absent: no further attempt. */
  readonly waitSeconds?: number;
  /** What the receiver responded. */
  readonly reply?: Reply;
  /** The host is to blame rather than what was sent to it: another attempt could succeed, whether there is one or not. */
  readonly hasHostFailed?: boolean;
}

export const SENT: AttemptOutcome = { state: 'sent' };
export const GIVEN_UP: AttemptOutcome = { state: 'dead', lastError: 'Every attempt was interrupted by a service shutdown.' };
/** Whether it arrived is not known, so any worker sends it again. */
export const INTERRUPTED: AttemptOutcome = {
  state: 'failed',
  lastError: 'The service stopped before the receiver responded.',
  waitSeconds: 0,
};

/** Decides whether and when a failed attempt is retried. */
export function failedOutcome(error: unknown, attempts: number): AttemptOutcome {
  const {
    message,
    maxAttempts = ATTEMPTS,
    waitSeconds = 0,
    reply,
  } = error instanceof NotSent ? error : new NotSent('Internal error; see the service log.');
  const lastError = message.slice(0, DELIVERY_LENGTHS.error);
  const hasHostFailed = maxAttempts > 1;
  const delay = attempts < maxAttempts ? delayAfter(attempts) : undefined;
  return delay === undefined
    ? { state: 'dead', lastError, reply, hasHostFailed }
    : { state: 'failed', lastError, reply, hasHostFailed, waitSeconds: Math.max(delay, waitSeconds) };
}
