import { ATTEMPTS, delayAfter } from './backoff';
import { DELIVERY_LENGTHS, type DeliveryState } from '../delivery.entity';
import { NotSent } from '../senders/sender';

/** What an attempt came to. */
export interface Outcome {
  readonly state: DeliveryState;
  readonly lastError?: string;
  /** Until the next attempt; absent: there is none. */
  readonly waitSeconds?: number;
}

export const SENT: Outcome = { state: 'sent' };
export const GIVEN_UP: Outcome = { state: 'dead', lastError: 'Every attempt was interrupted by the end of the service.' };
/** Whether it arrived is not known, so it is sent again by whoever is there. */
export const GIVEN_BACK: Outcome = { state: 'failed', lastError: 'The service stopped before there was an answer.', waitSeconds: 0 };

/** An attempt failed: is there another one, and when? */
export function failed(error: unknown, attempts: number): Outcome {
  const {
    message,
    tries = ATTEMPTS,
    waitSeconds = 0,
  } = error instanceof NotSent ? error : new NotSent('An error of the service; see its log.');
  const lastError = message.slice(0, DELIVERY_LENGTHS.error);
  const delay = attempts < tries ? delayAfter(attempts) : undefined;
  return delay === undefined ? { state: 'dead', lastError } : { state: 'failed', lastError, waitSeconds: Math.max(delay, waitSeconds) };
}
